package io.videoplatform.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import javax.sql.DataSource;

import io.videoplatform.autoconfigure.actuate.PlatformHealthAutoConfiguration;
import io.videoplatform.autoconfigure.actuate.StoreHealth;
import io.videoplatform.autoconfigure.store.PlatformStoreAutoConfiguration;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.PlatformDoctor;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.datasource.AbstractDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A store that cannot be used: the log, health and the doctor say why, by a kind and not
 * by the text of others.
 */
@ExtendWith(OutputCaptureExtension.class)
class StoreReasonTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final TestPlatform platform = new TestPlatform();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
				PlatformAutoConfiguration.class, PlatformStoreAutoConfiguration.class,
				PlatformHealthAutoConfiguration.class))
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false",
				"platform.client-id=app", "platform.client-secret=app-secret", "platform.grant-type=client_credentials",
				"platform.store.encryption.keys=MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=");

	@AfterEach
	void close() {
		this.platform.close();
	}

	private static void assertNamed(ApplicationContextRunner runner, CapturedOutput output, String reason) {
		runner.run((context) -> {
			PlatformStore store = context.getBean(PlatformStore.class);
			for (int i = 0; i < 2; i++) {
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> store.store().read("key").block(PATIENCE))
					.withMessageEndingWith(": " + reason);
			}
			assertThat(output.toString().lines()).filteredOn((line) -> line.contains(" WARN "))
				.anyMatch((line) -> line.contains(": " + reason + ". Tokens are used"));
			assertThat(StoreHealth.of(context).getDetails()).containsEntry("problem",
					"The store cannot be used: " + reason);
			assertThat(context.getBean(PlatformDoctor.class).check(PlatformClients.DEFAULT).findings())
				.filteredOn((finding) -> finding.rule() == CheckRule.STORE)
				.extracting(CheckFinding::found)
				.singleElement()
				.asString()
				.contains(": " + reason);
			assertThat(output).doesNotContain("canary");
		});
	}

	@ParameterizedTest
	@CsvSource({ "28P01", "42501" })
	void whenDatabaseRefusesThenStateIsNamed(String state, CapturedOutput output) {
		DataSource database = new AbstractDataSource() {

			@Override
			public Connection getConnection() throws SQLException {
				throw new SQLException("refused to canary", state);
			}

			@Override
			public Connection getConnection(String username, String password) throws SQLException {
				return getConnection();
			}

		};
		assertNamed(this.runner
			.withPropertyValues("platform.store.type=jdbc", "platform.store.jdbc.initialize-schema=never")
			.withBean(DataSource.class, () -> database), output, "SQLSTATE " + state);
	}

}
