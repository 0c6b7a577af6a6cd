package io.videoplatform.internal.client;

import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Sets the base URL of clients, whatever customizes all of an application's clients alike
 * has set: a {@code UriBuilderFactory} would take precedence over it.
 */
public final class BaseUrl {

	private BaseUrl() {
	}

	/**
	 * Set the base URL of {@code WebClient}s.
	 * @param builder their builder
	 * @param baseUrl the base URL
	 * @return the builder
	 */
	@SuppressWarnings("NullAway")
	public static WebClient.Builder set(WebClient.Builder builder, String baseUrl) {
		return builder.uriBuilderFactory(null).baseUrl(baseUrl);
	}

	/**
	 * Set the base URL of {@code RestClient}s.
	 * @param builder their builder
	 * @param baseUrl the base URL
	 * @return the builder
	 */
	@SuppressWarnings("NullAway")
	public static RestClient.Builder set(RestClient.Builder builder, String baseUrl) {
		return builder.uriBuilderFactory(null).baseUrl(baseUrl);
	}

}
