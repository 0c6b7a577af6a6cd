package io.videoplatform.client;

import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Customizes the HTTP clients of a {@link PlatformClient}. All beans of this type are
 * applied in their order, after Spring Boot's {@code WebClientCustomizer}s and
 * {@code RestClientCustomizer}s. What carries the token and follows redirects is added
 * afterwards: no filter or interceptor sees the token.
 *
 * <pre class="code">
 * &#64;Bean
 * PlatformClientCustomizer userAgent() {
 *     return new PlatformClientCustomizer() {
 *
 *         &#64;Override
 *         public void customize(String client, RestClient.Builder builder) {
 *             builder.defaultHeader("User-Agent", "importer");
 *         }
 *
 *     };
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public interface PlatformClientCustomizer {

	/**
	 * Customize a {@code WebClient}. Its base URL and connector are set. A connector or
	 * exchange function that replaces the starter's must not follow redirects: it could
	 * send the token to other hosts.
	 * @param client the name of the platform client
	 * @param builder the builder to customize
	 */
	default void customize(String client, WebClient.Builder builder) {
	}

	/**
	 * Customize a {@code RestClient}. Its base URL and request factory are set. A request
	 * factory that replaces the starter's must not follow redirects: it could send the
	 * token to other hosts; one that is known to follow them is refused with an
	 * {@link IllegalArgumentException}, as {@code null} is. Called when the client is
	 * first used.
	 * @param client the name of the platform client
	 * @param builder the builder to customize
	 */
	default void customize(String client, RestClient.Builder builder) {
	}

}
