package io.videoplatform.internal.token.endpoint;

import java.time.Duration;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

/**
 * The instants that divide an access token's life, all in milliseconds of the engine's
 * clock. Life counts from the time that the request was sent, the earliest at which the
 * provider can have issued it.
 *
 * @param refreshAt from here on a refresh runs behind: 80 % of the lifetime, 60 % for
 * users' tokens that nodes share, spread by 10 % of that so that nodes do not refresh in
 * step
 * @param expiresAt from here on it is not sent: the lifetime less 5 %, at most 10 s
 * @param validUntil the last moment at which the provider may hold it valid
 * @param length how long the provider holds it valid, in milliseconds
 */
public record TokenLifetime(long refreshAt, long expiresAt, long validUntil, long length) {

	/**
	 * The lifetime of a token that names none (RFC 6749, section 5.1 leaves it open).
	 */
	static final Duration UNSTATED = Duration.ofSeconds(60);

	private static final Duration LONGEST = Duration.ofDays(365);

	private static final long LONGEST_SKEW = 10_000;

	static final double REFRESH_POINT = 0.80;

	/**
	 * So that more time is left when a node or the store fails meanwhile.
	 */
	static final double SHARED_REFRESH_POINT = 0.60;

	private static final double SPREAD = 0.10;

	static TokenLifetime of(@Nullable Long expiresIn, double refreshPoint, long requestedAt, long receivedAt,
			RandomGenerator random) {
		return ofLength(lifetime(expiresIn).toMillis(), refreshPoint, requestedAt, receivedAt, random);
	}

	static TokenLifetime ofLength(long length, double refreshPoint, long requestedAt, long receivedAt,
			RandomGenerator random) {
		double point = refreshPoint * (1 + SPREAD * (2 * random.nextDouble() - 1));
		return new TokenLifetime(requestedAt + Math.round(length * point), requestedAt + length - skew(length),
				receivedAt + length, length);
	}

	static long skew(long lifetime) {
		return Math.min(LONGEST_SKEW, lifetime / 20);
	}

	/**
	 * Zero is stated by providers that return one token until it ends, with the seconds
	 * that are left.
	 */
	private static Duration lifetime(@Nullable Long expiresIn) {
		return (expiresIn != null) ? Duration.ofSeconds(Math.max(0, Math.min(expiresIn, LONGEST.toSeconds())))
				: UNSTATED;
	}

}
