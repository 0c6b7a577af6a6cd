package io.videoplatform.testing;

import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The tokens of a {@link TestPlatform}: what new ones are like, and which ones are valid.
 * Tokens of applications are named {@code access-1} and {@code refresh-1}, those of the
 * user {@code ann} {@code access-ann-2} and {@code refresh-ann-2}. What no token may hold
 * (RFC 6750, section 2.1) is left out of the name.
 */
public final class IssuedTokens {

	/**
	 * More would make headers longer than servers take.
	 */
	private static final int LONGEST_NAME = 64;

	/**
	 * Seconds.
	 */
	private static final int CODE_EXPIRES_IN = 60;

	private final AtomicInteger issued = new AtomicInteger();

	private final Map<String, Grant> codes = new ConcurrentHashMap<>();

	private final Map<String, Grant> accessTokens = new ConcurrentHashMap<>();

	private final Map<String, Grant> refreshTokens = new ConcurrentHashMap<>();

	private final Map<String, Grant> usedRefreshTokens = new ConcurrentHashMap<>();

	private final Map<String, Instant> ends = new ConcurrentHashMap<>();

	private volatile @Nullable Clock clock;

	private volatile int expiresIn = 300;

	private volatile @Nullable Integer refreshExpiresIn;

	private volatile boolean withRefreshToken = true;

	private volatile boolean rotating = true;

	private volatile Consumer<Map<String, Object>> response = (members) -> {
	};

	IssuedTokens() {
	}

	/**
	 * Set the lifetime of the access tokens issued from now on, 300 s otherwise.
	 */
	public IssuedTokens expiresIn(int seconds) {
		this.expiresIn = seconds;
		return this;
	}

	/**
	 * State a lifetime of the refresh tokens issued from now on.
	 */
	public IssuedTokens refreshExpiresIn(int seconds) {
		this.refreshExpiresIn = seconds;
		return this;
	}

	/**
	 * Set whether refresh tokens are issued.
	 */
	public IssuedTokens refreshTokens(boolean issued) {
		this.withRefreshToken = issued;
		return this;
	}

	/**
	 * Set whether refresh tokens are valid for one use only.
	 */
	public IssuedTokens rotating(boolean rotating) {
		this.rotating = rotating;
		return this;
	}

	/**
	 * Change token responses.
	 */
	public IssuedTokens response(Consumer<Map<String, Object>> change) {
		this.response = change;
		return this;
	}

	/**
	 * Accept an authorization code without an authorization request, once.
	 */
	public void acceptCode(String code) {
		this.codes.put(code, Grant.application());
	}

	/**
	 * Revoke all access tokens.
	 */
	public void revokeAccessTokens() {
		this.accessTokens.clear();
	}

	/**
	 * Revoke all refresh tokens.
	 */
	public void revokeRefreshTokens() {
		this.refreshTokens.clear();
	}

	/**
	 * Revoke the tokens of a session.
	 */
	public void endSession(String sessionId) {
		this.refreshTokens.values().removeIf((grant) -> grant.sessionId().equals(sessionId));
		this.accessTokens.values().removeIf((grant) -> grant.sessionId().equals(sessionId));
	}

	/**
	 * Let tokens end by a clock when their lifetime is over. They do not otherwise.
	 */
	public IssuedTokens expireBy(Clock clock) {
		this.clock = clock;
		return this;
	}

	/**
	 * Forget all tokens and codes.
	 */
	public void forget() {
		this.codes.clear();
		this.accessTokens.clear();
		this.refreshTokens.clear();
		this.usedRefreshTokens.clear();
		this.ends.clear();
	}

	/**
	 * Issue tokens for a user who has not logged in here.
	 */
	public Map<String, Object> issue(String user, String client) {
		return issue(Grant.user(user, client));
	}

	/**
	 * Return who an access token was issued to.
	 */
	public @Nullable String client(String accessToken) {
		Grant grant = accessToken(accessToken);
		return (grant != null) ? grant.client() : null;
	}

	/**
	 * Return whom an access token was issued for.
	 */
	public @Nullable String user(String accessToken) {
		Grant grant = accessToken(accessToken);
		return (grant != null) ? grant.user() : null;
	}

	/**
	 * Return the refresh tokens that are valid.
	 */
	public Set<String> validRefreshTokens() {
		return Set.copyOf(this.refreshTokens.keySet());
	}

	void reset() {
		expiresIn(300).refreshTokens(true).rotating(true).response((members) -> {
		});
		this.refreshExpiresIn = null;
	}

	String issueCode(Grant grant) {
		String code = "code-" + this.issued.incrementAndGet();
		this.codes.put(code, grant);
		end(code, CODE_EXPIRES_IN);
		return code;
	}

	@Nullable Grant useCode(String code) {
		Grant grant = this.codes.remove(code);
		return hasEnded(code) ? null : grant;
	}

	/**
	 * Use a refresh token.
	 */
	@Nullable Grant useRefreshToken(String refreshToken, boolean strict) {
		if (hasEnded(refreshToken)) {
			return null;
		}
		if (!this.rotating) {
			return this.refreshTokens.get(refreshToken);
		}
		Grant grant = this.refreshTokens.remove(refreshToken);
		Grant used = (grant != null) ? this.usedRefreshTokens.put(refreshToken, grant)
				: this.usedRefreshTokens.get(refreshToken);
		if (grant == null && used != null && strict) {
			endSession(used.sessionId());
		}
		return grant;
	}

	@Nullable Grant accessToken(String accessToken) {
		return hasEnded(accessToken) ? null : this.accessTokens.get(accessToken);
	}

	private boolean hasEnded(String token) {
		Clock clock = this.clock;
		Instant end = this.ends.get(token);
		return clock != null && end != null && !clock.instant().isBefore(end);
	}

	private void end(String token, int seconds) {
		Clock clock = this.clock;
		if (clock != null) {
			this.ends.put(token, clock.instant().plusSeconds(seconds));
		}
	}

	void revoke(String refreshToken) {
		Grant revoked = this.refreshTokens.remove(refreshToken);
		if (revoked != null) {
			endSession(revoked.sessionId());
		}
	}

	/**
	 * Issue tokens and return the members of the response.
	 */
	Map<String, Object> issue(Grant grant) {
		return issue(grant, this.withRefreshToken);
	}

	Map<String, Object> issueOnce(Grant grant) {
		return issue(grant, false);
	}

	private Map<String, Object> issue(Grant grant, boolean withRefreshToken) {
		String user = grant.user();
		String name = ((user != null) ? named(user) + "-" : "") + this.issued.incrementAndGet();
		this.accessTokens.put("access-" + name, grant);
		end("access-" + name, this.expiresIn);
		Map<String, Object> members = new LinkedHashMap<>();
		members.put("access_token", "access-" + name);
		members.put("token_type", "Bearer");
		members.put("expires_in", this.expiresIn);
		if (withRefreshToken) {
			this.refreshTokens.put("refresh-" + name, grant);
			members.put("refresh_token", "refresh-" + name);
		}
		Integer refreshExpiresIn = this.refreshExpiresIn;
		if (refreshExpiresIn != null) {
			members.put("refresh_expires_in", refreshExpiresIn);
			end("refresh-" + name, refreshExpiresIn);
		}
		return members;
	}

	private static String named(String user) {
		String name = user.replaceAll("[^A-Za-z0-9._~-]", "");
		return name.substring(0, Math.min(name.length(), LONGEST_NAME));
	}

	TestResponse response(Map<String, Object> members) {
		this.response.accept(members);
		return TestResponse.json(200, members);
	}

}
