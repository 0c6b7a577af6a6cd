package io.videoplatform.testing;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * How users log in at a {@link TestPlatform}: at once, without a page. The platform sends
 * the browser back with a code.
 */
public final class TestLogins {

	private static final String DEFAULT_USER = "ann";

	private final Map<String, Grant> latest = new ConcurrentHashMap<>();

	private volatile String user = DEFAULT_USER;

	private volatile Map<String, Object> claims = Map.of();

	private volatile @Nullable String session;

	private volatile UnaryOperator<String> callback = UnaryOperator.identity();

	private volatile Consumer<Map<String, Object>> userInfo = (claims) -> {
	};

	private volatile @Nullable Function<Map<String, Object>, String> signedUserInfo;

	TestLogins() {
	}

	/**
	 * Set who logs in from now on, {@code ann} otherwise.
	 */
	public TestLogins user(String subject) {
		return user(subject, Map.of());
	}

	/**
	 * Set who logs in from now on, and what ID tokens and UserInfo responses say of that
	 * user.
	 */
	public TestLogins user(String subject, Map<String, ?> claims) {
		this.user = subject;
		this.claims = Map.copyOf(claims);
		return this;
	}

	/**
	 * Let all who log in from now on do so in one session of the provider, as with single
	 * sign-on. A revocation ends the session that its token belongs to.
	 */
	public TestLogins session(String id) {
		this.session = id;
		return this;
	}

	/**
	 * Change authorization responses.
	 */
	public TestLogins callback(UnaryOperator<String> change) {
		this.callback = change;
		return this;
	}

	/**
	 * Change UserInfo responses.
	 */
	public TestLogins userInfo(Consumer<Map<String, Object>> change) {
		this.userInfo = change;
		return this;
	}

	/**
	 * Respond to UserInfo requests with a JWT.
	 */
	public TestLogins signedUserInfo(Function<Map<String, Object>, String> signed) {
		this.signedUserInfo = signed;
		return this;
	}

	/**
	 * Return what identifies the last login of a user to its client.
	 */
	public @Nullable Map<String, String> latest(String subject) {
		Grant grant = this.latest.get(subject);
		return (grant != null) ? Map.of("sub", subject, "sid", grant.sessionId(), "aud", grant.client()) : null;
	}

	void reset() {
		this.latest.clear();
		user(DEFAULT_USER).callback(UnaryOperator.identity()).userInfo((claims) -> {
		});
		this.session = null;
		this.signedUserInfo = null;
	}

	Grant logIn(RecordedRequest request) {
		String shared = this.session;
		Grant grant = new Grant(this.user, (shared != null) ? shared : UUID.randomUUID().toString(),
				request.parameters(), this.claims);
		this.latest.put(this.user, grant);
		return grant;
	}

	TestResponse authorizationResponse(RecordedRequest request, String code, String issuer) {
		String redirectUri = request.parameter("redirect_uri");
		// RFC 6749, section 3.1.2: its query is retained
		String separator = (redirectUri.indexOf('?') == -1) ? "?" : "&";
		return TestResponse.redirect(this.callback.apply(redirectUri + separator + "code=" + code + "&state="
				+ encoded(request.parameter("state")) + "&iss=" + encoded(issuer)));
	}

	TestResponse userInfoResponse(String subject, Grant grant) {
		Map<String, Object> claims = new LinkedHashMap<>(grant.claims());
		claims.put("sub", subject);
		this.userInfo.accept(claims);
		Function<Map<String, Object>, String> signed = this.signedUserInfo;
		return (signed != null) ? TestResponse.of(200, signed.apply(claims), "Content-Type: application/jwt")
				: TestResponse.json(200, claims);
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

}
