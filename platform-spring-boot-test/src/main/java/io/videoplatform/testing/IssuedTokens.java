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
	 * @param seconds the lifetime
	 * @return these tokens
	 */
	public IssuedTokens expiresIn(int seconds) {
		this.expiresIn = seconds;
		return this;
	}

	/**
	 * State a lifetime of the refresh tokens issued from now on.
	 * @param seconds the lifetime
	 * @return these tokens
	 */
	public IssuedTokens refreshExpiresIn(int seconds) {
		this.refreshExpiresIn = seconds;
		return this;
	}

	/**
	 * Set whether refresh tokens are issued.
	 * @param issued whether they are, which is so otherwise
	 * @return these tokens
	 */
	public IssuedTokens refreshTokens(boolean issued) {
		this.withRefreshToken = issued;
		return this;
	}

	/**
	 * Set whether refresh tokens are valid for one use only.
	 * @param rotating whether they are, which is so otherwise
	 * @return these tokens
	 */
	public IssuedTokens rotating(boolean rotating) {
		this.rotating = rotating;
		return this;
	}

	/**
	 * Change token responses.
	 * @param change changes the members of a response
	 * @return these tokens
	 */
	public IssuedTokens response(Consumer<Map<String, Object>> change) {
		this.response = change;
		return this;
	}

	/**
	 * Issue a refresh token without a request.
	 * @return the token
	 */
	public String issueRefreshToken() {
		String refreshToken = "refresh-" + this.issued.incrementAndGet();
		this.refreshTokens.put(refreshToken, Grant.application());
		return refreshToken;
	}

	/**
	 * Accept an authorization code without an authorization request, once.
	 * @param code the code
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
	 * @param sessionId the identifier of the session, {@code sid} in ID tokens
	 */
	public void endSession(String sessionId) {
		this.refreshTokens.values().removeIf((grant) -> grant.sessionId().equals(sessionId));
		this.accessTokens.values().removeIf((grant) -> grant.sessionId().equals(sessionId));
	}

	/**
	 * Let tokens end by a clock when their lifetime is over. They do not otherwise.
	 * @param clock the clock
	 * @return these tokens
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
	 * @param user the identifier of the user
	 * @param client the identifier of the client
	 * @return the members of a token response
	 */
	public Map<String, Object> issue(String user, String client) {
		return issue(Grant.user(user, client));
	}

	/**
	 * Return who an access token was issued to.
	 * @param accessToken the token
	 * @return the identifier of the client, or {@code null} if the token is not valid
	 */
	public @Nullable String client(String accessToken) {
		Grant grant = accessToken(accessToken);
		return (grant != null) ? grant.client() : null;
	}

	/**
	 * Return whom an access token was issued for.
	 * @param accessToken the token
	 * @return the user, or {@code null} if the token is not valid or that of an
	 * application
	 */
	public @Nullable String user(String accessToken) {
		Grant grant = accessToken(accessToken);
		return (grant != null) ? grant.user() : null;
	}

	/**
	 * Return the refresh tokens that are valid.
	 * @return the tokens
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
	 * @param refreshToken the token
	 * @param strict whether one that comes again ends its session (RFC 9700, section
	 * 4.14.2)
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
