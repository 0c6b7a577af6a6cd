package io.videoplatform.it.api;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;

/**
 * A customer's API host, whose provider is Keycloak: WebFinger at its root and an API
 * below {@code /v1/} that looks at its tokens.
 *
 * <p>
 * It is reached as {@code localhost}, while Keycloak and proxies are {@code 127.0.0.1}: a
 * domain of its own. The response to a request with a valid token is 200 with its method,
 * its path, the user's name and the number of bytes it brought; read as a list, it holds
 * one item that is named after the user.
 *
 * @since 0.1.0
 */
public final class ApiHost implements AutoCloseable {

	private final TestServer server = new TestServer();

	private final ApiCounts counts = new ApiCounts(this.server);

	private final WebFinger webFinger;

	private volatile TokenCheck tokenCheck;

	private ApiHost(Realm realm, URI issuer) {
		this.webFinger = WebFinger.linkingDocument(rootUrl(), issuer);
		this.tokenCheck = TokenCheck.byIntrospection(realm, issuer);
		this.server.otherwise(this::respond);
	}

	/**
	 * Starts a host on a free port that names a realm and introspects each token at
	 * Keycloak.
	 */
	public static ApiHost naming(Realm realm, URI issuer) {
		return new ApiHost(realm, issuer);
	}

	/**
	 * Returns what a customer writes as the platform's root URL.
	 */
	public URI rootUrl() {
		return URI.create("http://localhost:" + this.server.port());
	}

	/**
	 * Changes which tokens are good.
	 */
	public void tokenCheck(TokenCheck check) {
		this.tokenCheck = check;
	}

	/**
	 * Returns what was counted.
	 */
	public ApiCounts counts() {
		return this.counts;
	}

	@Override
	public void close() {
		this.server.close();
	}

	private TestResponse respond(RecordedRequest request) {
		if (request.path().startsWith("/v1/")) {
			return call(request);
		}
		return request.path().equals(ApiCounts.WEB_FINGER) ? webFinger(request) : TestResponse.status(404);
	}

	/**
	 * RFC 7033, section 4.2: a request without a resource is malformed.
	 */
	private TestResponse webFinger(RecordedRequest request) {
		String resource = request.parameter("resource");
		if (resource.isEmpty()) {
			return TestResponse.status(400);
		}
		return resource.equals(rootUrl() + "/v1/")
				? new TestResponse(this.webFinger.status(), this.webFinger.headers(), this.webFinger.body())
				: TestResponse.status(404);
	}

	private TestResponse call(RecordedRequest request) {
		Optional<String> username = request.bearer().isEmpty() ? Optional.empty()
				: this.tokenCheck.usernameOf(request.bearer());
		TestResponse response = username.map((name) -> accept(request, name)).orElseGet(ApiHost::refuse);
		this.counts.completed(response.status());
		return response;
	}

	private static TestResponse accept(RecordedRequest request, String username) {
		return TestResponse.json(200,
				Map.of("method", request.method(), "path", request.uri(), "username", username, "bytes",
						request.content().length, "id", "1", "items",
						List.of(Map.of("id", "1", "title", "One of " + username, "collectionId", "all"))));
	}

	private static TestResponse refuse() {
		return TestResponse.status(401, "WWW-Authenticate: Bearer error=\"invalid_token\"");
	}

}
