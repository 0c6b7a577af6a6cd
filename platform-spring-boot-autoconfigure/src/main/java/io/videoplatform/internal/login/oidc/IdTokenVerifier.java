package io.videoplatform.internal.login.oidc;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.document.HeldDocument;
import io.videoplatform.internal.http.PrintableUrl;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.core.converter.ClaimTypeConverter;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Verifies the ID tokens of one client, or its other JWTs of one kind: first the claims,
 * for which nobody has to be asked, then the signature. A token whose key is not among
 * the held ones, or whose signature fits none, makes the keys be fetched again, so that a
 * rotation is seen at once.
 */
final class IdTokenVerifier {

	private static final ClaimTypeConverter CONVERTER = new ClaimTypeConverter(
			OidcIdTokenDecoderFactory.createDefaultClaimTypeConverters());

	/**
	 * Twice the pause between fetches of keys: under a storm of forged tokens the keys
	 * are confirmed again and again.
	 */
	private static final Duration CONFIRMATION = Duration.ofSeconds(10);

	private final IdTokenRules rules;

	private final HeldDocument<JwkSet> keys;

	private final Duration bound;

	private final IdTokenSignature signature;

	private final Consumer<Map<String, Object>> claims;

	private final Clock clock;

	private final OidcEvents events;

	private volatile @Nullable Instant confirmed;

	private volatile boolean timesReported;

	/**
	 * Create a new instance.
	 * @param bound the time after which a verification ends, whatever became of the keys
	 */
	IdTokenVerifier(IdTokenRules rules, HeldDocument<JwkSet> keys, Duration bound, Clock clock, OidcEvents events) {
		this.rules = rules;
		this.keys = keys;
		this.bound = bound;
		this.signature = new IdTokenSignature(rules);
		this.claims = claims(rules, clock);
		this.clock = clock;
		this.events = events;
	}

	private Consumer<Map<String, Object>> claims(IdTokenRules rules, Clock clock) {
		return switch (rules.profile()) {
			case ID_TOKEN -> new IdTokenClaims(rules, clock)::check;
			case REFRESHED_ID_TOKEN -> (claims) -> checkRefreshed(new IdTokenClaims(rules, clock), claims);
			case LOGOUT_TOKEN -> new LogoutTokenClaims(rules, clock)::check;
			case USER_INFO -> new UserInfoClaims(rules, clock)::check;
		};
	}

