package io.videoplatform.client;

import java.util.Set;

/**
 * The clients of the platform that this application has, by name: the one that the
 * properties {@code platform.*} describe, and those that
 * <code>platform.clients.&lt;name&gt;.*</code> add.
 *
 * <pre class="code">
 * &#64;Service
 * class Videos {
 *
 *     private final WebClient webClient;
 *
 *     Videos(PlatformClients clients) {
 *         this.webClient = clients.get("jobs").webClient();
 *     }
 *
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public interface PlatformClients {

	/**
	 * The name of the client that the properties {@code platform.*} describe.
	 */
	String DEFAULT = "platform";

	/**
	 * Return a client.
	 * @param name its name
	 * @return the client
	 * @throws IllegalArgumentException if there is no client of that name; the message
	 * lists those that there are
	 */
	PlatformClient get(String name);

	/**
	 * Return the client of a platform that no property names, for applications that serve
	 * customers on domains of their own. It has its own discovery, tokens and limits, and
	 * the credentials of the client that {@code platform.*} describes; they are used only
	 * if {@code platform.issuer} or {@code platform.discovery.trusted-issuers} covers the
	 * issuer that the domain names. Otherwise, and if the grant is
	 * {@code authorization_code}, calls that should carry a token fail with a
	 * {@link io.videoplatform.PlatformAuthorizationException}.
	 *
	 * <p>
	 * Calls send the token to that host: make sure that the domain is a customer's.
	 * Clients are kept until they have not been asked for during
	 * {@code platform.roots.idle-timeout}, at most {@code platform.roots.max-size}. One
	 * that a caller still holds goes on working, and is returned again.
	 * @param rootUrl scheme and host of the platform's API, such as
	 * {@code https://video.customer.example}
	 * @return the client, the same one for all spellings of the URL; its name is the URL.
	 * For the root URL of the client that {@code platform.*} describes it is that client
	 * @throws IllegalArgumentException if the URL is malformed, has a path, a query, a
	 * fragment or userinfo, is plain http where that is not allowed, or is a private
	 * address
	 */
	default PlatformClient forRoot(String rootUrl) {
		throw new UnsupportedOperationException(getClass().getName() + " has only clients that properties describe");
	}

	/**
	 * Return the names of all clients.
	 * @return the names, {@link #DEFAULT} first; cannot be changed
	 */
	Set<String> names();

}
