package io.videoplatform.internal.discovery;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.videoplatform.Gates;
import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which issuer may receive credentials, also when the API host is no longer to be
 * trusted.
 */
class TrustTests {

	private final Platform platform = new Platform();

	private final TestServer evil = new TestServer();

	@BeforeEach
	void evilIsConsistent() {
		this.evil.on(Platform.DOCUMENT, TestResponse.json(Platform.configuration(evilIssuer())));
	}

	@AfterEach
	void close() {
		this.platform.close();
		this.evil.close();
	}

	@Test
	void providerWhenAnotherIssuerIsNamedThenQuarantinedAndTheGoodOneStays() {
		Discovery discovery = this.platform.discovery();
		ProviderMetadata good = Platform.get(discovery);
		nameEvil();
		for (int i = 0; i < 15_000; i++) {
			assertThat(Platform.get(discovery)).isEqualTo(good);
			this.platform.clock.advance(Duration.ofMillis(2));
		}
		assertThat(this.evil.requests().size()).isZero();
		assertThat(this.platform.webFingers()).isLessThanOrEqualTo(3);
		assertThat(this.platform.events(Level.ERROR)).singleElement()
			.asString()
			.startsWith("Issuer trust at " + this.platform.api.url())
			.contains(
					("the API host names issuer %s, but %s (token endpoint at %s) is pinned; "
							+ "if the former is meant, set 'platform.issuer' to %1$s and restart")
						.formatted(evilIssuer(), this.platform.issuer(), this.platform.login.url()),
					"; what is held stays in use until ");
		assertThat(this.platform.events(Level.WARN)).isEmpty();
		assertThat(discovery.snapshot().quarantinedIssuer()).isEqualTo(evilIssuer());
		assertThat(discovery.snapshot().issuer()).isEqualTo(this.platform.issuer());
	}

	@Test
	void providerWhenQuarantineLastsThenOneErrorUntilTheGoodIssuerIsNamedAgain() {
		Discovery discovery = this.platform.discovery();
		settled(discovery);
		nameEvil();
		for (int i = 0; i < 5; i++) {
			settled(discovery);
			this.platform.clock.advance(Duration.ofMinutes(2));
		}
		assertThat(this.platform.events(Level.ERROR)).hasSize(1);
		assertThat(discovery.snapshot().quarantinedIssuer()).isEqualTo(evilIssuer());
		assertThat(this.platform.documents()).isGreaterThan(3);
		this.platform.jrd("https://login.evil.example/realms/platform");
		settled(discovery);
		assertThat(this.platform.events(Level.ERROR)).hasSize(1);
		assertThat(discovery.snapshot().quarantinedIssuer()).isEqualTo("https://login.evil.example/realms/platform");
		this.platform.jrd(this.platform.issuer(), "Cache-Control: max-age=60");
		this.platform.clock.advance(Duration.ofSeconds(39));
		settled(discovery);
		assertThat(discovery.snapshot().quarantinedIssuer()).isNull();
		assertThat(this.platform.events(Level.INFO)).last().asString().contains("succeeds again");
	}

	@Test
	void providerWhenQuarantineOutlastsStaleIfErrorThenFails() {
		Discovery discovery = this.platform.discovery();
		Platform.get(discovery);
		nameEvil();
		Platform.get(discovery);
		this.platform.clock.setTo(MovableClock.START.plusSeconds(60).plus(Duration.ofHours(24)));
		PlatformDiscoveryException failure = Platform.failure(discovery);
		assertThat(failure.getStep()).isEqualTo(PlatformStep.ISSUER_TRUST);
		assertThat(failure.isRetryable()).isFalse();
		assertThat(this.evil.requests().size()).isZero();
		this.platform.jrd(this.platform.issuer());
		this.platform.clock.setTo(next(failure));
		Platform.get(discovery);
	}

	@Test
	void providerWhenPinnedIssuerNamesAnotherTokenEndpointThenQuarantined() {
		Discovery discovery = this.platform.discovery();
		ProviderMetadata good = settled(discovery);
		moveTokenEndpoint();
		this.platform.clock.advance(Duration.ofMinutes(2));
		for (int i = 0; i < 3; i++) {
			assertThat(settled(discovery)).isEqualTo(good);
			this.platform.clock.advance(Duration.ofMinutes(2));
		}
		assertThat(this.platform.events(Level.ERROR)).singleElement()
			.asString()
			.contains("token endpoint at " + this.evil.url());
		assertThat(discovery.snapshot().quarantinedIssuer()).isEqualTo(this.platform.issuer());
		this.platform.document(Platform.configuration(this.platform.issuer()));
		settled(discovery);
		assertThat(discovery.snapshot().quarantinedIssuer()).isNull();
	}

