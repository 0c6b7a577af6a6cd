package io.videoplatform.test;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.token.login.LoginKey;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;

/**
 * A platform on a loopback address for the tests of an application: discovery, an
 * identity provider that issues tokens, and an API that checks them. It is strict: it
 * refuses clients, accounts and refresh tokens that it does not know, a code that is used
 * twice, and paths that have no stub.
 *
 * <pre class="code">
 * platform.stub("videos", "[\"Intro\"]");
 * platform.expire();
 * // call the application
 * assertThat(platform.tokenRequests()).extracting(TokenRequest::grantType).containsExactly("refresh_token");
 * </pre>
 *
 * <p>
 * Access tokens live for five minutes and refresh tokens for an hour, by the clock of the
 * mock, which {@link #advance(Duration)} moves and which the application's clients use.
 *
 * @since 0.1.0
 */
public final class MockPlatform implements AutoCloseable {

	static final String USERNAME = "account";

	private static final int ACCESS_SECONDS = 300;

	private static final int REFRESH_SECONDS = 3600;

	private static final Duration BETWEEN_TESTS = Duration.ofDays(2);

	private final MovableClock clock = new MovableClock(Clock.systemUTC());

	private final TestPlatform platform = new TestPlatform(this.clock);

	private final ApiStubs stubs = new ApiStubs();

	private final MockTraffic traffic = new MockTraffic(this.platform);

	private final String secret = UUID.randomUUID().toString();

	private final Map<String, LoginKey> testUsers = new ConcurrentHashMap<>();

	private volatile boolean down;

	/**
	 * Start on a free port.
	 */
	public MockPlatform() {
		this.platform.clients().account(USERNAME, password());
		register(PlatformClients.DEFAULT);
		this.platform.issued().expireBy(this.clock);
		this.platform.api(this.stubs::respond);
		this.traffic.begin();
		useDefaults();
	}

	private void useDefaults() {
		this.platform.issued().expiresIn(ACCESS_SECONDS).refreshExpiresIn(REFRESH_SECONDS).rotating(false);
	}

	/**
	 * Return the root URL.
	 * @return scheme, host and port
	 */
	public String rootUrl() {
		return this.platform.rootUrl();
	}

	/**
	 * Return the issuer.
	 * @return the issuer
	 */
	public String issuer() {
		return this.platform.issuer();
	}

	/**
	 * Return the properties of an application that calls this platform with a token of
	 * its own, for tests that start one without {@link AutoConfigureMockPlatform}. They
	 * hold a secret.
	 * @return the properties, each as {@code name=value}
	 */
	public String[] properties() {
		return new String[] { "platform.root-url=" + rootUrl(), "platform.client-id=" + PlatformClients.DEFAULT,
				"platform.client-secret=" + register(PlatformClients.DEFAULT), "platform.grant-type=password",
				"platform.username=" + USERNAME, "platform.password=" + password() };
	}

	/**
	 * Return the clock of this platform and, in a Spring test, of the application's
	 * clients. It runs with the system's clock, and {@link #advance(Duration)} moves it.
	 * @return the clock
	 */
	public Clock clock() {
		return this.clock;
	}

	/**
	 * Move the clock forward.
	 * @param duration how far
	 * @return this platform
	 * @throws IllegalArgumentException if the duration is negative
	 */
	public MockPlatform advance(Duration duration) {
		if (duration.isNegative()) {
			throw new IllegalArgumentException("The clock moves forward only, not by " + duration);
		}
		this.clock.advance(duration);
		return this;
	}

	/**
	 * Respond to authorized GET requests with JSON.
	 * @param path the path below the base URL, such as {@code videos}; without a query
	 * @param json the document
	 * @return this platform
	 */
	public MockPlatform stub(String path, String json) {
		this.stubs.stub(path, json);
		return this;
	}

	/**
	 * Respond to authorized requests as WireMock does. Paths begin with {@code /v1/}, and
	 * bodies are text. Such stubs come before those of {@link #stub(String, String)}.
	 * @param mapping the requests and the response
	 * @return this platform
	 */
	public MockPlatform stubFor(MappingBuilder mapping) {
		this.stubs.stubFor(mapping);
		return this;
	}

	/**
	 * Let all access tokens expire: the clock moves on by their lifetime. Refresh tokens
	 * stay valid.
	 * @return this platform
	 */
	public MockPlatform expire() {
		return advance(Duration.ofSeconds(ACCESS_SECONDS));
	}

