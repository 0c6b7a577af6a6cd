package io.videoplatform.test;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;

import org.springframework.http.MediaType;
import org.springframework.util.Assert;

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

	private static final int ACCESS_SECONDS = 300;

	private static final int REFRESH_SECONDS = 3600;

	private static final Duration BETWEEN_TESTS = Duration.ofDays(2);

	/**
	 * Documents are fresh for an hour, or for a spread lifetime that properties set.
	 */
	private static final Duration MARGIN = Duration.ofDays(1);

	private final MovableClock clock = new MovableClock(Clock.systemUTC());

	private final TestPlatform platform = new TestPlatform(this.clock);

	private final ApiStubs stubs = new ApiStubs(this.platform.server());

	private final MockTraffic traffic = new MockTraffic(this.platform, this.stubs);

	private final MockAccounts accounts = new MockAccounts(this.platform);

	private volatile Duration betweenTests = BETWEEN_TESTS;

	/**
	 * Start on a free port.
	 */
	public MockPlatform() {
		this.platform.issued().expireBy(this.clock);
		// Spring Security's own decoders of ID tokens expect it
		this.platform.idTokens().signByRs256();
		this.platform.api((request) -> TestResponse.stubbed());
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
		return this.accounts.properties();
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
		Assert.isTrue(!duration.isNegative(), () -> "The clock moves forward only, not by " + duration);
		this.clock.advance(duration);
		return this;
	}

	/**
	 * Respond to authorized GET requests with JSON.
	 * @param path the path below the base URL, such as {@code videos}; without a query
	 * @param json the document
	 * @return this platform
	 * @throws IllegalArgumentException if it is not a path
	 */
	public MockPlatform stub(String path, String json) {
		return stub(path, MediaType.APPLICATION_JSON_VALUE, json.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Respond to authorized GET requests with any content.
	 * @param path the path below the base URL, such as {@code videos/1/content}
	 * @param contentType the {@code Content-Type} of the response
	 * @param content the bytes of the body
	 * @return this platform
	 * @throws IllegalArgumentException if it is not a path, or not a content type
	 */
	public MockPlatform stub(String path, String contentType, byte[] content) {
		MediaType.parseMediaType(contentType);
		this.stubs.stub(StubPath.ofTest(path), contentType, content);
		return this;
	}

	/**
	 * Respond to authorized requests as WireMock does. Paths begin with {@code /v1/}. Of
	 * the stubs that match and have the same priority, those of
	 * {@link #stub(String, String)} included, the last one responds.
	 * @param mapping the requests and the response
	 * @return this platform
	 * @throws IllegalArgumentException if the response is to come from another server
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
		this.platform.issued().revokeRefreshTokens();
		return reject();
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
	 * Stop listening: connections are refused until {@link #comeBack()}. The port stays
	 * in use.
	 * @return this platform
	 */
	public MockPlatform goDown() {
		this.platform.stop();
		return this;
	}

	/**
	 * Listen again, at the same address.
	 * @return this platform
	 */
	public MockPlatform comeBack() {
		this.platform.restart();
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
	 * @throws IllegalArgumentException if it is empty
	 */
	public MockPlatform user(String subject) {
		return user(subject, Map.of());
	}

	/**
	 * Set who logs in from now on when a browser is sent here, and what ID tokens and
	 * UserInfo responses say of this user.
	 * @param subject the identifier of the user, {@code sub} in ID tokens
	 * @param claims further claims, such as {@code name} and {@code email}
	 * @return this platform
	 * @throws IllegalArgumentException if the subject is empty, or if a claim is one of
	 * those by which the protocol works, such as {@code aud}
	 */
	public MockPlatform user(String subject, Map<String, ?> claims) {
		this.accounts.user(subject, claims);
		return this;
	}

	/**
	 * Return a logout token for the session in which a user has logged in last (OpenID
	 * Connect Back-Channel Logout 1.0, section 2.4). A provider sends it to the
	 * application, as the form parameter {@code logout_token}; this one leaves that to
	 * the test. The session is over here, and its refresh tokens are refused.
	 * @param subject the identifier of the user
	 * @return a new token, signed by the key that is published
	 * @throws IllegalStateException if the user has not logged in here since the last
	 * reset; those of Spring Security's test support have not
	 */
	public String logoutToken(String subject) {
		return this.accounts.logoutToken(subject);
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
	 * Make this platform as it was when the application had started: without faults,
	 * requests and later stubs, and listening. All tokens are forgotten, and the clock
	 * moves forward by two days, or by more if properties let discovered documents live
	 * longer. After that, clients that use it hold nothing that is valid: neither a
	 * token, nor a login, nor discovered documents, nor a pause after a failure. Keys and
	 * address stay the same.
	 */
	public void reset() {
		comeBack();
		this.platform.reset();
		this.platform.issued().forget();
		useDefaults();
		this.stubs.clear();
		this.accounts.reset();
		this.traffic.reset();
		this.clock.advance(this.betweenTests);
		this.traffic.endDelays();
	}

	@Override
	public void close() {
		this.platform.close();
	}

	MockAccounts accounts() {
		return this.accounts;
	}

	/**
	 * Move the clock so far between two tests that no discovered document lasts.
	 */
	void discoveryLasts(Duration minLifetime, Duration staleIfError) {
		Duration longest = minLifetime.multipliedBy(2).plus(staleIfError).plus(MARGIN);
		this.betweenTests = (longest.compareTo(BETWEEN_TESTS) > 0) ? longest : BETWEEN_TESTS;
	}

	/**
	 * The application has started: what is stubbed now survives resets.
	 */
	void started() {
		this.stubs.keep();
	}

	@Override
	public String toString() {
		return "MockPlatform[" + rootUrl() + "]";
	}

}
