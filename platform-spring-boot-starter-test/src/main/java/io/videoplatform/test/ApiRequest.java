package io.videoplatform.test;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A request that a {@link MockPlatform} has received at its API. It holds no token.
 *
 * <pre class="code">
 * assertThat(platform.apiRequests()).singleElement().satisfies((request) -&gt; {
 *     assertThat(request.path()).isEqualTo("/v1/videos");
 *     assertThat(request.authorized()).isTrue();
 * });
 * </pre>
 *
 * @param method the method
 * @param path the path, such as {@code /v1/videos}
 * @param query the query as it was sent, or {@code null} without one
 * @param headers the headers except {@code Authorization}
 * @param content the bytes of the body, empty without one
 * @param authorized whether it carried a token that was valid
 * @param client the identifier of the client that the token was issued to, its name in
 * the application; {@code null} without a valid token
 * @param user the user whose token it was, {@code null} if it was an application's
 * @param status the status of the response, or -1 if the response was lost
 * @since 0.1.0
 */
public record ApiRequest(String method, String path, @Nullable String query, HttpHeaders headers, byte[] content,
		boolean authorized, @Nullable String client, @Nullable String user, int status) {

	/**
	 * Return the bytes of the body.
	 * @return a copy, empty without a body
	 */
	@Override
	public byte[] content() {
		return this.content.clone();
	}

	/**
	 * Return the body as text in UTF-8.
	 * @return the text, empty without a body
	 */
	public String body() {
		return new String(this.content, StandardCharsets.UTF_8);
	}

	@Override
	public String toString() {
		return "ApiRequest[%s %s, %s, status=%d]".formatted(this.method, this.path,
				this.authorized ? "authorized" : "not authorized", this.status);
	}

}
