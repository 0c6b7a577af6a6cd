package io.videoplatform.internal.login.oidc;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.document.HeldDocument;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.event.LimitedEventPublisher;
import io.videoplatform.internal.http.PrintableUrl;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Verifies the JWTs of one profile for one client: the claims first, which needs no
 * request, then the signature.
 */
final class JwtVerifier {

	private static final LenientClaimConverter CONVERTER = new LenientClaimConverter(
			OidcIdTokenDecoderFactory.createDefaultClaimTypeConverters());

	private final JwtRules rules;

	private final OidcClient client;

	private final JwtParser parser;

	private final JwtSignatureVerifier signatures;

	private final Clock clock;

	private final EventPublisher events;

	private final LimitedEventPublisher refusals;

	private volatile boolean timesReported;

	private volatile boolean keyReported;

	/**
	 * Create a new instance.
	 */
	JwtVerifier(JwtRules rules, OidcClient client, HeldDocument<JWKSet> jwkSet, Clock clock, EventPublisher events,
			LimitedEventPublisher refusals) {
		this.rules = rules;
		this.client = client;
		this.parser = new JwtParser(rules);
		this.signatures = new JwtSignatureVerifier(rules, jwkSet, clock);
		this.clock = clock;
		this.events = events;
		this.refusals = refusals;
	}

	/**
	 * Verify a JWT and publish an event if it is refused, once a minute for each reason.
	 * @param token the JWT
	 * @return the JWT, decoded; fails with an {@link InvalidJwtException} if it is
	 * refused and with an {@link OidcProviderUnavailableException} if its claims are
	 * valid and its signature cannot be verified now
	 */
	Mono<Jwt> verify(String token) {
		return decode(token, (signed) -> jwt(signed, claims(signed))).doOnError(InvalidJwtException.class,
				this::publish);
	}

	/**
	 * Verify a JWT that must conform to more than the rules.
	 * @param token the JWT
	 * @param check throws an {@link InvalidJwtException} if the claims, which are
	 * unconverted, do not conform
	 * @return completes if the JWT is valid; fails as without a further check
	 */
	Mono<Void> verify(String token, Consumer<Map<String, Object>> check) {
		return decode(token, (signed) -> {
			Map<String, Object> claims = claims(signed);
			check.accept(claims);
			return claims;
		}).doOnError(InvalidJwtException.class, this::publish).then();
	}

	/**
	 * Verify a JWT and publish nothing if it is refused.
	 * @param token the JWT
	 * @return its claims, unconverted; fails with an {@link InvalidJwtException} if it is
	 * refused and with an {@link OidcProviderUnavailableException} as {@link #verify}
	 * does
	 */
	Mono<Map<String, Object>> verifyClaims(String token) {
		return decode(token, this::claims);
	}

	/**
	 * Validate the times of a logout token by the clock.
	 * @param claims the claims of a verified logout token
	 * @throws OidcProviderUnavailableException if the clock of this node or of the
	 * provider is wrong
	 */
	void validateTimes(Map<String, Object> claims) {
		try {
			LogoutTokenClaimsValidator.validateTimes(new JwtClaims(claims, this.rules, this.clock.instant()));
		}
		catch (InvalidJwtException ex) {
			throw ex.unavailable(this.rules.profile().step(),
					"The %s is valid but for its times: it %s".formatted(this.rules.profile(), ex.reason()),
					this.client);
		}
	}

	private <T> Mono<T> decode(String token, Function<SignedJWT, T> reader) {
		return Mono.defer(() -> InvalidJwtException.guarded(() -> {
			SignedJWT signed = this.parser.parse(token);
			T decoded = InvalidJwtException.read(() -> reader.apply(signed));
			return signedByIssuer(signed).map((jwt) -> decoded);
		})).switchIfEmpty(Mono.error(this::timedOut)).timeout(timeout(), Mono.error(this::timedOut));
	}

	/**
	 * The time after which a verification ends, whether or not the JWK set has arrived.
	 */
	private Duration timeout() {
		return this.client.exchange().deadline().multipliedBy(2);
	}

