package io.videoplatform.autoconfigure.browser;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.autoconfigure.RunningApplication;
import io.videoplatform.internal.browser.BrowserEndpoint;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the document says and for how long it may be kept, whatever serves it.
 */
@ExtendWith(OutputCaptureExtension.class)
class BrowserEndpointTests {

	private static final String LEFT_OUT = "browser applications get neither";

	private final MovableClock clock = new MovableClock();

	private final TestPlatform host = new TestPlatform();

	{
		this.host.documents().minimal().caching("max-age=600", "max-age=600");
	}

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class, PlatformAutoConfiguration.class))
		.withUserConfiguration(BrowserConfiguration.class)
		.withBean("platformClock", Clock.class, () -> this.clock)
		.withBean("platformRandom", RandomGenerator.class, () -> RunningApplication.NO_SPREAD)
		.withPropertyValues("platform.root-url=" + this.host.rootUrl(), "platform.browser.client-id=browser");

	@AfterEach
	void close() {
		this.host.close();
	}

	private void run(TestRequests requests, String... properties) {
		this.runner.withPropertyValues(properties)
			.run((context) -> requests
				.send(() -> context.getBean(BrowserEndpoint.class).handle(HttpMethod.GET).join()));
	}

	private static JsonNode json(ResponseEntity<byte[]> response) {
		assertThat(response.getStatusCode()).isEqualTo(HttpStatus.OK);
		return JsonMapper.shared().readTree(response.getBody());
	}

	private static String text(ResponseEntity<byte[]> response) {
		return new String(Objects.requireNonNull(response.getBody()), StandardCharsets.UTF_8);
	}

	@Test
	void getWhenOptionalEndpointsAreMissingOrUnsafeThenLeftOut() {
		this.host.documents()
			.metadata("check_session_iframe", "http://login.example.com/iframe.html")
			.metadata("end_session_endpoint", "javascript:alert(1)")
			.metadata("jwks_uri", 1)
			.metadata("authorization_response_iss_parameter_supported", false);
		run((endpoint) -> assertThat(json(endpoint.get()).get("oidcProvider").propertyNames()).containsExactly("issuer",
				"authorization_endpoint", "token_endpoint"));
	}

	@Test
	void getWhenFlowIsImplicitThenWithoutPkce() {
		run((endpoint) -> {
			JsonNode document = json(endpoint.get());
			assertThat(document.get("flow").asString()).isEqualTo("implicit");
			assertThat(document.get("scope").asString()).isEqualTo("openid profile");
			assertThat(document.has("pkceMethod")).isFalse();
		}, "platform.browser.flow=implicit", "platform.browser.scope=openid,profile");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			max-age=600             | max-age=900             | 0   | private, max-age=600
			max-age=600             | max-age=600             | 599 | private, max-age=1
			max-age=86400           | no-store                | 0   | private, max-age=60
			no-cache                | max-age=86400           | 20  | private, max-age=40
			""")
	void getWhenDiscoveryIsFreshThenKeptNoLonger(String webFinger, String configuration, int age, String expected) {
		this.host.documents().caching(webFinger, configuration);
		run((endpoint) -> {
			endpoint.get();
			this.clock.advance(Duration.ofSeconds(age));
			assertThat(endpoint.get().getHeaders().getCacheControl()).isEqualTo(expected);
		});
	}

	@Test
	void getWhenConfigurationIsStaleThenCheckedEachTime() {
		run((endpoint) -> {
			endpoint.get();
			this.host.fail("", 503);
			this.clock.advance(Duration.ofMinutes(20));
			ResponseEntity<byte[]> response = endpoint.get();
			assertThat(response.getStatusCode()).isEqualTo(HttpStatus.OK);
			assertThat(response.getHeaders().getCacheControl()).isEqualTo("private, no-cache");
		});
	}

	@Test
	void getWhenTokenEndpointMovesToAnotherOriginThenUnavailable() {
		run((endpoint) -> {
			assertThat(endpoint.get().getStatusCode()).isEqualTo(HttpStatus.OK);
			this.host.documents().metadata("token_endpoint", "https://evil.example/token");
			this.clock.advance(Duration.ofMinutes(11));
			ResponseEntity<byte[]> response = endpoint.get();
			assertThat(response.getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
			assertThat(text(response)).contains("not trusted").doesNotContain("evil.example");
		});
	}

	@Test
	void getWhenDocumentHasAnotherIssuerThenUnavailable() {
		run((endpoint) -> {
			assertThat(endpoint.get().getStatusCode()).isEqualTo(HttpStatus.OK);
			this.host.documents().metadata("issuer", "https://evil.example");
			this.clock.advance(Duration.ofMinutes(11));
			assertThat(endpoint.get().getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			platform  | /auth          | true
			platform  | /auth/         | true
			platform  | /auth/?x=      | false
			platform  | /other         | false
			Platform  | /auth          | false
			x/../platform | /auth      | false
			""")
	void getWhenRealmIsNamedThenShownOnlyIfItLeadsToTheIssuer(String realm, String path, boolean shown,
			CapturedOutput output) {
		this.host.documents().realm(realm, this.host.rootUrl() + path);
		run((endpoint) -> {
			JsonNode document = json(endpoint.get());
			endpoint.get();
			assertThat(document.has("url")).isEqualTo(shown);
			assertThat(document.has("realm")).isEqualTo(shown);
			if (shown) {
				assertThat(document.get("url").asString() + "/realms/" + document.get("realm").asString())
					.isEqualTo(document.get("oidcProvider").get("issuer").asString());
				assertThat(output).doesNotContain(LEFT_OUT);
			}
			else {
				assertThat(output).containsOnlyOnce(LEFT_OUT);
			}
		});
	}

	/**
	 * What is sent while the application runs.
	 */
	private interface TestRequests {

		void send(Supplier<ResponseEntity<byte[]>> endpoint);

	}

}
