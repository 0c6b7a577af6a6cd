package io.videoplatform.testing;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.util.MultiValueMap;

/**
 * The endpoints of the OpenID provider of a {@link TestPlatform}.
 */
final class ProviderEndpoints {

	private static final Set<String> GRANT_TYPES = Set.of("authorization_code", "refresh_token", "password",
			"client_credentials");

	private static final Set<String> REPEATABLE = Set.of("resource", "audience");

	private static final String APPLICATION = "application";

	private final DiscoveryDocuments documents;

	private final IssuedTokens tokens;

	private final IdTokens idTokens;

	private final TestLogins logins;

	private final TestClients clients;

	private final ClientAssertions assertions = new ClientAssertions();

	ProviderEndpoints(DiscoveryDocuments documents, IssuedTokens tokens, IdTokens idTokens, TestLogins logins,
			TestClients clients) {
		this.documents = documents;
		this.tokens = tokens;
		this.idTokens = idTokens;
		this.logins = logins;
		this.clients = clients;
	}

	ClientAssertions assertions() {
		return this.assertions;
	}

	/**
	 * Log a user in. The key is there when tokens are asked for: to make one takes longer
	 * than a client may wait.
	 */
	TestResponse authorize(RecordedRequest request) {
		if (!this.clients.contains(request.parameter("client_id"))) {
			return TestResponse.error(400, "unauthorized_client");
		}
		if (this.clients.areStrict() && !asksForCode(request)) {
			return TestResponse.error(400, "invalid_request");
		}
		this.idTokens.keyId();
		String code = this.tokens.issueCode(this.logins.logIn(request));
		return this.logins.authorizationResponse(request, code, this.documents.issuer());
	}

	/**
	 * RFC 6749, section 4.1.1; no redirect URI is registered here that could be left out.
	 */
	private static boolean asksForCode(RecordedRequest request) {
		return request.parameter("response_type").equals("code") && !request.parameter("redirect_uri").isEmpty();
	}

	TestResponse token(RecordedRequest request) {
		if (this.clients.areStrict() && !isWellFormed(request)) {
			return TestResponse.error(400, "invalid_request");
		}
		String client = authenticate(request);
		if (client == null) {
			return refusedClient(request);
		}
		String grantType = request.parameter("grant_type");
		boolean byCode = grantType.equals("authorization_code");
		Grant grant = switch (grantType) {
			case "authorization_code" -> this.tokens.useCode(request.parameter("code"));
			case "refresh_token" ->
				this.tokens.useRefreshToken(request.parameter("refresh_token"), this.clients.areStrict());
			case "password" -> this.clients.isAccount(request) ? Grant.application(client) : null;
			case "client_credentials" -> Grant.application(client);
			default -> this.clients.areStrict() ? null : Grant.application(client);
		};
		if (grant == null && !GRANT_TYPES.contains(grantType)) {
			return TestResponse.error(400, "unsupported_grant_type");
		}
		if (grant == null || (byCode && !grant.fits(request)) || !isIssuedTo(client, grant)) {
			return TestResponse.json(400, Map.of("error", "invalid_grant", "error_description", "Token is not active"));
		}
		return this.tokens.response(members(grant, grantType));
	}

	private @Nullable String authenticate(RecordedRequest request) {
		String client = this.clients.authenticate(request);
		return (client != null && this.assertions.accepts(request, this.documents.issuer())) ? client : null;
	}

	/**
	 * RFC 6749, section 5.2: the response names the scheme that the client has used.
	 */
	private static TestResponse refusedClient(RecordedRequest request) {
		TestResponse refused = TestResponse.error(401, "invalid_client");
		return (request.authorization() != null) ? refused.with("WWW-Authenticate: Basic realm=\"platform\"") : refused;
	}

	/**
	 * A form that is posted and repeats no parameter (RFC 6749, section 3.2), but for the
	 * recipients of a token (RFC 8693, section 2.1), and one method of authentication
	 * (RFC 6749, section 2.3).
	 */
	private static boolean isWellFormed(RecordedRequest request) {
		boolean basic = request.clientAuthenticationMethod().equals("client_secret_basic");
		MultiValueMap<String, String> form = request.formValues();
		return request.method().equals("POST") && request.uri().indexOf('?') == -1
				&& !(basic && form.containsKey("client_secret"))
				&& form.entrySet()
					.stream()
					.allMatch((entry) -> entry.getValue().size() == 1 || REPEATABLE.contains(entry.getKey()));
	}

	private boolean isIssuedTo(String client, Grant grant) {
		return !this.clients.areStrict() || grant.client().equals(client);
	}

	private Map<String, Object> members(Grant grant, String grantType) {
		boolean byCode = grantType.equals("authorization_code");
		// RFC 6749, section 4.4.3
		boolean once = this.clients.areStrict() && grantType.equals("client_credentials");
		Map<String, Object> members = once ? this.tokens.issueOnce(grant) : this.tokens.issue(grant);
		String user = grant.user();
		if (user != null) {
			String nonce = byCode ? grant.request().get("nonce") : null;
			members.put("id_token", this.idTokens.idToken(grant, String.valueOf(members.get("access_token")), nonce));
		}
		return members;
	}

	TestResponse userInfo(RecordedRequest request) {
		Grant grant = this.tokens.accessToken(request.bearer());
		return (grant != null) ? this.logins.userInfoResponse(name(grant), grant)
				: TestResponse.error(401, "invalid_token");
	}

	TestResponse revoke(RecordedRequest request) {
		if (authenticate(request) == null) {
			return refusedClient(request);
		}
		this.tokens.revoke(request.parameter("token"));
		return TestResponse.json(200, Map.of());
	}

	TestResponse logout(RecordedRequest request) {
		return TestResponse
			.redirect(request.parameters().getOrDefault("post_logout_redirect_uri", this.documents.issuer()));
	}

	/**
	 * Describe the caller of the API: its name and its token.
	 */
	TestResponse caller(RecordedRequest request) {
		Grant grant = Objects.requireNonNull(this.tokens.accessToken(request.bearer()));
		return TestResponse.json(200, Map.of("user", name(grant), "token", request.bearer()));
	}

	/**
	 * The WebFinger document of the one resource that there is, the API (RFC 7033,
	 * section 4.2).
	 */
	TestResponse webFinger(RecordedRequest request) {
		boolean unknown = this.clients.areStrict() && !this.documents.isResource(request.parameter("resource"));
		return unknown ? TestResponse.status(404) : this.documents.webFinger();
	}

	private static String name(Grant grant) {
		return Objects.requireNonNullElse(grant.user(), APPLICATION);
	}

}
