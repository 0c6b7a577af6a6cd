package io.videoplatform.testing;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import com.nimbusds.jose.jwk.JWK;
import org.jspecify.annotations.Nullable;

/**
 * A platform on a loopback address: WebFinger, an OpenID provider whose refresh tokens
 * rotate and at which users log in without a page, and an API below {@code /v1/} that
 * checks tokens. It records the requests that it receives and fails on demand.
 *
 * <pre class="code">
 * try (TestPlatform platform = new TestPlatform()) {
 *     platform.issued().expiresIn(20);
 *     platform.tokenEndpoint().next(TestResponse.status(503));
 *     // run an application with platform.root-url=platform.rootUrl()
 *     assertThat(platform.tokenRequests()).hasSize(2);
 * }
 * </pre>
 */
public final class TestPlatform implements AutoCloseable {

	/**
	 * The identifier of the client that {@link #properties()} name.
	 */
	public static final String CLIENT_ID = "videos";

	/**
	 * The secret of that client.
	 */
	public static final String CLIENT_SECRET = "a-secret-of-the-client-that-is-long-enough";

	private final TestServer server;

	private final DiscoveryDocuments documents = new DiscoveryDocuments(this::rootUrl);

	private final IssuedTokens issued = new IssuedTokens();

	private final TestLogins logins = new TestLogins();

	private final TestClients clients = new TestClients();

	private final IdTokens idTokens;

	private final PlatformRoutes routes;

	private volatile @Nullable String publicUrl;

	/**
	 * Start on a free port.
	 */
	public TestPlatform() {
		this(Clock.systemUTC());
	}

	/**
	 * Start on a free port.
	 */
	public TestPlatform(Clock clock) {
		this(clock, new TestServer());
	}

	/**
	 * Start on a free port.
	 */
	public TestPlatform(Clock clock, @Nullable Path keyStore) {
		this(clock, new TestServer(keyStore));
	}

	/**
	 * Use a server.
	 */
	public TestPlatform(TestServer server) {
		this(Clock.systemUTC(), server);
	}

	private TestPlatform(Clock clock, TestServer server) {
		this.idTokens = new IdTokens(this::issuer, clock);
		this.routes = new PlatformRoutes(this.documents, this.issued, this.idTokens, this.logins, this.clients);
		this.server = server;
		this.server.otherwise(this.routes::respond);
	}

	/**
	 * Return the root URL.
	 */
	public String rootUrl() {
		String other = this.publicUrl;
		return (other != null) ? other : this.server.url();
	}

	/**
	 * Use another root URL than that of the listener in all documents.
	 */
	public TestPlatform rootUrl(String rootUrl) {
		this.publicUrl = rootUrl;
		return this;
	}

	/**
	 * Return the issuer.
	 */
	public String issuer() {
		return this.documents.issuer();
	}

	/**
	 * Return the properties of an application that logs users in here.
	 */
	public String[] properties() {
		return new String[] { "platform.root-url=" + rootUrl(), "platform.client-id=" + CLIENT_ID,
				"platform.client-secret=" + CLIENT_SECRET, "platform.grant-type=authorization_code" };
	}

	/**
	 * Return the HTTP server, to replace or to hold responses.
	 */
	public TestServer server() {
		return this.server;
	}

	/**
	 * Return the documents of discovery.
	 */
	public DiscoveryDocuments documents() {
		return this.documents;
	}

	/**
	 * Return the tokens issued here.
	 */
	public IssuedTokens issued() {
		return this.issued;
	}

	/**
	 * Return the token endpoint, to let it fail.
	 */
	public TokenEndpoint tokenEndpoint() {
		return this.routes.tokens();
	}

	/**
	 * Accept only requests that authenticate by an assertion (RFC 7523).
	 */
	public TestPlatform requireAssertions(@Nullable JWK key) {
		this.routes.provider().assertions().require(key);
		return this;
	}

	/**
	 * Return the ID tokens issued here.
	 */
	public IdTokens idTokens() {
		return this.idTokens;
	}

	/**
	 * Return the logins at this platform.
	 */
	public TestLogins logins() {
		return this.logins;
	}

	/**
	 * Return the clients that are registered here. With the first one the platform
	 * becomes strict: it refuses other clients, a refresh token of another client, and
	 * paths that it does not know, and gives no refresh token to applications (RFC 6749,
	 * section 4.4.3).
	 */
	public TestClients clients() {
		return this.clients;
	}

	/**
	 * Respond to a request as the platform does, without the faults set at the server.
	 */
	public TestResponse respond(RecordedRequest request) {
		return this.routes.respond(request);
	}

	/**
	 * Set the responses of the API to calls that carry a valid token, an empty JSON
	 * object otherwise.
	 */
	public TestPlatform api(Function<RecordedRequest, TestResponse> api) {
		this.routes.api(api);
		return this;
	}

	/**
	 * Let the API tell who calls: a JSON object with {@code user} and {@code token}.
	 */
	public TestPlatform apiNamesCaller() {
		this.routes.apiNamesCaller();
		return this;
	}

	/**
	 * Fail all requests to an endpoint until {@link #repair()}.
	 */
	public TestPlatform fail(String endpoint, int status) {
		this.server.on(endpoint, TestResponse.status(status));
		return this;
	}

	/**
	 * Respond without failures and without delay again.
	 */
	public TestPlatform repair() {
		this.server.reset();
		tokenEndpoint().repair();
		return this;
	}

	/**
	 * Undo all changes of responses but those of the API; keys and tokens stay.
	 */
	public void reset() {
		repair();
		requireAssertions(null);
		this.documents.reset();
		this.issued.reset();
		this.idTokens.reset();
		this.logins.reset();
	}

	/**
	 * Stop listening; {@link #restart()} listens on the same port again.
	 */
	public void stop() {
		this.server.stop();
	}

	/**
	 * Listen on the same port again.
	 */
	public void restart() {
		this.server.restart();
	}

	@Override
	public void close() {
		this.server.close();
		this.idTokens.close();
	}

	/**
	 * Return the requests to an endpoint.
	 */
	public List<RecordedRequest> requests(String endpoint) {
		return this.server.requests(endpoint);
	}

	/**
	 * Return the forms of all token requests.
	 */
	public List<Map<String, String>> tokenRequests() {
		return forms("/token");
	}

	/**
	 * Return the forms of all revocations.
	 */
	public List<Map<String, String>> revocations() {
		return forms("/revoke");
	}

	/**
	 * Return all calls of the API.
	 */
	public List<RecordedRequest> calls() {
		return this.server.requests().stream().filter(PlatformRoutes::isCall).toList();
	}

	private List<Map<String, String>> forms(String endpoint) {
		return requests(endpoint).stream().map(RecordedRequest::credentials).toList();
	}

}
