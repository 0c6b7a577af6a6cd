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
	 * Return the names of all clients.
	 * @return the names, {@link #DEFAULT} first; cannot be changed
	 */
	Set<String> names();

}
