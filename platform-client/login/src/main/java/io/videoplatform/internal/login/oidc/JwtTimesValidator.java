package io.videoplatform.internal.login.oidc;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import io.videoplatform.PlatformError;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Validates the times of a JWT that are present. The error's code is that of
 * {@link PlatformError#CLOCK_SKEW}: the same JWT may be accepted when the clocks agree.
 *
 * @param clock the clock
 */
record JwtTimesValidator(Clock clock) implements OAuth2TokenValidator<Jwt> {

	private static final Duration SKEW = Duration.ofSeconds(60);

	/**
	 * A JWT is issued for the exchange that it comes with.
	 */
	private static final Duration MAX_AGE = Duration.ofDays(1);

	@Override
	public OAuth2TokenValidatorResult validate(Jwt jwt) {
		Instant now = this.clock.instant();
		String reason = refusal(jwt.getIssuedAt(), jwt.getExpiresAt(), jwt.getNotBefore(), now);
		return (reason != null)
				? OAuth2TokenValidatorResult.failure(new OAuth2Error(PlatformError.CLOCK_SKEW.getCode(),
						reason + ": it is %s here; check both clocks".formatted(now), null))
				: OAuth2TokenValidatorResult.success();
	}

	private static @Nullable String refusal(@Nullable Instant issuedAt, @Nullable Instant expiresAt,
			@Nullable Instant notBefore, Instant now) {
		Instant latest = now.plus(SKEW);
		if (issuedAt != null && issuedAt.isAfter(latest)) {
			return "was issued at %s ('iat'), which is in the future".formatted(issuedAt);
		}
		if (expiresAt != null && !expiresAt.isAfter(now.minus(SKEW))) {
			return "expired at %s ('exp')".formatted(expiresAt);
		}
		if (issuedAt != null && issuedAt.isBefore(now.minus(MAX_AGE))) {
			return "was issued at %s ('iat'), which is more than a day ago".formatted(issuedAt);
		}
		return (notBefore != null && notBefore.isAfter(latest)) ? "is not valid yet ('nbf')" : null;
	}

}
