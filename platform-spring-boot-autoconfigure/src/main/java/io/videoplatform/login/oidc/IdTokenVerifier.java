package io.videoplatform.login.oidc;

import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.PlatformStep;
import io.videoplatform.document.HeldDocument;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.core.converter.ClaimTypeConverter;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Verifies the ID tokens of one client: first the claims, for which nobody has to be
 * asked, then the signature. A token whose key is not among the held ones, or whose
 * signature fits none, makes the keys be fetched again, so that a rotation is seen at
 * once.
 */
final class IdTokenVerifier {

	private static final ClaimTypeConverter CONVERTER = new ClaimTypeConverter(
			OidcIdTokenDecoderFactory.createDefaultClaimTypeConverters());

	private final IdTokenRules rules;

	private final HeldDocument<JwkSet> keys;

	private final IdTokenSignature signature;

	private final IdTokenClaims claims;

	private final OidcEvents events;

	IdTokenVerifier(IdTokenRules rules, HeldDocument<JwkSet> keys, Clock clock, OidcEvents events) {
		this.rules = rules;
		this.keys = keys;
		this.signature = new IdTokenSignature(rules);
		this.claims = new IdTokenClaims(rules, clock);
		this.events = events;
	}

	/**
	 * Verify a token.
	 * @param token the token
	 * @return its claims; fails with a {@link BadJwtException} if it is refused and with
	 * an {@link OidcProviderUnavailableException} if its claims are good and its
	 * signature cannot be judged
	 */
	Mono<Jwt> verify(String token) {
		return verify(token, (jwt) -> {
		});
	}

	/**
	 * Verify a token that is held to more than the rules.
	 * @param token the token
	 * @param check throws an {@link IdTokenRefusal} if the claims do not suit it
	 * @return as without a further check
	 */
	Mono<Jwt> verify(String token, Consumer<Jwt> check) {
		return Mono.defer(() -> {
			SignedJWT signed = this.signature.parse(token);
			Jwt jwt = jwt(signed);
			check.accept(jwt);
			return verified(signed).thenReturn(jwt);
		}).onErrorMap(IdTokenRefusal.class, this::refused);
	}

	private BadJwtException refused(IdTokenRefusal refusal) {
		this.events.warn(PlatformStep.ID_TOKEN, "The ID token for client registration '%s' from %s is refused: it %s."
			.formatted(this.rules.registrationId(), this.rules.issuer(), refusal.reason()));
		return new BadJwtException("The ID token is refused: it %s.".formatted(refusal.reason()));
	}

	private Mono<SignedJWT> verified(SignedJWT jwt) {
		return Mono.fromFuture(this.keys::get)
			.flatMap((held) -> this.signature.isBy(held, jwt) ? Mono.just(jwt) : verifiedByNewer(held, jwt));
	}

	private Mono<SignedJWT> verifiedByNewer(JwkSet held, SignedJWT jwt) {
		return Mono.fromFuture(() -> this.keys.newerThan(held))
			.onErrorMap(OidcProviderUnavailableException.class,
					(ex) -> held.holds(jwt.getHeader().getKeyID()) ? notSigned(held, jwt) : ex)
			.map((newer) -> {
				if (!this.signature.isBy(newer, jwt)) {
					throw notSigned(newer, jwt);
				}
				return jwt;
			});
	}

	private static IdTokenRefusal notSigned(JwkSet keys, SignedJWT jwt) {
		String keyId = jwt.getHeader().getKeyID();
		if (keyId == null || keys.holds(keyId)) {
			return new IdTokenRefusal("has a signature that was not made by the issuer's key");
		}
		return new IdTokenRefusal(
				"is signed by key %s, which the issuer does not publish".formatted(IdTokenRefusal.quoted(keyId)));
	}

	private Jwt jwt(SignedJWT signed) {
		Map<String, Object> stated = IdTokenSignature.claims(signed);
		this.claims.check(stated);
		stated.values().removeIf(Objects::isNull);
		Map<String, Object> converted = CONVERTER.convert(stated);
		return Jwt.withTokenValue(signed.getParsedString())
			.headers((headers) -> headers.putAll(signed.getHeader().toJSONObject()))
			.claims((claims) -> claims.putAll(converted))
			.build();
	}

}