	/**
	 * Times that do not suit the clock are reported once, until they do again.
	 */
	private void checkRefreshed(IdTokenClaims rules, Map<String, Object> claims) {
		rules.checkAllButTimes(claims);
		try {
			rules.checkTimes(claims);
			this.timesReported = false;
		}
		catch (IdTokenRefusal ex) {
			if (!this.timesReported) {
				this.timesReported = true;
				this.events.warn(this.rules.profile().step(),
						"An ID token that came with a refresh is used although it %s. No login ends for it (client registration '%s')."
							.formatted(ex.reason(), this.rules.registrationId()));
			}
		}
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
		}).onErrorMap(IdTokenRefusal.class, (ex) -> new BadJwtException(this.rules.profile().refused(ex)));
	}

	/**
	 * Verify a token that is held to more than the rules.
	 * @param token the token
	 * @param check throws an {@link IdTokenRefusal} if the claims do not suit it
	 * @return as without a further check; fails with an {@link IdTokenRefusal} if it is
	 * refused
	 */
	Mono<Jwt> verify(String token, Consumer<Jwt> check) {
		return read(token, (signed) -> {
			Jwt jwt = jwt(signed);
			check.accept(jwt);
			return jwt;
		}).doOnError(IdTokenRefusal.class, this::report);
	}

	/**
	 * Verify a token and publish nothing if it is refused.
	 * @param token the token
	 * @return its claims as they stand in its JSON object; fails with an
	 * {@link IdTokenRefusal} and as {@link #verify} does
	 */
	Mono<Map<String, Object>> verifiedClaims(String token) {
		return read(token, this::checkedClaims);
	}

	private <T> Mono<T> read(String token, Function<SignedJWT, T> reader) {
		return Mono.defer(() -> IdTokenRefusal.guarded(() -> {
			SignedJWT signed = this.signature.parse(token);
			T read = reader.apply(signed);
			return verified(signed).map((jwt) -> read);
		})).switchIfEmpty(Mono.error(this::overdue)).timeout(this.bound, Mono.error(this::overdue));
	}

	private OidcProviderUnavailableException overdue() {
		return new OidcProviderUnavailableException(
				"The keys at %s did not come within %d ms.".formatted(PrintableUrl.of(this.rules.jwkSetUrl()),
						this.bound.toMillis()),
				PlatformStep.PROVIDER_KEYS, PrintableUrl.of(this.rules.jwkSetUrl()), null, null);
	}

	private void report(IdTokenRefusal refusal) {
		this.events.warn(this.rules.profile().step(), "The %s for client registration '%s' from %s is refused: it %s."
			.formatted(this.rules.profile(), this.rules.registrationId(), this.rules.issuer(), refusal.reason()));
	}

	private Mono<SignedJWT> verified(SignedJWT jwt) {
		return Mono.fromFuture(this.keys::get)
			.flatMap((held) -> isBy(held, jwt) ? Mono.just(jwt) : verifiedByNewer(held, jwt));
	}

	private Mono<SignedJWT> verifiedByNewer(JwkSet held, SignedJWT jwt) {
		return Mono.fromFuture(() -> this.keys.newerThan(held))
			.doOnNext((newer) -> this.confirmed = this.clock.instant())
			.onErrorMap(OidcProviderUnavailableException.class,
					(ex) -> (held.holds(jwt.getHeader().getKeyID()) || isJustConfirmed()) ? notSigned(held, jwt) : ex)
			.map((newer) -> {
				if (!isBy(newer, jwt)) {
					throw notSigned(newer, jwt);
				}
				return jwt;
			});
	}

	/**
	 * Return whether the keys were read just now, so that a key that is not among them is
	 * none of the issuer's. An ID token comes from the issuer itself: its key is new.
	 */
	private boolean isJustConfirmed() {
		Instant last = this.confirmed;
		return this.rules.profile() == JwtProfile.LOGOUT_TOKEN && last != null
				&& Duration.between(last, this.clock.instant()).abs().compareTo(CONFIRMATION) < 0;
	}

	private boolean isBy(JwkSet keys, SignedJWT jwt) {
		return IdTokenRefusal.guarded(() -> this.signature.isBy(keys, jwt));
	}

	private static IdTokenRefusal notSigned(JwkSet keys, SignedJWT jwt) {
		String keyId = jwt.getHeader().getKeyID();
		if (keyId == null || keys.holds(keyId)) {
			return new IdTokenRefusal("has a signature that was not made by the issuer's key");
		}
		return new IdTokenRefusal(
				"is signed by key %s, which the issuer does not publish".formatted(IdTokenRefusal.quoted(keyId)));
	}

	private Map<String, Object> checkedClaims(SignedJWT signed) {
		Map<String, Object> stated = IdTokenSignature.claims(signed);
		this.claims.accept(stated);
		stated.values().removeIf(Objects::isNull);
		return stated;
	}

	/**
	 * Return claims in the types that Spring Security expects.
	 */
	static Map<String, Object> converted(Map<String, Object> claims) {
		return CONVERTER.convert(claims);
	}

	private Jwt jwt(SignedJWT signed) {
		Map<String, Object> converted = converted(checkedClaims(signed));
		Object authTime = converted.get(IdTokenClaimNames.AUTH_TIME);
		if (authTime != null && !(authTime instanceof Instant)) {
			throw new IdTokenRefusal("has a '%s' of the wrong type".formatted(IdTokenClaimNames.AUTH_TIME));
		}
		return Jwt.withTokenValue(signed.getParsedString())
			.headers((headers) -> headers.putAll(signed.getHeader().toJSONObject()))
			.claims((claims) -> claims.putAll(converted))
			.build();
	}

}
