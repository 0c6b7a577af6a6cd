package io.videoplatform.testing;

import java.util.Map;
import java.util.Objects;

/**
 * The endpoints of the OpenID provider of a {@link TestPlatform}.
 */
final class ProviderEndpoints {

	private static final String APPLICATION = "application";

	private final DiscoveryDocuments documents;

	private final IssuedTokens tokens;

	private final IdTokens idTokens;

	private final TestLogins logins;

	ProviderEndpoints(DiscoveryDocuments documents, IssuedTokens tokens, IdTokens idTokens, TestLogins logins) {
		this.documents = documents;
		this.tokens = tokens;
		this.idTokens = idTokens;
		this.logins = logins;
	}

	/**
	 * Log a user in. The key is there when tokens are asked for: to make one takes longer
	 * than a client may wait.
	 */
	TestResponse authorize(RecordedRequest request) {
		this.idTokens.keyId();
		String code = this.tokens.issueCode(this.logins.logIn(request));
		return this.logins.authorizationResponse(request, code, this.documents.issuer());
	}

	TestResponse token(RecordedRequest request) {
		String grantType = request.parameter("grant_type");
		boolean byCode = grantType.equals("authorization_code");
		Grant grant = switch (grantType) {
			case "authorization_code" -> this.tokens.useCode(request.parameter("code"));
			case "refresh_token" -> this.tokens.useRefreshToken(request.parameter("refresh_token"));
			default -> Grant.application();
		};
		if (grant == null || (byCode && !grant.fits(request))) {
			return TestResponse.json(400, Map.of("error", "invalid_grant", "error_description", "Token is not active"));
		}
		return this.tokens.response(members(grant, byCode));
	}

	private Map<String, Object> members(Grant grant, boolean byCode) {
		Map<String, Object> members = this.tokens.issue(grant);
		String user = grant.user();
		if (user != null) {
			String nonce = byCode ? grant.request().get("nonce") : null;
			members.put("id_token",
					this.idTokens.idToken(user, grant.sessionId(), String.valueOf(members.get("access_token")), nonce));
		}
		return members;
	}

	TestResponse userInfo(RecordedRequest request) {
		Grant grant = this.tokens.accessToken(request.bearer());
		return (grant != null) ? this.logins.userInfoResponse(name(grant)) : TestResponse.error(401, "invalid_token");
	}

	TestResponse revoke(RecordedRequest request) {
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

	private static String name(Grant grant) {
		return Objects.requireNonNullElse(grant.user(), APPLICATION);
	}

}
