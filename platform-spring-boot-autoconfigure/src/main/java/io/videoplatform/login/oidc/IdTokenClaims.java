package io.videoplatform.login.oidc;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimNames;

/**
 * The checks of an ID token's claims (OpenID Connect Core 1.0, section 3.1.3.7), made on
 * the claims as the issuer signed them, before any conversion. The nonce is Spring
 * Security's to compare, which knows the authorization request and refuses a token
 * without one.
 *
 * @param rules what the token is held to
 * @param clock the clock
 */
record IdTokenClaims(IdTokenRules rules, Clock clock) {

	private static final Duration SKEW = Duration.ofSeconds(60);

	/**
	 * A token is made for the login or the refresh that it comes with.
	 */
	private static final Duration LONGEST_AGE = Duration.ofDays(1);

	/**
	 * OpenID Connect Core 1.0, section 2.
	 */
	private static final int LONGEST_SUBJECT = 255;

	private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

	/**
	 * Check all claims.
	 * @param claims the claims, each as it stands in the JSON object
	 * @throws IdTokenRefusal if one of them is missing or wrong
	 */
	void check(Map<String, Object> claims) {
		checkIssuer(text(claims, IdTokenClaimNames.ISS));
		checkSubject(text(claims, IdTokenClaimNames.SUB));
		checkAudience(audience(claims.get(IdTokenClaimNames.AUD)), claims.get(IdTokenClaimNames.AZP));
		checkTimes(time(claims, IdTokenClaimNames.IAT), time(claims, IdTokenClaimNames.EXP), claims);
	}

	private void checkIssuer(String issuer) {
		if (!issuer.equals(this.rules.issuer())) {
			throw new IdTokenRefusal("states the issuer %s, which is not exactly '%s'"
				.formatted(IdTokenRefusal.quoted(issuer), this.rules.issuer()));
		}
	}

	private void checkSubject(String subject) {
		if (subject.isBlank()) {
			throw new IdTokenRefusal("has an empty 'sub'");
		}
		if (subject.length() > LONGEST_SUBJECT) {
			throw new IdTokenRefusal("has a 'sub' of more than %d characters".formatted(LONGEST_SUBJECT));
		}
	}

	/**
	 * Another audience is trusted only where the issuer says that the token was issued to
	 * this client.
	 */
	private void checkAudience(List<?> audience, @Nullable Object authorizedParty) {
		String clientId = this.rules.clientId();
		if (!audience.contains(clientId)) {
			throw new IdTokenRefusal(
					"is meant for %s and not for client '%s'".formatted(IdTokenRefusal.quoted(audience), clientId));
		}
		if (authorizedParty != null && !authorizedParty.equals(clientId)) {
			throw new IdTokenRefusal("was issued to %s ('azp') and not to client '%s'"
				.formatted(IdTokenRefusal.quoted(authorizedParty), clientId));
		}
		if (audience.size() > 1 && authorizedParty == null) {
			throw new IdTokenRefusal(
					"is meant for others besides client '%s' and does not say by 'azp' to whom it was issued"
						.formatted(clientId));
		}
	}

	private void checkTimes(Instant issuedAt, Instant expiresAt, Map<String, Object> claims) {
		Instant now = this.clock.instant();
		if (!expiresAt.isAfter(issuedAt)) {
			throw new IdTokenRefusal("expires ('exp') no later than it was issued ('iat')");
		}
		if (!now.isBefore(expiresAt.plus(SKEW))) {
			throw new IdTokenRefusal("expired at %s; it is %s here".formatted(expiresAt, now));
		}
		if (issuedAt.isAfter(now.plus(SKEW))) {
			throw new IdTokenRefusal("was issued at %s, which is in the future: it is %s here; check both clocks"
				.formatted(issuedAt, now));
		}
		if (issuedAt.isBefore(now.minus(LONGEST_AGE))) {
			throw new IdTokenRefusal("was issued at %s, which is more than a day ago: it is %s here; check both clocks"
				.formatted(issuedAt, now));
		}
		if (claims.get(JwtClaimNames.NBF) != null && time(claims, JwtClaimNames.NBF).isAfter(now.plus(SKEW))) {
			throw new IdTokenRefusal("is not valid yet ('nbf'); it is %s here".formatted(now));
		}
	}

	private static String text(Map<String, Object> claims, String name) {
		if (!(claims.get(name) instanceof String text)) {
			throw missing(claims, name);
		}
		return text;
	}

	private static Instant time(Map<String, Object> claims, String name) {
		if (!(claims.get(name) instanceof Number number)) {
			throw missing(claims, name);
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

	private static IdTokenRefusal missing(Map<String, Object> claims, String name) {
		return new IdTokenRefusal((claims.get(name) != null) ? "has a '%s' of the wrong type".formatted(name)
				: "has no '%s'".formatted(name));
	}

}
