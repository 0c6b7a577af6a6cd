package io.videoplatform.internal.discovery;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Hostile and odd documents, each with the outcome that is demanded. The tables say what
 * is wrong or odd in each.
 */
class HostileDocumentTests {

	private final Platform platform = new Platform();

	private final Discovery discovery = this.platform.discovery();

	@AfterEach
	void close() {
		this.platform.close();
	}

	@ParameterizedTest(name = "{0}")
	@CsvFileSource(resources = "/discovery/jrd-refused.csv", delimiter = '|', quoteCharacter = '`', numLinesToSkip = 2,
			ignoreLeadingAndTrailingWhitespace = true, maxCharsPerColumn = 100_000)
	void providerWhenWebFingerResponseIsHostileThenRefused(String wrong, String message, @Nullable String body) {
		respond(this.platform.api, Platform.WEBFINGER, body);
		PlatformDiscoveryException failure = Platform.failure(this.discovery);
		assertThat(failure.getStep()).isEqualTo(PlatformStep.WEBFINGER);
		assertThat(failure.getUri()).isEqualTo(URI.create(this.platform.api.url() + Platform.WEBFINGER));
		assertThat(failure).hasMessageContaining("WebFinger at " + failure.getUri() + " failed: ")
			.hasMessageContaining(message);
		assertThatNothingLeaked(failure);
		assertThat(this.platform.login.requests().size()).isZero();
	}

	@ParameterizedTest(name = "{0}")
	@CsvFileSource(resources = "/discovery/configuration-refused.csv", delimiter = '|', quoteCharacter = '`',
			numLinesToSkip = 2, maxCharsPerColumn = 100_000)
	void providerWhenConfigurationIsHostileThenRefused(String wrong, String message, @Nullable String body) {
		respond(this.platform.login, Platform.DOCUMENT, body);
		PlatformDiscoveryException failure = Platform.failure(this.discovery);
		assertThat(failure.getStep()).isEqualTo(PlatformStep.PROVIDER_CONFIGURATION);
		assertThat(failure.getUri()).isEqualTo(URI.create(this.platform.login.url() + Platform.DOCUMENT));
		assertThat(failure).hasMessageContaining("Provider configuration at " + failure.getUri() + " failed: ")
			.hasMessageContaining(message);
		assertThat(failure.getNextAttempt()).isAfter(this.platform.clock.instant());
		assertThatNothingLeaked(failure);
		assertThat(this.discovery.snapshot().issuer()).isNull();
	}

	@ParameterizedTest(name = "{0}")
	@CsvFileSource(resources = "/discovery/jrd-accepted.csv", delimiter = '|', quoteCharacter = '`', numLinesToSkip = 2,
			nullValues = "-", maxCharsPerColumn = 100_000)
	void providerWhenWebFingerResponseIsOddThenRead(String odd, @Nullable String realm, @Nullable String authServerUrl,
			String body) {
		respond(this.platform.api, Platform.WEBFINGER, body);
		ProviderMetadata metadata = Platform.get(this.discovery);
		assertThat(metadata.issuer()).isEqualTo(this.platform.issuer());
		assertThat(metadata.realm()).isEqualTo(realm);
		assertThat(metadata.authServerUrl()).isEqualTo(authServerUrl);
	}

	@ParameterizedTest(name = "{0}")
	@CsvFileSource(resources = "/discovery/configuration-accepted.csv", delimiter = '|', quoteCharacter = '`',
			numLinesToSkip = 2, maxCharsPerColumn = 100_000)
	void providerWhenConfigurationIsOddThenRead(String odd, String body) {
		respond(this.platform.login, Platform.DOCUMENT, body);
		ProviderMetadata metadata = Platform.get(this.discovery);
		assertThat(metadata.issuer()).startsWith(this.platform.issuer());
		assertThat(metadata.tokenEndpoint()).isEqualTo(URI.create(this.platform.issuer() + "/token"));
		assertThat(metadata.authorizationEndpoint()).isEqualTo(URI.create(this.platform.issuer() + "/auth"));
		assertThat(metadata.tokenEndpointAuthMethods()).containsExactly("client_secret_basic");
		assertThat(metadata.issParameterSupported()).isFalse();
		assertThat(metadata.jwksUri()).isNull();
		assertThat(metadata.userinfoEndpoint()).isNull();
		assertThat(metadata.endSessionEndpoint()).isNull();
		assertThat(metadata.revocationEndpoint()).isNull();
		assertThat(metadata.members()).isUnmodifiable().doesNotContainValue(null);
	}

	private void respond(TestServer server, String path, @Nullable String template) {
		String issuer = this.platform.issuer();
		String body = ((template != null) ? template : "").replace("{base}", this.platform.root().baseUrl().toString())
			.replace("{endpoints}",
					"\"token_endpoint\":\"{issuer}/token\",\"authorization_endpoint\":\"{issuer}/auth\"")
			.replace("{document}", issuer + "/.well-known/openid-configuration")
			.replace("{issuer}", issuer)
			.replace("{login}", this.platform.login.url())
			.replace("{rel}", WebFingerReader.ISSUER_REL);
		server.on(path, TestResponse.of(200, body));
	}

	private void assertThatNothingLeaked(PlatformDiscoveryException failure) {
		StringWriter printed = new StringWriter();
		failure.printStackTrace(new PrintWriter(printed));
		assertThat(printed.toString()).doesNotContain("secret", "resource=");
		assertThat(this.platform.events).extracting(PlatformEvent::message)
			.noneMatch((message) -> message.contains("secret") || message.contains("\n") || message.contains("\r"));
	}

}
