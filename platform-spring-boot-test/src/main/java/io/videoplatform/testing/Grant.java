package io.videoplatform.testing;

import java.util.Map;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * What tokens are issued for.
 */
record Grant(@Nullable String user, String sessionId, Map<String, String> request, Map<String, Object> claims) {

	private static final String CLIENT_ID = "client_id";

	static Grant application() {
		return of(null, Map.of());
	}

	static Grant application(String client) {
		return of(null, Map.of(CLIENT_ID, client));
	}

	static Grant user(String user, String client) {
		return of(user, Map.of(CLIENT_ID, client));
	}

	private static Grant of(@Nullable String user, Map<String, String> request) {
		return new Grant(user, UUID.randomUUID().toString(), request, Map.of());
	}

	/**
	 * Return the client, empty if it is not known.
	 */
	String client() {
		return this.request.getOrDefault(CLIENT_ID, "");
	}

	/**
	 * Whether a token request belongs to the authorization request (RFC 6749, section
	 * 4.1.3, and RFC 7636, section 4.6).
	 */
	boolean fits(RecordedRequest token) {
		String challenge = this.request.get("code_challenge");
		return this.request.isEmpty() || (token.parameter("redirect_uri").equals(this.request.get("redirect_uri"))
				&& IdTokens.sha256(token.parameter("code_verifier")).toString().equals(challenge));
	}

}
