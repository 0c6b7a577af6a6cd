package io.videoplatform.internal.discovery;

import java.net.URI;
import java.time.Duration;

import com.github.benmanes.caffeine.cache.Cache;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.DiscoverySnapshot;
import io.videoplatform.client.DocumentSnapshot;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The way from the root URL to the provider's configuration.
 */
class DiscoveryTests {

	private final Platform platform = new Platform();

	private final Discovery discovery = this.platform.discovery();

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void providerWhenCalledThenBothDocumentsAreReadAndHeld() {
		ProviderMetadata metadata = Platform.get(this.discovery);
		assertThat(metadata.issuer()).isEqualTo(this.platform.issuer());
		assertThat(metadata.issuerStated()).isTrue();
		assertThat(metadata.tokenEndpoint()).isEqualTo(URI.create(this.platform.issuer() + "/token"));
		assertThat(metadata.realm()).isEqualTo("platform");
		assertThat(metadata.authServerUrl()).isEqualTo(this.platform.login.url() + "/");
		assertThat(this.platform.events(Level.INFO)).singleElement()
			.isEqualTo("Pinned issuer %1$s; set platform.issuer=%1$s to keep it across restarts"
				.formatted(this.platform.issuer()));
		this.platform.clock.advance(Duration.ofSeconds(59));
		assertThat(this.discovery.provider()).isCompletedWithValue(metadata);
		assertThat(this.platform.webFingers() + this.platform.documents()).isEqualTo(2);
	}

	@Test
	void providerWhenSubjectIsAnotherAndIssuerIsNotStatedThenDerivedWithOneWarningOfEach() {
		this.platform.api.on(Platform.WEBFINGER, TestResponse.json(this.platform.jrdFor(this.platform.issuer())
			.replace(this.platform.api.url() + "/v1/\",", "https://main.example.com/v1/\",")));
		this.platform.document(Platform.configuration(this.platform.issuer()).replace("\"issuer\"", "\"x\""));
		for (int i = 0; i < 3; i++) {
			assertThat(Platform.get(this.discovery)).returns(this.platform.issuer(), ProviderMetadata::issuer)
				.returns(false, ProviderMetadata::issuerStated);
			this.platform.clock.advance(Duration.ofMinutes(2));
		}
		assertThat(this.platform.webFingers() + this.platform.documents()).isEqualTo(6);
		assertThat(this.platform.events(Level.WARN)).hasSize(2)
			.contains(PlatformError.ISSUER_MISMATCH
				.explain("The WebFinger response to the query for %s/v1/ has the subject 'https://main.example.com/v1/'"
					.formatted(this.platform.api.url())))
			.last()
			.asString()
			.contains("states no issuer");
	}

	@Test
	void providerWhenEverythingIsStatedThenRead() {
		this.platform.document(
				"""
						{ "issuer": "%1$s", "token_endpoint": "%1$s/token?tenant=a%%20b", "authorization_endpoint": "%1$s/auth?x",
						  "jwks_uri": "https://keys.example.com/certs", "userinfo_endpoint": "%1$s/userinfo",
						  "end_session_endpoint": "%1$s/logout", "revocation_endpoint": "%1$s/revoke",
						  "token_endpoint_auth_methods_supported": ["private_key_jwt", 7, "client_secret_post"],
						  "authorization_response_iss_parameter_supported": true, "x": null }
						"""
					.formatted(this.platform.issuer()));
		ProviderMetadata metadata = Platform.get(this.discovery);
		assertThat(metadata.tokenEndpoint()).hasToString(this.platform.issuer() + "/token?tenant=a%20b");
		assertThat(metadata.authorizationEndpoint()).hasToString(this.platform.issuer() + "/auth?x");
		assertThat(metadata.jwksUri()).hasToString("https://keys.example.com/certs");
		assertThat(metadata.userinfoEndpoint()).hasToString(this.platform.issuer() + "/userinfo");
		assertThat(metadata.endSessionEndpoint()).hasToString(this.platform.issuer() + "/logout");
		assertThat(metadata.revocationEndpoint()).hasToString(this.platform.issuer() + "/revoke");
		assertThat(metadata.tokenEndpointAuthMethods()).containsExactly("private_key_jwt", "client_secret_post");
		assertThat(metadata.issParameterSupported()).isTrue();
		assertThat(metadata.members()).hasSize(9).doesNotContainKey("x");
		assertThat(metadata).hasToString(
				"ProviderMetadata[issuer=%1$s, tokenEndpoint=%1$s/token, 9 members]".formatted(this.platform.issuer()));
	}

	@Test
	void cacheWhenDocumentsAreFreshThenMadeOnceAndElseAnew() {
		this.platform.jrd(this.platform.issuer(), "Cache-Control: max-age=100");
		this.platform.document(Platform.configuration(this.platform.issuer()), "Cache-Control: max-age=300");
		Cache<ProviderMetadata, Object> cache = this.discovery.cache();
		ProviderMetadata metadata = Platform.get(this.discovery);
		Object made = cache.get(metadata, (found) -> new Object());
		this.platform.clock.advance(Duration.ofSeconds(100).minusNanos(1));
		assertThat(cache.get(Platform.get(this.discovery), (found) -> new Object())).isSameAs(made);
		this.platform.clock.advance(Duration.ofNanos(1));
		assertThat(cache.get(metadata, (found) -> new Object())).isNotSameAs(made);
	}

	@Test
	void snapshotWhenTakenThenNothingIsAsked() {
		Platform.get(this.discovery);
		int before = this.platform.api.requests().size() + this.platform.login.requests().size();
		this.platform.clock.advance(Duration.ofDays(10));
		DiscoverySnapshot snapshot = this.discovery.snapshot();
		assertThat(this.platform.api.requests().size() + this.platform.login.requests().size()).isEqualTo(before);
		assertThat(snapshot.issuer()).isEqualTo(this.platform.issuer());
		assertThat(snapshot.documents()).extracting(DocumentSnapshot::step)
			.containsExactly(PlatformStep.WEBFINGER, PlatformStep.PROVIDER_CONFIGURATION);
		assertThat(snapshot.documents().get(0)).isEqualTo(
				new DocumentSnapshot(PlatformStep.WEBFINGER, URI.create(this.platform.api.url() + Platform.WEBFINGER),
						1, MovableClock.START, MovableClock.START.plusSeconds(60),
						MovableClock.START.plusSeconds(60).plus(Duration.ofHours(24)), 0, null, null, null, null));
	}

}
