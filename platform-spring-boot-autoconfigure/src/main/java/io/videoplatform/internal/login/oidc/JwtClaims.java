package io.videoplatform.internal.login.oidc;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.jwt.JwtClaimNames;

/**
 * The claims of a JWT as the issuer signed them, before any conversion, with the checks
 * that all profiles share. Every refusal names the claim.
 *
 * @param claims the claims, as in the JSON object
 * @param rules what the JWT must conform to
 * @param now the current time
 * @param skew how far the clocks may differ
 */
record JwtClaims(Map<String, Object> claims, JwtRules rules, Instant now, Duration skew) {

	private static final Duration SKEW = Duration.ofSeconds(60);

	/**
	 * A JWT is issued for the exchange that it comes with.
	 */
	static final Duration MAX_AGE = Duration.ofDays(1);

	private static final long MAX_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

	JwtClaims(Map<String, Object> claims, JwtRules rules, Instant now) {
		this(claims, rules, now, SKEW);
	}

	/**
	 * Return the claims for clocks that may differ more or less.
	 */
	JwtClaims within(Duration other) {
		return new JwtClaims(this.claims, this.rules, this.now, other);
	}

	boolean has(String name) {
		return this.claims.get(name) != null;
	}

	void validateIssuer() {
		String issuer = text(JwtClaimNames.ISS);
		if (!issuer.equals(this.rules.issuer())) {
			throw InvalidJwtException.of("has the issuer %s ('iss'), which is not exactly '%s'",
					InvalidJwtException.quoted(issuer), this.rules.issuer());
		}
	}

	/**
	 * Check that the client is among the audience, and return the audience.
	 */
	List<?> validateAudience() {
		List<?> audience = audience(this.claims.get(JwtClaimNames.AUD));
		if (!audience.contains(this.rules.clientId())) {
			throw InvalidJwtException.of("is meant for %s ('aud') and not for client '%s'",
					InvalidJwtException.quoted(audience), this.rules.clientId());
		}
		return audience;
	}

	void validateIssuedAt() {
		Instant issuedAt = time(JwtClaimNames.IAT);
		if (issuedAt.isAfter(this.now.plus(this.skew))) {
			throw InvalidJwtException.ofClocks("was issued at %s ('iat'), which is in the future: it is %s here",
					issuedAt, this.now);
		}
		if (issuedAt.isBefore(this.now.minus(MAX_AGE))) {
			throw InvalidJwtException.ofClocks("was issued at %s ('iat'), which is more than a day ago: it is %s here",
					issuedAt, this.now);
		}
	}

	void validateExpiry() {
		Instant expiresAt = time(JwtClaimNames.EXP);
		if (!this.now.isBefore(expiresAt.plus(this.skew))) {
			throw InvalidJwtException.ofClocks("expired at %s ('exp'): it is %s here", expiresAt, this.now);
		}
		if (has(JwtClaimNames.IAT) && !expiresAt.isAfter(time(JwtClaimNames.IAT))) {
			throw new InvalidJwtException("expires ('exp') no later than it was issued ('iat')");
		}
	}

	void validateNotBefore() {
		if (has(JwtClaimNames.NBF) && time(JwtClaimNames.NBF).isAfter(this.now.plus(this.skew))) {
			throw InvalidJwtException.ofClocks("is not valid yet ('nbf'): it is %s here", this.now);
		}
	}

	/**
	 * Check issuer, audience and times where they are present. A signed UserInfo response
	 * is not required to have them (OpenID Connect Core 1.0, section 5.3.2).
	 */
	void validatePresent() {
		if (has(JwtClaimNames.ISS)) {
			validateIssuer();
		}
		if (has(JwtClaimNames.AUD)) {
			validateAudience();
		}
		if (has(JwtClaimNames.EXP)) {
			validateExpiry();
		}
		validateNotBefore();
	}

	String text(String name) {
		if (!(this.claims.get(name) instanceof String text)) {
			throw missing(name);
		}
		if (text.isBlank()) {
			throw new InvalidJwtException("has an empty '%s'".formatted(name));
		}
		return text;
	}

	Instant time(String name) {
		if (!(this.claims.get(name) instanceof Number number)) {
			throw missing(name);
		}
		double seconds = number.doubleValue();
		if (!(seconds >= 0 && seconds <= MAX_SECOND)) {
			throw new InvalidJwtException("has an impossible time as '%s'".formatted(name));
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
		throw new InvalidJwtException("has no 'aud', or one that is no text");
	}

	InvalidJwtException missing(String name) {
		return new InvalidJwtException(
				has(name) ? "has a '%s' of the wrong type".formatted(name) : "has no '%s'".formatted(name));
	}

}
