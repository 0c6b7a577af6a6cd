package io.videoplatform.test;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A request that a {@link MockPlatform} has received at its API. It holds no token.
 *
 * @param method the method
 * @param path the path, such as {@code /v1/videos}
 * @param query the query as it was sent, or {@code null} without one
 * @param headers the headers except {@code Authorization}
 * @param body the body as text, empty without one
 * @param authorized whether it carried a token that was valid
 * @param client the identifier of the client that the token was issued to, its name in
 * the application; {@code null} without a valid token
 * @param user the user whose token it was, {@code null} if it was an application's
 * @param status the status of the response, or -1 if the response was lost
 * @since 0.1.0
 */
public record ApiRequest(String method, String path, @Nullable String query, HttpHeaders headers, String body,
		boolean authorized, @Nullable String client, @Nullable String user, int status) {

	@Override
	public String toString() {
		return "ApiRequest[%s %s, %s, status=%d]".formatted(this.method, this.path,
				this.authorized ? "authorized" : "not authorized", this.status);
	}

}
