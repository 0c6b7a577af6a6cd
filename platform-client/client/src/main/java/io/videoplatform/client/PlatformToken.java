package io.videoplatform.client;

import java.time.Instant;

/**
 * An access token for a client that is neither a {@code WebClient} nor a
 * {@code RestClient}. Its {@code toString()} does not show it. Get it for each request
 * anew, which costs next to nothing while it is fresh, and send it to the platform only.
 *
 * <pre class="code">
 * HttpRequest authorized(PlatformClient client, URI uri) {
 *     String token = client.token().value();
 *     return HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + token).build();
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public interface PlatformToken {

	/**
	 * Return the token, as it stands after {@code Bearer} in a header (RFC 6750, section
	 * 2.1).
	 * @return the value
	 */
	String value();

	/**
	 * Return from when on the token must not be sent.
	 * @return the instant, somewhat earlier than the provider says
	 */
	Instant expiresAt();

	/**
	 * Say that the API has rejected this token: a response 401 whose challenge does not
	 * say otherwise (RFC 6750, section 3.1). Concurrent rejections of one token count
	 * once, and for one that has been replaced nothing happens. No I/O.
	 * @return whether the request may be sent again, once, with the token that the client
	 * gives next; not so if the API has rejected several tokens in a row
	 */
	boolean reject();

}
