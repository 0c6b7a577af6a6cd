package io.videoplatform.benchmarks.stub;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import io.videoplatform.testing.IdTokens;
import org.jspecify.annotations.Nullable;

/**
 * All logins, and what their tokens were used for: which came early, again, or at another
 * host.
 */
final class StubLogins {

	private static final String CODE_SEPARATOR = "~";

	private final StubSettings settings;

	private final Counts counts;

	private final IdTokens idTokens;

	private final AtomicInteger number = new AtomicInteger();

	private final Map<Integer, StubLogin> logins = new ConcurrentHashMap<>();

	/**
	 * The host that each access token was used at first.
	 */
	private final Map<String, String> hosts = new ConcurrentHashMap<>();

	private final Queue<String> endedByReuse = new ConcurrentLinkedQueue<>();

	private final Queue<String> early = new ConcurrentLinkedQueue<>();

	StubLogins(StubSettings settings, Counts counts, IdTokens idTokens) {
		this.settings = settings;
		this.counts = counts;
		this.idTokens = idTokens;
	}

	/**
	 * Return a code, which holds all that its exchange needs to know.
	 */
	static String code(String user, String nonce) {
		return user + CODE_SEPARATOR + nonce;
	}

	/**
	 * Exchange a code.
	 */
	Map<String, Object> exchange(String code, String issuer) {
		this.counts.count(Counter.CODES);
		String[] parts = code.split(CODE_SEPARATOR, 2);
		StubLogin login = begin(parts[0]);
		Map<String, Object> tokens = issue(login, "");
		tokens.put("id_token", idToken(login, parts[1], issuer));
		return tokens;
	}

	/**
	 * Issue tokens for an application.
	 */
	Map<String, Object> issueForApplication() {
		return issue(begin(""), "");
	}

	private StubLogin begin(String user) {
		StubLogin login = new StubLogin(this.number.incrementAndGet(), user);
		this.logins.put(login.number(), login);
		return login;
	}

	/**
	 * Use a refresh token.
	 */
	@Nullable Map<String, Object> refresh(String refreshToken, String sender, String issuer) {
		boolean ofUser = isOfUser(refreshToken);
		this.counts.count(ofUser ? Counter.USER_REFRESHES : Counter.REFRESHES);
		StubLogin login = find(refreshToken);
		Map<String, Object> tokens = (login != null) ? refresh(login, refreshToken, sender) : null;
		if (tokens == null) {
			this.counts.count(ofUser ? Counter.REFUSED_USER_REFRESHES : Counter.REFUSED_REFRESHES);
		}
		else if (login != null && ofUser && this.settings.is("idTokens")) {
			tokens.put("id_token", idToken(login, "", issuer));
		}
		return tokens;
	}

	private @Nullable Map<String, Object> refresh(StubLogin login, String refreshToken, String sender) {
		StubLogin.Use use = login.use(generation(refreshToken), System.currentTimeMillis(),
				lifetime() * this.settings.number("earlyPercent") / 100,
				login.isOfUser() ? this.settings.number("reuses") : 0);
		return switch (use) {
			case FINE -> issue(login, sender);
			case EARLY -> {
				if (login.isOfUser()) {
					this.counts.count(Counter.EARLY_USER_REFRESHES);
					this.early.add("%s %s %d %d".formatted(login.last(), sender, System.currentTimeMillis(),
							login.generation()));
				}
				yield issue(login, sender);
			}
			case AGAIN_ACCEPTED -> {
				this.counts.count(Counter.ACCEPTED_USER_REUSES);
				yield issue(login, sender);
			}
			case AGAIN, AGAIN_EARLY -> {
				refuse(login, use);
				yield null;
			}
			case UNKNOWN -> null;
		};
	}

	private void refuse(StubLogin login, StubLogin.Use use) {
		if (login.isOfUser()) {
			this.counts.count(Counter.USER_REUSES);
			this.endedByReuse.add(login.last());
			this.logins.remove(login.number());
		}
		else if (use == StubLogin.Use.AGAIN_EARLY) {
			this.counts.count(Counter.EARLY_REUSES);
		}
	}

	/**
	 * Return the logins that ended because a refresh token came again, one per line: the
	 * user, who had acquired the last tokens, and when.
	 */
	String endedByReuse() {
		return String.join("\n", this.endedByReuse);
	}

	/**
	 * Return the refreshes that came early, one per line: the user, who had acquired the
	 * last tokens and when, who has sent the refresh and when, and its generation.
	 */
	String early() {
		return String.join("\n", this.early);
	}

	/**
	 * Revoke the refresh token of a user.
	 */
	void revoke(String refreshToken) {
		this.counts.count(Counter.REVOCATIONS);
		StubLogin login = find(refreshToken);
		if (login != null && login.end()) {
			this.logins.remove(login.number());
		}
	}

	/**
	 * Revoke the tokens of all applications.
	 */
	void revokeApplications(boolean all) {
		this.logins.values().stream().filter((login) -> !login.isOfUser()).forEach((login) -> {
			login.revokeAccessTokens();
			if (all) {
				login.end();
			}
		});
	}

	/**
	 * Return whose access token it is.
	 */
	@Nullable StubLogin owner(String accessToken) {
		StubLogin login = find(accessToken);
		return (login != null && login.accepts(generation(accessToken), System.currentTimeMillis())) ? login : null;
	}

	/**
	 * Return whether a token has been used at no other host than this one.
	 */
	boolean isOf(String host, String accessToken) {
		return host.equals(this.hosts.computeIfAbsent(accessToken, (token) -> host));
	}

	/**
	 * Return how many logins of users there are.
	 */
	long active() {
		return this.logins.values().stream().filter(StubLogin::isOfUser).count();
	}

	static boolean isOfUser(String refreshToken) {
		return refreshToken.startsWith("user-");
	}

	private @Nullable StubLogin find(String token) {
		String[] parts = token.split("-", 4);
		return (isOfUser(token) || parts[0].equals("application")) ? this.logins.get(Integer.valueOf(parts[1])) : null;
	}

	private static int generation(String token) {
		return Integer.parseInt(token.split("-", 4)[2]);
	}

	private long lifetime() {
		return this.settings.number("expiresIn") * 1_000L;
	}

	private Map<String, Object> issue(StubLogin login, String sender) {
		int generation = login.issue(System.currentTimeMillis(), lifetime(), sender);
		Map<String, Object> tokens = new LinkedHashMap<>();
		tokens.put("access_token", login.accessToken(generation));
		tokens.put("token_type", "Bearer");
		tokens.put("expires_in", this.settings.number("expiresIn"));
		tokens.put("refresh_token", login.refreshToken(generation));
		tokens.put("refresh_expires_in", login.isOfUser() ? 36_000 : 1_800);
		return tokens;
	}

	private String idToken(StubLogin login, String nonce, String issuer) {
		long now = System.currentTimeMillis() / 1_000;
		Map<String, Object> claims = new LinkedHashMap<>(Map.of("iss", issuer, "sub", login.user(), "aud", "benchmark",
				"iat", now, "exp", now + 300, "sid", "session-" + login.number(), "preferred_username", login.user()));
		if (!nonce.isEmpty()) {
			claims.put("nonce", nonce);
		}
		return this.idTokens.sign(claims, "JWT");
	}

}
