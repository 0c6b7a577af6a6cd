package io.videoplatform.testing;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * Which part of a {@link TestPlatform} responds to a request.
 */
final class PlatformRoutes {

	private static final String ISSUER_PATH = "/auth/realms/platform/";

	/**
	 * Wherever they are, for clients that are configured with another issuer.
	 */
	private static final List<String> PROVIDER_ENDPOINTS = List.of("/.well-known/webfinger",
			"/.well-known/openid-configuration", "/token", "/revoke");

	private final DiscoveryDocuments documents;

	private final IssuedTokens issued;

	private final IdTokens idTokens;

	private final ProviderEndpoints endpoints;

	private final Queue<Function<RecordedRequest, TestResponse>> nextTokens = new ConcurrentLinkedQueue<>();

	private volatile Function<RecordedRequest, TestResponse> tokens;

	private volatile Function<RecordedRequest, TestResponse> api = (request) -> TestResponse.of(200, "{}");

	PlatformRoutes(DiscoveryDocuments documents, IssuedTokens issued, IdTokens idTokens, TestLogins logins) {
		this.documents = documents;
		this.issued = issued;
		this.idTokens = idTokens;
		this.endpoints = new ProviderEndpoints(documents, issued, idTokens, logins);
		this.tokens = this.endpoints::token;
	}

	void api(Function<RecordedRequest, TestResponse> api) {
		this.api = api;
	}

	void apiNamesCaller() {
		this.api = this.endpoints::caller;
	}

	void nextToken(TestResponse response) {
		this.nextTokens.add((request) -> response);
	}

	void loseNextToken(TestResponse lost) {
		this.nextTokens.add((request) -> {
			this.endpoints.token(request);
			return lost;
		});
	}

	void tokens(Function<RecordedRequest, TestResponse> response) {
		this.tokens = response;
	}

	void repair() {
		this.nextTokens.clear();
		this.tokens = this.endpoints::token;
	}

	static boolean isCall(RecordedRequest request) {
		String path = request.path();
		return !path.startsWith(ISSUER_PATH) && PROVIDER_ENDPOINTS.stream().noneMatch(path::endsWith);
	}

	TestResponse respond(RecordedRequest request) {
		return isCall(request) ? call(request) : provider(request);
	}

	private TestResponse provider(RecordedRequest request) {
		String path = request.path();
		return switch (path.substring(path.lastIndexOf('/') + 1)) {
			case "webfinger" -> this.documents.webFinger();
			case "openid-configuration" -> this.documents.configuration();
			case "auth" -> this.endpoints.authorize(request);
			case "keys" -> this.idTokens.keys();
			case "userinfo" -> this.endpoints.userInfo(request);
			case "revoke" -> this.endpoints.revoke(request);
			case "logout" -> this.endpoints.logout(request);
			// The configuration may name any other path as that of the token endpoint
			default -> token(request);
		};
	}

	private TestResponse token(RecordedRequest request) {
		Function<RecordedRequest, TestResponse> next = this.nextTokens.poll();
		return (next != null) ? next.apply(request) : this.tokens.apply(request);
	}

	private TestResponse call(RecordedRequest request) {
		return (this.issued.accessToken(request.bearer()) != null) ? this.api.apply(request)
				: TestResponse.status(401, "WWW-Authenticate: Bearer error=\"invalid_token\"");
	}

}
