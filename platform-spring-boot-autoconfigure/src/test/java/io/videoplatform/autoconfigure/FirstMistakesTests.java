package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClients;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchException;

/**
 * What a newcomer does wrong in the first ten minutes, beside malformed values, which
 * {@link BadInputTests} has: the report of the failed start names it and the remedy.
 */
@ExtendWith(OutputCaptureExtension.class)
class FirstMistakesTests {

	private static final String SECRET = "hunter2";

	@TempDir
	Path folder;

	private static RefusedSettings read(String... properties) {
		return RefusedSettings.of(withRootUrl(properties));
	}

	private static String[] withRootUrl(String... properties) {
		Stream<String> own = Stream.of(properties);
		return (Stream.of(properties).anyMatch((property) -> property.startsWith("platform.root-url=")) ? own
				: Stream.concat(own, Stream.of("platform.root-url=https://api.example.com")))
			.toArray(String[]::new);
	}

	/**
	 * Return what is reported of a context that fails.
	 */
	private static RefusedSettings refused(Class<?> source, String... properties) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			TestPropertyValues.of(withRootUrl(properties)).and("platform.discovery.warm-up=false").applyTo(context);
			context.register(source, SslAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
					PlatformAutoConfiguration.class);
			Exception failure = Objects.requireNonNull(catchException(context::refresh));
			FailureAnalysis analysis = Objects.requireNonNull(new PlatformFailureAnalyzer().analyze(failure));
			return new RefusedSettings(analysis.getDescription(), Objects.requireNonNull(analysis.getAction()));
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			root-url              | root-url=${API_URL}                                   | '${API_URL}'
			username              | username=${USER_NAME}; password=hunter2               | '${USER_NAME}'
			password              | username=me; password=${hunter2}                      |
			client-id             | client-id=${CLIENT}; client-secret=hunter2            | '${CLIENT}'
			client-secret         | client-id=app; client-secret=${hunter2}               |
			scope                 | username=me; password=hunter2; scope=openid,${SCOPE}  | '${SCOPE}'
			token-request.parameters.audience | client-id=app; token-request.parameters.audience=${hunter2} |
			clients.jobs.password | clients.jobs.username=me; clients.jobs.password=${hunter2} |
			""")
	void startWhenPlaceholderIsUnresolvedThenNamed(String property, String settings, String shown) {
		String[] properties = List.of(settings.split("; "))
			.stream()
			.map((setting) -> "platform." + setting)
			.toArray(String[]::new);
		RefusedSettings failed = read(properties);
		assertThat(failed.description()).isEqualTo("Property 'platform.%s' %srefers to a variable that is not set."
			.formatted(property, (shown != null) ? "with value '%s' ".formatted(shown) : ""));
		assertThat(failed.action()).startsWith(
				property.equals("root-url") ? "Write scheme and host of the platform's API" : "Set the variable");
		assertThat(failed.toString()).doesNotContain(SECRET);
	}

	@ParameterizedTest
	@ValueSource(strings = { "platform.token-request.parameters", "platform.clients.jobs.token-request.parameters",
			"platform.clients", "platform.clients.jobs" })
	void startWhenParametersAreOneValueThenItIsNotPrinted(String property) {
		RefusedSettings failed = read(property + "=" + SECRET);
		assertThat(failed.description()).isEqualTo("Property '%s' cannot be read.".formatted(property));
		assertThat(failed.action()).contains("a property of its own");
		assertThat(failed.toString()).doesNotContain(SECRET);
	}

	@ParameterizedTest
	@CsvSource({ "truststore.certificate", "keystore.certificate" })
	void startWhenPemIsNoneThenBundleIsNamed(String property) throws IOException {
		Path pem = Files.writeString(this.folder.resolve("ca.pem"), SECRET);
		RefusedSettings failed = refused(Plain.class, "platform.ssl.bundle=acme",
				"spring.ssl.bundle.pem.acme." + property + "=file:" + pem);
		assertThat(failed.description())
			.startsWith("Property 'platform.ssl.bundle' with value 'acme' names an SSL bundle that cannot be read (")
			.contains("certificate");
		assertThat(failed.action()).contains("'spring.ssl.bundle.pem.acme'");
		assertThat(failed.toString()).doesNotContain(SECRET);
	}

	@Test
	void startWhenClientIsUnknownThenThoseThereAre() {
		RefusedSettings failed = refused(UnknownClient.class);
		assertThat(failed.description()).isEqualTo("No client named 'reprots': there is 'platform'.");
		assertThat(failed.action()).isEqualTo(PlatformError.UNKNOWN_CLIENT.getCure());
	}

	@Test
	void startWhenRootUrlIsMissingThenReported(CapturedOutput output) {
		FailedStart failed = FailedStart.of(List.of(), output);
		assertThat(failed.description()).isEqualTo("Property 'platform.root-url' is not set.");
		assertThat(failed.action()).contains("'https://api.example.com'");
	}

	@Configuration(proxyBeanMethods = false)
	static class Plain {

	}

	@Configuration(proxyBeanMethods = false)
	static class UnknownClient {

		@Bean
		String name(PlatformClients clients) {
			return clients.get("reprots").toString();
		}

	}

}