	/**
	 * The ID token of a refresh comes from the issuer itself, over TLS (OpenID Connect
	 * Core 1.0, section 3.1.3.7, item 6). A key that the JWK set does not contain is a
	 * new one, which a cache in between does not have yet: it is reported once, until a
	 * key fits again.
	 */
	private Mono<SignedJWT> signedByIssuer(SignedJWT signed) {
		Mono<SignedJWT> verified = this.signatures.verify(signed);
		return (this.rules.profile() != JwtProfile.REFRESHED_ID_TOKEN) ? verified
				: verified.doOnNext((jwt) -> this.keyReported = false)
					.onErrorResume(InvalidJwtException.class, (ex) -> {
						if (!ex.isOfUnknownKey()) {
							return Mono.error(ex);
						}
						reportUsed(PlatformError.PROVIDER_KEYS, ex, this.keyReported);
						this.keyReported = true;
						return Mono.just(signed);
					});
	}

	private OidcProviderUnavailableException timedOut() {
		return new OidcProviderUnavailableException(
				PlatformError.PROVIDER_KEYS.explain("The keys at %s did not come within %d ms"
					.formatted(PrintableUrl.of(this.rules.jwkSetUrl()), timeout().toMillis())),
				PlatformError.PROVIDER_KEYS, PlatformStep.PROVIDER_KEYS, PrintableUrl.of(this.rules.jwkSetUrl()), null,
				null);
	}

	private void publish(InvalidJwtException ex) {
		String kind = "%s %s %s".formatted(this.rules.registrationId(), this.rules.profile().name(), ex.kind());
		String message = "The %s for client registration '%s' from %s is refused: it %s".formatted(this.rules.profile(),
				this.rules.registrationId(), this.rules.issuer(), ex.reason());
		this.refusals.publish(this.rules.profile().step(), Level.WARN, ex.error(), kind, message,
				(text) -> InvalidJwtException.explain(ex.error(), text, this.client));
	}

	private void warn(PlatformError error, String message) {
		this.events.publish(this.rules.profile().step(), Level.WARN, error,
				InvalidJwtException.explain(error, message, this.client));
	}

	/**
	 * Nimbus reads no number that is greater than a {@code double} can be.
	 */
	private Map<String, Object> claims(SignedJWT signed) {
		Map<String, Object> claims = signed.getPayload().toJSONObject();
		if (claims == null) {
			throw new InvalidJwtException("holds no set of claims that can be read");
		}
		validate(new JwtClaims(claims, this.rules, this.clock.instant()));
		claims.values().removeIf(Objects::isNull);
		return claims;
	}

	private void validate(JwtClaims claims) {
		switch (this.rules.profile()) {
			case ID_TOKEN -> IdTokenValidator.validate(claims);
			case REFRESHED_ID_TOKEN -> validateRefreshed(claims);
			case LOGOUT_TOKEN -> LogoutTokenClaimsValidator.validate(claims);
			case USER_INFO -> claims.validatePresent();
		}
	}

	/**
	 * Times that do not fit the clock are reported once, until they fit again.
	 */
	private void validateRefreshed(JwtClaims claims) {
		IdTokenValidator.validateAllButTimes(claims);
		try {
			IdTokenValidator.validateTimes(claims);
			this.timesReported = false;
		}
		catch (InvalidJwtException ex) {
			reportUsed(ex.error(), ex, this.timesReported);
			this.timesReported = true;
		}
	}

	private void reportUsed(PlatformError error, InvalidJwtException ex, boolean reported) {
		if (!reported) {
			warn(error,
					"An ID token that came with a refresh is used although it %s. No login ends for it (client registration '%s')"
						.formatted(ex.reason(), this.rules.registrationId()));
		}
	}

	private static Jwt jwt(SignedJWT signed, Map<String, Object> claims) {
		Map<String, Object> converted = converted(claims);
		Object authTime = converted.get(IdTokenClaimNames.AUTH_TIME);
		if (authTime != null && !(authTime instanceof Instant)) {
			throw new InvalidJwtException("has a '%s' of the wrong type".formatted(IdTokenClaimNames.AUTH_TIME));
		}
		return Jwt.withTokenValue(signed.getParsedString())
			.headers((headers) -> headers.putAll(signed.getHeader().toJSONObject()))
			.claims((all) -> all.putAll(converted))
			.build();
	}

	/**
	 * Return claims in the types that Spring Security expects.
	 */
	static Map<String, Object> converted(Map<String, Object> claims) {
		return CONVERTER.convert(claims);
	}

}
