package io.videoplatform.autoconfigure;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Several clients in one application.
 */
class SeveralClientsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final TestPlatform platform = new TestPlatform();

	private final TestPlatform other = new TestPlatform();

	private final ApplicationContextRunner runner = ClientApplication.runner()
		.withBean("platformClock", Clock.class, MovableClock::new)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false");

	private final ApplicationContextRunner account = this.runner.withPropertyValues("platform.username=developer",
			"platform.password=canary", "platform.client-id=app", "platform.client-secret=app-secret");

	@AfterEach
	void close() {
		this.platform.close();
		this.other.close();
	}

	private static void call(ApplicationContext context, String client) {
		Integer status = context.getBean(PlatformClients.class)
			.get(client)
			.webClient()
			.get()
			.uri("videos")
			.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
			.block(PATIENCE);
		assertThat(status).isEqualTo(200);
	}

	private static List<String> grants(TestPlatform platform) {
		return platform.tokenRequests().stream().map((form) -> form.get("grant_type")).toList();
	}

	@Test
	void callWhenTwoClientsOfOnePlatformThenOneDiscoveryAndATokenEach() {
		this.account.withPropertyValues("platform.clients.jobs.grant-type=client_credentials").run((context) -> {
			call(context, "platform");
			call(context, "jobs");
			call(context, "platform");
			assertThat(this.platform.requests("/webfinger")).hasSize(1);
			assertThat(this.platform.requests("/openid-configuration")).hasSize(1);
			assertThat(grants(this.platform)).containsExactly("password", "client_credentials");
			assertThat(this.platform.calls()).extracting(RecordedRequest::authorization)
				.containsExactly("Bearer access-1", "Bearer access-2", "Bearer access-1");
		});
	}

	@Test
	void callWhenUsersLogInThenJobsHaveTheirServiceAccount() {
		this.runner
			.withPropertyValues("platform.client-id=web", "platform.client-secret=s",
					"platform.grant-type=authorization_code", "platform.clients.jobs.grant-type=client_credentials")
			.run((context) -> {
				call(context, "jobs");
				assertThat(grants(this.platform)).containsExactly("client_credentials");
				PlatformEngine engine = context.getBean(PlatformEngine.class);
				assertThat(engine.logins().registrations().clients())
					.extracting((client) -> client.credentials().name())
					.containsExactly("platform");
				assertThat(context.getBean(PlatformSettings.class).all())
					.extracting((client) -> engine.host(client).discovery(client.discovery()))
					.hasSize(2)
					.containsOnly(engine.logins().registrations().clients().iterator().next().discovery());
			});
	}

	@Test
	void callWhenTwoPlatformsThenCredentialsNeverCross() {
		this.account
			.withPropertyValues("platform.clients.other.root-url=" + this.other.rootUrl(),
					"platform.clients.other.client-id=other", "platform.clients.other.client-secret=other-secret",
					"platform.clients.other.grant-type=client_credentials")
			.run((context) -> {
				call(context, "platform");
				call(context, "other");
				assertThat(this.platform.tokenRequests()).hasSize(1)
					.allSatisfy((form) -> assertThat(form).containsEntry("username", "developer"));
				assertThat(this.other.tokenRequests()).hasSize(1)
					.allSatisfy((form) -> assertThat(form).doesNotContainKeys("username", "password"));
				assertThat(authorization(this.other)).isNotEqualTo(authorization(this.platform));
				assertThat(this.platform.calls()).hasSize(1);
				assertThat(this.other.calls()).hasSize(1);
			});
	}

	@Test
	void callWhenPasswordCannotBeReadThenItsLocationIsNamedAndNothingIsSent(@TempDir Path folder) {
		Path file = folder.resolve("password");
		this.runner
			.withPropertyValues("platform.username=developer", "platform.client-id=app",
					"platform.password-location=" + file.toUri())
			.run((context) -> {
				assertThatExceptionOfType(PlatformAuthorizationException.class)
					.isThrownBy(() -> call(context, "platform"))
					.returns(PlatformError.CREDENTIALS_UNAVAILABLE, PlatformAuthorizationException::getError)
					.withMessageContaining("platform.password-location", file.toString());
				assertThat(this.platform.tokenRequests()).isEmpty();
			});
	}

	private static String authorization(TestPlatform platform) {
		return platform.tokenRequests().get(0).getOrDefault("Authorization", "");
	}

	@Test
	void callWhenOtherPlatformHasNoCredentialsThenNothingIsSentAndItsPropertiesAreNamed() {
		this.account.withPropertyValues("platform.clients.other.root-url=" + this.other.rootUrl()).run((context) -> {
			assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(() -> call(context, "other"))
				.withMessageContaining("'platform.clients.other.username'")
				.withMessageContaining("'platform.clients.other.client-id'");
			assertThat(this.other.tokenRequests()).isEmpty();
			assertThat(this.other.calls()).isEmpty();
			assertThat(this.platform.tokenRequests()).isEmpty();
		});
	}

}