	@Test
	void providerWhenConfiguredIssuerNamesAnotherTokenEndpointThenAccepted() {
		this.platform.with((settings) -> this.platform.settings(this.platform.issuer()));
		Discovery discovery = this.platform.discovery();
		Platform.get(discovery);
		moveTokenEndpoint();
		this.platform.clock.advance(Duration.ofMinutes(2));
		assertThat(Platform.get(discovery).tokenEndpoint()).isEqualTo(URI.create(this.evil.url() + "/token"));
		assertThat(this.platform.events(Level.INFO)).singleElement().asString().startsWith("Issuer changed from ");
		assertThat(this.platform.events(Level.ERROR)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void providerWhenFirstIssuerIsNotTrustedThenRefusedBeforeItIsAsked(boolean exact) {
		this.platform.with((settings) -> exact ? this.platform.settings(this.platform.issuer())
				: this.platform.settings(null, "https://*.vendor.example", this.platform.issuer()));
		nameEvil();
		Discovery discovery = this.platform.discovery();
		PlatformDiscoveryException failure = Platform.failure(discovery);
		assertThat(failure.getStep()).isEqualTo(PlatformStep.ISSUER_TRUST);
		assertThat(failure.isRetryable()).isFalse();
		assertThat(failure).hasMessageContaining(evilIssuer())
			.hasMessageContaining(exact ? "'platform.issuer'" : "'platform.discovery.trusted-issuers'");
		assertThat(Duration.between(this.platform.clock.instant(), next(failure))).isBetween(Duration.ofMillis(180),
				Duration.ofMillis(220));
		assertThat(this.evil.requests().size()).isZero();
		assertThat(discovery.snapshot().quarantinedIssuer()).isNull();
		assertThat(this.platform.events(Level.ERROR)).singleElement().asString().startsWith("Issuer trust at ");
		this.platform.jrd(this.platform.issuer());
		this.platform.clock.setTo(next(failure));
		Platform.get(discovery);
	}

	@Test
	void providerWhenStatedIssuerHasASlashThenConfiguredAccordingly() {
		this.platform.document(Platform.configuration(this.platform.issuer()).replace("platform\"", "platform/\""));
		this.platform.with((settings) -> this.platform.settings(this.platform.issuer() + "/"));
		assertThat(Platform.get(this.platform.discovery()).issuer()).isEqualTo(this.platform.issuer() + "/");
	}

	@Test
	void providerWhenTrustedIssuerChangesThenNewMetadata() {
		this.platform.with((settings) -> this.platform.settings(null, this.platform.issuer(), evilIssuer()));
		Discovery discovery = this.platform.discovery();
		Platform.get(discovery);
		this.platform.jrd(evilIssuer(), "Cache-Control: max-age=60");
		this.platform.clock.advance(Duration.ofMinutes(2));
		assertThat(Platform.get(discovery).issuer()).isEqualTo(evilIssuer());
		assertThat(discovery.snapshot().issuer()).isEqualTo(evilIssuer());
		this.platform.jrd(this.platform.issuer());
		this.platform.clock.advance(Duration.ofMinutes(2));
		assertThat(Platform.get(discovery).issuer()).isEqualTo(this.platform.issuer());
		assertThat(this.platform.events(Level.ERROR)).isEmpty();
	}

	@Test
	void providerWhenAnotherIssuerWasPinnedMeanwhileThenWhatIsHeldIsAskedAgainAndRefused() {
		CountDownLatch gate = new CountDownLatch(1);
		this.platform.jrd(this.platform.issuer(), "Cache-Control: no-store");
		this.platform.login.on(Platform.DOCUMENT, (request) -> {
			Gates.await(gate);
			return TestResponse.json(Platform.configuration(this.platform.issuer()), "Cache-Control: max-age=60");
		});
		Discovery discovery = this.platform.withoutMinLifetime().discovery();
		CompletableFuture<ProviderMetadata> slow = discovery.provider();
		this.platform.login.awaitRequests(Platform.DOCUMENT, 1);
		this.evil.on(Platform.DOCUMENT, TestResponse.status(503));
		this.platform.jrd(evilIssuer(), "Cache-Control: max-age=60");
		Platform.failure(discovery);
		gate.countDown();
		assertThat(Platform.get(slow).issuer()).isEqualTo(this.platform.issuer());
		this.platform.clock.advance(Duration.ofMinutes(1));
		assertThat(Platform.failure(discovery).getStep()).isEqualTo(PlatformStep.ISSUER_TRUST);
		this.platform.jrd(this.platform.issuer(), "Cache-Control: max-age=60");
		this.platform.clock.advance(Duration.ofSeconds(6));
		assertThat(Platform.get(discovery).issuer()).isEqualTo(this.platform.issuer());
	}

	/**
	 * Return what a call gets, once the loads behind it have ended.
	 */
	private ProviderMetadata settled(Discovery discovery) {
		ProviderMetadata served = Platform.get(discovery);
		Gates.until(() -> discovery.unfinished() == null && this.platform.isIdle());
		return served;
	}

	private void nameEvil() {
		this.platform.jrd(evilIssuer() + "/.well-known/openid-configuration", "Cache-Control: max-age=31536000");
		this.platform.clock.advance(Duration.ofSeconds(61));
	}

	private void moveTokenEndpoint() {
		String moved = Platform.configuration(this.platform.issuer())
			.replace(this.platform.issuer() + "/token", this.evil.url() + "/token");
		this.platform.document(moved);
	}

	private String evilIssuer() {
		return this.evil.url() + "/realms/platform";
	}

	private static Instant next(PlatformDiscoveryException failure) {
		Instant next = failure.getNextAttempt();
		assertThat(next).isNotNull();
		return next;
	}

}
