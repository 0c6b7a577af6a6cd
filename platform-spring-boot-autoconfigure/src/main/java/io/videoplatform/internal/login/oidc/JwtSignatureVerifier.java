package io.videoplatform.internal.login.oidc;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSecurityContextJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEProcessor;
import com.nimbusds.jose.proc.JWKSecurityContext;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.internal.document.HeldDocument;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Verifies signatures with the issuer's JWK set, and with no key that the JWT's own
 * header names ({@code jwk}, {@code jku}, {@code x5c}). If no held key fits, the JWK set
 * is requested again, so that a key rotation takes effect at once.
 */
final class JwtSignatureVerifier {

	/**
	 * Twice the pause between requests for a JWK set: under a flood of forged tokens it
	 * is confirmed again and again.
	 */
	private static final Duration CONFIRMATION = Duration.ofSeconds(10);

	private final JwtRules rules;

	private final HeldDocument<JWKSet> jwkSet;

	private final Clock clock;

	private final DefaultJOSEProcessor<JWKSecurityContext> processor = new DefaultJOSEProcessor<>();

	private volatile @Nullable Instant confirmed;

	JwtSignatureVerifier(JwtRules rules, HeldDocument<JWKSet> jwkSet, Clock clock) {
		this.rules = rules;
		this.jwkSet = jwkSet;
		this.clock = clock;
		this.processor
			.setJWSKeySelector(new JWSVerificationKeySelector<>(rules.algorithms(), new JWKSecurityContextJWKSet()));
		this.processor.setJWSTypeVerifier((type, context) -> {
		});
	}

	/**
	 * Verify the signature of a JWT.
	 * @return the JWT; fails with an {@link InvalidJwtException} if no key of the issuer
	 * made the signature and with an {@link OidcProviderUnavailableException} if the JWK
	 * set cannot be read
	 */
	Mono<SignedJWT> verify(SignedJWT jwt) {
		return Mono.fromFuture(this.jwkSet::get)
			.flatMap((held) -> isSignedBy(held, jwt) ? Mono.just(jwt) : verifyByNewer(held, jwt));
	}

	private Mono<SignedJWT> verifyByNewer(JWKSet held, SignedJWT jwt) {
		return Mono.fromFuture(() -> this.jwkSet.newerThan(held))
			.doOnNext((newer) -> this.confirmed = this.clock.instant())
			.onErrorMap(OidcProviderUnavailableException.class,
					(ex) -> (contains(held, jwt.getHeader().getKeyID()) || isConfirmed()) ? notSignedBy(held, jwt) : ex)
			.map((newer) -> {
				if (!isSignedBy(newer, jwt)) {
					throw notSignedBy(newer, jwt);
				}
				return jwt;
			});
	}

	/**
	 * Return whether the JWK set was confirmed a moment ago, so that a key it does not
	 * contain is not the issuer's. That holds for logout tokens only, which any sender
	 * can post: an ID token comes from the issuer itself, so that its key is new.
	 */
	private boolean isConfirmed() {
		Instant last = this.confirmed;
		return this.rules.profile() == JwtProfile.LOGOUT_TOKEN && last != null
				&& Duration.between(last, this.clock.instant()).abs().compareTo(CONFIRMATION) < 0;
	}

	/**
	 * A JWT without key identifier is tried with each key that fits the algorithm.
	 */
	private boolean isSignedBy(JWKSet jwkSet, SignedJWT jwt) {
		return InvalidJwtException.guarded(() -> {
			try {
				this.processor.process(jwt, new JWKSecurityContext(jwkSet.getKeys()));
				return true;
			}
			catch (BadJOSEException | JOSEException ex) {
				return false;
			}
		});
	}

	private static boolean contains(JWKSet jwkSet, @Nullable String keyId) {
		return keyId != null && jwkSet.getKeyByKeyId(keyId) != null;
	}

	private static InvalidJwtException notSignedBy(JWKSet jwkSet, SignedJWT jwt) {
		String keyId = jwt.getHeader().getKeyID();
		if (keyId == null || contains(jwkSet, keyId)) {
			return new InvalidJwtException("has a signature that was not made by the issuer's key");
		}
		return InvalidJwtException.ofUnknownKey(keyId);
	}

}
