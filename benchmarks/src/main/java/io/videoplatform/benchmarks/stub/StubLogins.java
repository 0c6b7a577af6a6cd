package io.videoplatform.benchmarks.stub;

import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Logs users in without a login page.
 */
final class StubLogins {

	private static final String CODE_SEPARATOR = "~";

	private final StubSettings settings;

	private final StubCounts counts;

	private final ECKey key;

	private final ECDSASigner signer;

	private final AtomicInteger number = new AtomicInteger();

	private final Map<Integer, StubLogin> logins = new ConcurrentHashMap<>();

	private final Queue<String> endedByReuse = new ConcurrentLinkedQueue<>();

	private final Queue<String> early = new ConcurrentLinkedQueue<>();

	StubLogins(StubSettings settings, StubCounts counts) {
		this.settings = settings;
		this.counts = counts;
		try {
			this.key = new ECKeyGenerator(Curve.P_256).keyID("benchmark").generate();
			this.signer = new ECDSASigner(this.key);
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Return a code, which holds all that its exchange needs to know.
	 */
	static String code(String user, String nonce) {
		return user + CODE_SEPARATOR + nonce;
	}

	String keys() {
		this.counts.count(Counter.KEYS);
		return "{\"keys\":[%s]}".formatted(this.key.toPublicJWK().toJSONString());
	}

	/**
	 * Exchange a code.
	 * @return the response's body
	 */
	String exchange(String code, String issuer) {
		this.counts.count(Counter.CODES);
		String[] parts = code.split(CODE_SEPARATOR, 2);
		int number = this.number.incrementAndGet();
		StubLogin login = new StubLogin(number, parts[0]);
		this.logins.put(number, login);
		return respond(login, "", idToken(number, parts[0], parts[1], issuer));
	}

	/**
	 * Use a refresh token.
	 * @return the response's body, or {@code null} for {@code invalid_grant}
	 */
	@Nullable String refresh(String refreshToken, String sender, String issuer) {
		this.counts.count(Counter.USER_REFRESHES);
		StubLogin login = find(refreshToken);
		String tokens = (login != null) ? refresh(login, refreshToken, sender, issuer) : null;
		if (tokens == null) {
			this.counts.count(Counter.REFUSED_USER_REFRESHES);
		}
		return tokens;
	}

	private @Nullable String refresh(StubLogin login, String refreshToken, String sender, String issuer) {
		return switch (login.use(generation(refreshToken), System.currentTimeMillis(),
				lifetime() * this.settings.earlyPercent / 100, this.settings.reuses)) {
			case FINE -> refreshed(login, sender, issuer);
			case EARLY -> {
				this.counts.count(Counter.EARLY_USER_REFRESHES);
				this.early
					.add("%s %s %d %d".formatted(login.last(), sender, System.currentTimeMillis(), login.generation()));
				yield refreshed(login, sender, issuer);
			}
			case AGAIN_ACCEPTED -> {
				this.counts.count(Counter.ACCEPTED_USER_REUSES);
				yield refreshed(login, sender, issuer);
			}
			case AGAIN -> {
				this.counts.count(Counter.USER_REUSES);
				this.endedByReuse.add(login.last());
				this.logins.remove(login.number());
				yield null;
			}
			case UNKNOWN -> null;
		};
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

	private String refreshed(StubLogin login, String sender, String issuer) {
		return respond(login, sender, this.settings.idTokens ? idToken(login.number(), login.user(), "", issuer) : "");
	}

	void revoke(String refreshToken) {
		this.counts.count(Counter.REVOCATIONS);
		StubLogin login = find(refreshToken);
		if (login != null && login.end()) {
			this.logins.remove(login.number());
		}
	}

	/**
	 * Return whose access token it is.
	 * @return the user, or {@code null} if it is no user's, or has run out
	 */
	@Nullable String owner(@Nullable String authorization) {
		if (authorization == null || !authorization.startsWith("Bearer user-")) {
			return null;
		}
		String token = authorization.substring("Bearer ".length());
		StubLogin login = find(token);
		return (login != null && login.accepts(generation(token), System.currentTimeMillis())) ? login.user() : null;
	}

	int active() {
		return this.logins.size();
	}

	static boolean isOurs(String refreshToken) {
		return refreshToken.startsWith("user-");
	}

	private @Nullable StubLogin find(String token) {
		return isOurs(token) ? this.logins.get(Integer.valueOf(token.split("-", 4)[1])) : null;
	}

	private static int generation(String token) {
		return Integer.parseInt(token.split("-", 4)[2]);
	}

	private long lifetime() {
		return this.settings.expiresIn * 1_000L;
	}

	private String respond(StubLogin login, String sender, String idToken) {
		int generation = login.issue(System.currentTimeMillis(), lifetime(), sender);
		String more = idToken.isEmpty() ? "" : ",\"id_token\":\"%s\"".formatted(idToken);
		return "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":%d,\"refresh_token\":\"%s\",\"refresh_expires_in\":36000%s}"
			.formatted(login.accessToken(generation), this.settings.expiresIn, login.refreshToken(generation), more);
	}

	private String idToken(int number, String user, String nonce, String issuer) {
		long now = System.currentTimeMillis() / 1_000;
		Map<String, Object> claims = new HashMap<>(Map.of("iss", issuer, "sub", user, "aud", "benchmark", "iat", now,
				"exp", now + 300, "sid", "session-" + number, "preferred_username", user));
		if (!nonce.isEmpty()) {
			claims.put("nonce", nonce);
		}
		JWSObject token = new JWSObject(new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(this.key.getKeyID()).build(),
				new Payload(claims));
		try {
			token.sign(this.signer);
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
		return token.serialize();
	}

}
