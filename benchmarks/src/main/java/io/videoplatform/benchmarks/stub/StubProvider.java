package io.videoplatform.benchmarks.stub;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * An identity provider whose refresh tokens are good for one use. It remembers what was
 * used when, so that a client that uses one again too early is found out.
 */
final class StubProvider {

	private final StubSettings settings;

	private final StubCounts counts;

	private final AtomicInteger issued = new AtomicInteger();

	private final AtomicInteger loginsUnderWay = new AtomicInteger();

	/**
	 * Access tokens and when each runs out.
	 */
	private final Map<String, Long> accessTokens = new ConcurrentHashMap<>();

	/**
	 * The host that each access token was used at first.
	 */
	private final Map<String, String> hosts = new ConcurrentHashMap<>();

	/**
	 * Refresh tokens that may be used, and when the access token runs out that came with
	 * each.
	 */
	private final Map<String, Long> refreshTokens = new ConcurrentHashMap<>();

	private final Map<String, Long> usedRefreshTokens = new ConcurrentHashMap<>();

	StubProvider(StubSettings settings, StubCounts counts) {
		this.settings = settings;
		this.counts = counts;
	}

	/**
	 * Note that a login begins.
	 * @return whether it may succeed: a provider with brute-force detection refuses all
	 * but one of those that overlap
	 */
	boolean beginLogin() {
		this.counts.count(Counter.LOGINS);
		boolean alone = this.loginsUnderWay.getAndIncrement() == 0;
		return alone || !this.settings.exclusiveLogins;
	}

	/**
	 * End a login.
	 * @param accepted whether it succeeds
	 * @return the response's body, or {@code null} for {@code invalid_grant}
	 */
	@Nullable String endLogin(boolean accepted) {
		this.loginsUnderWay.decrementAndGet();
		if (!accepted) {
			this.counts.count(Counter.REFUSED_LOGINS);
			return null;
		}
		return issue();
	}

	/**
	 * Use a refresh token.
	 * @return the response's body, or {@code null} for {@code invalid_grant}
	 */
	@Nullable String refresh(String refreshToken) {
		this.counts.count(Counter.REFRESHES);
		Long ends = this.refreshTokens.remove(refreshToken);
		if (ends != null) {
			this.usedRefreshTokens.put(refreshToken, ends);
			return issue();
		}
		if (System.currentTimeMillis() < this.usedRefreshTokens.getOrDefault(refreshToken, 0L)) {
			this.counts.count(Counter.EARLY_REUSES);
		}
		this.counts.count(Counter.REFUSED_REFRESHES);
		return null;
	}

	boolean accepts(@Nullable String authorization) {
		if (authorization == null || !authorization.startsWith("Bearer ")) {
			return false;
		}
		Long ends = this.accessTokens.get(token(authorization));
		return ends != null && System.currentTimeMillis() < ends;
	}

	private static String token(String authorization) {
		return authorization.substring("Bearer ".length());
	}

	/**
	 * Return whether a token has been used at no other host than this one.
	 */
	boolean isOf(String host, @Nullable String authorization) {
		return host.equals(this.hosts.computeIfAbsent(String.valueOf(authorization), (token) -> host));
	}

	/**
	 * Issue an access token that never runs out, for a client with a fixed header.
	 */
	void accept(String accessToken) {
		this.accessTokens.put(accessToken, Long.MAX_VALUE);
	}

	void revoke(String which) {
		this.accessTokens.values().removeIf((ends) -> ends != Long.MAX_VALUE);
		if (which.equals("all")) {
			this.refreshTokens.clear();
		}
	}

	private String issue() {
		int number = this.issued.incrementAndGet();
		int expiresIn = this.settings.expiresIn;
		long ends = System.currentTimeMillis() + expiresIn * 1_000L;
		// As long as a real provider's signed token
		String accessToken = "access-" + number + "-" + "x".repeat(900);
		this.accessTokens.values().removeIf((end) -> end < System.currentTimeMillis() - 60_000);
		this.hosts.keySet().removeIf((authorization) -> !this.accessTokens.containsKey(token(authorization)));
		this.accessTokens.put(accessToken, ends);
		this.refreshTokens.put("refresh-" + number, ends);
		return ("{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":%d,\"refresh_token\":\"refresh-%d\",\"refresh_expires_in\":1800}"
			.formatted(accessToken, expiresIn, number));
	}

}
