package io.videoplatform.internal.login.oidc;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.RSAKey;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.testing.TestResponse;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * When the issuer's JWK set is requested: once for many logins, again for a rotation, and
 * seldom for forged tokens.
 */
class JwkSetTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final OidcProvider provider = new OidcProvider();

	private final Scheduler scheduler = EngineScheduler.create();

	private final JwtVerifierFactory verifiers = this.provider.verifiers(this.scheduler);

	private final JwtDecoder decoder = (token) -> new IdTokenDecoderFactory(this.verifiers)
		.createDecoder(this.provider.registration())
		.decode(token)
		.block(PATIENCE);

	@AfterEach
	void close() {
		this.scheduler.dispose();
		this.provider.close();
	}

	@Test
	void verifyWhenManyAtOnceThenOneRequest() {
		Sinks.One<Boolean> gate = Sinks.one();
		this.provider.holdsKeysUntil(gate.asMono());
		String token = this.provider.token();
		CompletableFuture<List<Jwt>> logins = Flux.range(0, 200)
			.flatMap((login) -> verify(token), 200)
			.collectList()
			.toFuture();
		gate.tryEmitValue(true);
		assertThat(logins).succeedsWithin(PATIENCE).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(200);
		assertThat(this.provider.keyRequests()).hasSize(1);
	}

	@Test
	void decodeWhenKeysRotateThenSeenByTheNextLogin() {
		this.decoder.decode(this.provider.token());
		this.provider.publishes(OidcProvider.SECOND);
		assertThat(this.decoder.decode(OidcProvider.token(OidcProvider.SECOND, this.provider.claims()))).isNotNull();
		assertThat(this.provider.keyRequests()).hasSize(2);
		assertThat(catchThrowable(() -> this.decoder.decode(this.provider.token())))
			.isInstanceOf(BadJwtException.class);
	}

	@Test
	void decodeWhenKeyIsForOtherOperationsThenNotUsed() {
		RSAKey.Builder key = new RSAKey.Builder(OidcProvider.FIRST);
		this.provider.publishes(key.keyOperations(Set.of(KeyOperation.ENCRYPT)).build(), OidcProvider.SECOND);
		assertThat(catchThrowable(() -> this.decoder.decode(this.provider.token()))).isInstanceOf(BadJwtException.class)
			.hasMessageContaining("is signed by key 'first', which the issuer does not publish");
		this.provider.publishes(key.keyOperations(Set.of(KeyOperation.VERIFY)).build());
		this.provider.clock.advance(Duration.ofMinutes(1));
		assertThat(this.decoder.decode(this.provider.token())).isNotNull();
	}

	@Test
	void decodeWhenKeyRotatesUnderTheSameNameThenSeenByTheNextLogin() {
		this.decoder.decode(this.provider.token());
		RSAKey successor = OidcProvider.secondAs("first");
		this.provider.publishes(successor);
		assertThat(this.decoder.decode(OidcProvider.token(successor, this.provider.claims()))).isNotNull();
	}

	@Test
	void decodeWhenIssuerPublishesItsKeysElsewhereThenThoseOfAnotherAreNotUsed() {
		this.decoder.decode(this.provider.token());
		ClientRegistration other = this.provider.registration(Map.of(),
				(registration) -> registration.jwkSetUri(this.provider.issuer() + "/other"));
		assertThat(catchThrowable(
				() -> this.verifiers.decoder(JwtProfile.ID_TOKEN, other).decode(this.provider.token()).block(PATIENCE)))
			.isInstanceOf(LoginUnavailableException.class);
	}

	@Test
	void verifyWhenKeysRotateAndManyLogInThenOneRequestMore() {
		this.decoder.decode(this.provider.token());
		this.provider.publishes(OidcProvider.SECOND);
		String token = OidcProvider.token(OidcProvider.SECOND, this.provider.claims());
		assertThat(Flux.range(0, 200).flatMap((login) -> verify(token), 200).count().block(PATIENCE)).isEqualTo(200);
		assertThat(this.provider.keyRequests()).hasSize(2);
	}

	@Test
	void decodeWhenForgedAgainAndAgainThenRequestsAreFew() {
		String forged = OidcProvider.token(OidcProvider.SECOND, this.provider.claims());
		for (int i = 0; i < 100; i++) {
			assertThat(catchThrowable(() -> this.decoder.decode(forged))).isInstanceOfAny(BadJwtException.class,
					LoginUnavailableException.class);
		}
		assertThat(this.provider.keyRequests()).hasSize(5);
		this.provider.clock.advance(Duration.ofSeconds(4));
		assertThat(catchThrowable(() -> this.decoder.decode(forged))).isInstanceOf(LoginUnavailableException.class);
		assertThat(this.provider.keyRequests()).hasSize(5);
		this.provider.clock.advance(Duration.ofSeconds(1));
		assertThat(catchThrowable(() -> this.decoder.decode(forged))).isInstanceOf(BadJwtException.class);
		assertThat(this.provider.keyRequests()).hasSize(6);
		assertThat(this.decoder.decode(this.provider.token())).isNotNull();
	}

	@Test
	void decodeWhenForgedUnderAKnownNameAndRequestsAreUsedUpThenRefused() {
		String forged = OidcProvider.token(OidcProvider.secondAs("first"), this.provider.claims());
		for (int i = 0; i < 20; i++) {
			assertThat(catchThrowable(() -> this.decoder.decode(forged))).isInstanceOf(BadJwtException.class);
		}
		assertThat(this.provider.keyRequests()).hasSize(5);
	}

	@Test
	void decodeWhenKeysCannotBeReadThenUnavailableAndReportedOnce() {
		this.provider.stop();
		for (int i = 0; i < 3; i++) {
			LoginUnavailableException ex = unavailable();
			assertThat(ex.isRetryable()).isTrue();
			assertThat(ex.getStep()).isEqualTo(PlatformStep.PROVIDER_KEYS);
			assertThat(ex.getUri()).hasToString(this.provider.issuer() + "/keys");
			this.provider.clock.advance(Duration.ofSeconds(1));
		}
		assertThat(this.provider.published(Level.WARN)).singleElement().asString().contains("/keys", "next attempt at");
		this.provider.restart();
		this.provider.clock.advance(Duration.ofSeconds(6));
		assertThat(this.decoder.decode(this.provider.token())).isNotNull();
		assertThat(this.provider.published(Level.INFO)).singleElement().asString().contains("succeeds again");
	}

	@Test
	void decodeWhenNextRequestFailsThenHeldKeysStay() {
		this.decoder.decode(this.provider.token());
		this.provider.returnsKeys(TestResponse.of(500, "broken", "Content-Type: text/plain"));
		String unknown = OidcProvider.token(OidcProvider.SECOND, this.provider.claims());
		assertThat(catchThrowable(() -> this.decoder.decode(unknown))).isInstanceOf(LoginUnavailableException.class);
		assertThat(this.decoder.decode(this.provider.token())).isNotNull();
		assertThat(this.provider.published(Level.WARN)).singleElement().asString().contains("stays in use");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			200 | text/html        | <html>Log in to the network</html> | the response is HTML
			200 | application/json | <html/>                            | the response is HTML
			200 | application/json | {"error":"x"}                      | has no 'keys'
			200 | application/json | {"keys":{}}                        | has no 'keys'
			200 | application/json | {"keys":[]}                        | holds no RSA or EC key
			200 | application/json | {"keys":[{"kty":"oct","k":"AA"}]}  | holds no RSA or EC key
			200 | application/json | {"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB","oth":[{}]}]} | holds no RSA or EC key
			204 | application/json | ``                                 | status 204
			302 | application/json | {}                                 | redirect without a target
			404 | application/json | {}                                 | status 404
			""")
	void decodeWhenResponseIsNoJwkSetThenUnavailable(int status, String contentType, @Nullable String body,
			String reason) {
		this.provider.returnsKeys(TestResponse.of(status, (body != null) ? body : "", "Content-Type: " + contentType));
		assertThat(unavailable()).hasMessageContaining(reason);
	}

	private Mono<Jwt> verify(String token) {
		return Mono
			.defer(() -> this.verifiers.decoder(JwtProfile.ID_TOKEN, this.provider.registration()).decode(token));
	}

	private LoginUnavailableException unavailable() {
		Throwable failure = catchThrowable(() -> this.decoder.decode(this.provider.token()));
		assertThat(failure).isInstanceOf(LoginUnavailableException.class);
		return (LoginUnavailableException) failure;
	}

}
