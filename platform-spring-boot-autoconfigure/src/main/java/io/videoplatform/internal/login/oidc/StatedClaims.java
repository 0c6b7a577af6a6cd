package io.videoplatform.internal.login.oidc;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.jwt.JwtClaimNames;

/**
 * The claims of a JWT as the issuer signed them, before any conversion, with the checks
 * that all JWTs have in common. Every refusal names the claim.
 *
 * @param claims the claims, each as it stands in the JSON object
 * @param rules what the JWT is held to
 * @param now the current time
 */
record StatedClaims(Map<String, Object> claims, IdTokenRules rules, Instant now) {

	static final Duration SKEW = Duration.ofSeconds(60);

	/**
	 * A JWT is made for the exchange that it comes with.
	 */
	static final Duration LONGEST_AGE = Duration.ofDays(1);

	private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

	boolean states(String name) {
		return this.claims.get(name) != null;
	}

	void checkIssuer() {
		String issuer = text(JwtClaimNames.ISS);
		if (!issuer.equals(this.rules.issuer())) {
			throw new IdTokenRefusal("states the issuer %s ('iss'), which is not exactly '%s'"
				.formatted(IdTokenRefusal.quoted(issuer), this.rules.issuer()));
		}
	}

	/**
	 * Check that the client is among the audience, and return the audience.
	 */
	List<?> checkAudience() {
		List<?> audience = audience(this.claims.get(JwtClaimNames.AUD));
		if (!audience.contains(this.rules.clientId())) {
			throw new IdTokenRefusal("is meant for %s ('aud') and not for client '%s'"
				.formatted(IdTokenRefusal.quoted(audience), this.rules.clientId()));
		}
		return audience;
	}

	void checkIssuedAt() {
		Instant issuedAt = time(JwtClaimNames.IAT);
		if (issuedAt.isAfter(this.now.plus(SKEW))) {
			throw new IdTokenRefusal(
					"was issued at %s ('iat'), which is in the future: it is %s here; check both clocks"
						.formatted(issuedAt, this.now));
		}
		if (issuedAt.isBefore(this.now.minus(LONGEST_AGE))) {
			throw new IdTokenRefusal(
					"was issued at %s ('iat'), which is more than a day ago: it is %s here; check both clocks"
						.formatted(issuedAt, this.now));
		}
	}

	void checkExpiry() {
		Instant expiresAt = time(JwtClaimNames.EXP);
		if (!this.now.isBefore(expiresAt.plus(SKEW))) {
			throw new IdTokenRefusal("expired at %s ('exp'); it is %s here".formatted(expiresAt, this.now));
		}
		if (states(JwtClaimNames.IAT) && !expiresAt.isAfter(time(JwtClaimNames.IAT))) {
			throw new IdTokenRefusal("expires ('exp') no later than it was issued ('iat')");
		}
	}

	void checkNotBefore() {
		if (states(JwtClaimNames.NBF) && time(JwtClaimNames.NBF).isAfter(this.now.plus(SKEW))) {
			throw new IdTokenRefusal("is not valid yet ('nbf'); it is %s here".formatted(this.now));
		}
	}

	String text(String name) {
		if (!(this.claims.get(name) instanceof String text)) {
			throw missing(name);
		}
		if (text.isBlank()) {
			throw new IdTokenRefusal("has an empty '%s'".formatted(name));
		}
		return text;
	}

	Instant time(String name) {
		if (!(this.claims.get(name) instanceof Number number)) {
			throw missing(name);
		}
		double seconds = number.doubleValue();
		if (!(seconds >= 0 && seconds <= LAST_SECOND)) {
			throw new IdTokenRefusal("has an impossible time as '%s'".formatted(name));
		}
		return Instant.ofEpochSecond((long) seconds);
	}

	private static List<?> audience(@Nullable Object audience) {
		if (audience instanceof String single) {
			return List.of(single);
		}
		if (audience instanceof List<?> several && !several.isEmpty()
				&& several.stream().allMatch((member) -> member instanceof String)) {
			return several;
		}
		throw new IdTokenRefusal("has no 'aud', or one that is no text");
	}

	IdTokenRefusal missing(String name) {
		return new IdTokenRefusal(
				states(name) ? "has a '%s' of the wrong type".formatted(name) : "has no '%s'".formatted(name));
	}

}
