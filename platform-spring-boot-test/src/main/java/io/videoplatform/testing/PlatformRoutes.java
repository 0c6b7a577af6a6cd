package io.videoplatform.testing;

import java.util.List;
import java.util.Set;
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

	/**
	 * All paths that a strict platform knows besides those of the API.
	 */
	private static final Set<String> PROVIDER_PATHS = Set.of("/.well-known/webfinger",
			ISSUER_PATH + ".well-known/openid-configuration", ISSUER_PATH + "auth", ISSUER_PATH + "keys",
			ISSUER_PATH + "token", TokenEndpoint.PATH_OF_THE_CONTRACT, ISSUER_PATH + "userinfo", ISSUER_PATH + "revoke",
			ISSUER_PATH + "logout");

	private final DiscoveryDocuments documents;

	private final TestClients clients;

	private final IssuedTokens issued;

	private final IdTokens idTokens;

	private final ProviderEndpoints endpoints;

	private final TokenEndpoint tokens;

	private volatile Function<RecordedRequest, TestResponse> api = (request) -> TestResponse.of(200, "{}");

	PlatformRoutes(DiscoveryDocuments documents, IssuedTokens issued, IdTokens idTokens, TestLogins logins,
			TestClients clients) {
		this.documents = documents;
		this.clients = clients;
		this.issued = issued;
		this.idTokens = idTokens;
		this.endpoints = new ProviderEndpoints(documents, issued, idTokens, logins, clients);
		this.tokens = new TokenEndpoint(this.endpoints::token);
	}

	ProviderEndpoints provider() {
		return this.endpoints;
	}

	TokenEndpoint tokens() {
		return this.tokens;
	}

	void api(Function<RecordedRequest, TestResponse> api) {
		this.api = api;
	}

	void apiNamesCaller() {
		this.api = this.endpoints::caller;
	}

	static boolean isCall(RecordedRequest request) {
		String path = request.path();
		return !path.startsWith(ISSUER_PATH) && PROVIDER_ENDPOINTS.stream().noneMatch(path::endsWith);
	}

	TestResponse respond(RecordedRequest request) {
		if (!this.clients.areStrict()) {
			return isCall(request) ? call(request) : provider(request);
		}
		if (request.path().startsWith("/v1/")) {
			return call(request);
		}
		return PROVIDER_PATHS.contains(request.path()) ? provider(request) : TestResponse.status(404);
	}

	private TestResponse provider(RecordedRequest request) {
		String path = request.path();
		return switch (path.substring(path.lastIndexOf('/') + 1)) {
			case "webfinger" -> this.endpoints.webFinger(request);
			case "openid-configuration" -> this.documents.configuration();
			case "auth" -> this.endpoints.authorize(request);
			case "keys" -> this.idTokens.keys();
			case "userinfo" -> this.endpoints.userInfo(request);
			case "revoke" -> this.endpoints.revoke(request);
			case "logout" -> this.endpoints.logout(request);
			// The configuration may name any other path as that of the token endpoint
			default -> this.tokens.respond(request);
		};
	}

	private TestResponse call(RecordedRequest request) {
		return (this.issued.accessToken(request.bearer()) != null) ? this.api.apply(request)
				: TestResponse.status(401, "WWW-Authenticate: Bearer error=\"invalid_token\"");
	}

}