	/**
	 * Let the API respond with 401 to all access tokens issued so far. Refresh tokens
	 * stay valid.
	 * @return this platform
	 */
	public MockPlatform reject() {
		this.platform.issued().revokeAccessTokens();
		return this;
	}

	/**
	 * Revoke all tokens issued so far, refresh tokens included.
	 * @return this platform
	 */
	public MockPlatform revoke() {
		this.platform.issued().revokeAccessTokens();
		this.platform.issued().revokeRefreshTokens();
		return this;
	}

	/**
	 * Accept each refresh token once from now on (RFC 9700, section 4.14.2).
	 * @return this platform
	 */
	public MockPlatform rotateRefreshTokens() {
		this.platform.issued().rotating(true);
		return this;
	}

	/**
	 * Sign ID tokens with a new key from now on, and publish that one only.
	 * @return this platform
	 */
	public MockPlatform rotateKeys() {
		this.platform.idTokens().rotateKey();
		return this;
	}

	/**
	 * Stop listening: connections are refused until {@link #comeBack()}.
	 * @return this platform
	 */
	public MockPlatform goDown() {
		if (!this.down) {
			this.down = true;
			this.platform.stop();
		}
		return this;
	}

	/**
	 * Listen again, at the same address.
	 * @return this platform
	 */
	public MockPlatform comeBack() {
		if (this.down) {
			this.platform.restart();
			this.down = false;
		}
		return this;
	}

	/**
	 * Return the documents of discovery: WebFinger and the provider configuration.
	 * @return the endpoint, to let it fail
	 */
	public MockEndpoint discovery() {
		return this.traffic.discovery();
	}

	/**
	 * Return the token endpoint.
	 * @return the endpoint, to let it fail
	 */
	public MockEndpoint tokenEndpoint() {
		return this.traffic.tokenEndpoint();
	}

	/**
	 * Return the API.
	 * @return the endpoint, to let it fail
	 */
	public MockEndpoint api() {
		return this.traffic.api();
	}

	/**
	 * Set who logs in from now on when a browser is sent here: at once, without a page.
	 * @param subject the identifier of the user, {@code sub} in ID tokens
	 * @return this platform
	 */
	public MockPlatform user(String subject) {
		this.platform.logins().user(subject);
		return this;
	}

	/**
	 * Return the token requests.
	 * @return those received since the last reset, the oldest first
	 */
	public List<TokenRequest> tokenRequests() {
		return this.traffic.tokenRequests();
	}

	/**
	 * Return the requests that the API has received, refused ones included.
	 * @return those received since the last reset, the oldest first
	 */
	public List<ApiRequest> apiRequests() {
		return this.traffic.apiRequests();
	}

	/**
	 * Make this platform as it was when it started: without stubs, faults and requests,
	 * and listening. All tokens are forgotten, and the clock moves forward by two days,
	 * after which clients that use it hold nothing that is valid: neither a token, nor a
	 * login, nor discovered documents, nor a pause after a failure. Keys and address stay
	 * the same.
	 */
	public void reset() {
		comeBack();
		this.platform.reset();
		this.platform.issued().forget();
		useDefaults();
		this.stubs.clear();
		this.testUsers.clear();
		this.traffic.reset();
		this.clock.advance(BETWEEN_TESTS);
	}

	@Override
	public void close() {
		this.platform.close();
	}

	/**
	 * Register a client and return its secret.
	 */
	String register(String client) {
		String clientSecret = client + "-" + this.secret;
		this.platform.clients().register(client, clientSecret);
		return clientSecret;
	}

	String password() {
		return USERNAME + "-" + this.secret;
	}

	/**
	 * Whether an ID token was issued here.
	 */
	boolean issued(String idToken) {
		return this.platform.idTokens().wasIssued(idToken);
	}

	/**
	 * Issue tokens for a user who has not logged in here.
	 */
	Map<String, Object> issue(String subject, String client) {
		return this.platform.issued().issue(subject, client);
	}

	LoginKey testUser(String id, Function<String, LoginKey> opening) {
		return this.testUsers.computeIfAbsent(id, opening);
	}

	@Override
	public String toString() {
		return "MockPlatform[" + rootUrl() + "]";
	}

}
