package io.videoplatform.internal.client;

import java.util.List;
import java.util.function.Supplier;

import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.client.PlatformClientCustomizer;

import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * What the HTTP clients of a {@link DefaultPlatformClient} are built from. The builders
 * must be those of clients that follow no redirects by themselves.
 *
 * @param webClient creates builders of {@code WebClient}s
 * @param restClient creates builders of {@code RestClient}s
 * @param customizers the customizers of both, in order
 * @param observations where a thread's current observation is found
 */
public record ClientBuilders(Supplier<WebClient.Builder> webClient, Supplier<RestClient.Builder> restClient,
		Supplier<List<PlatformClientCustomizer>> customizers, ObservationRegistry observations) {

	/**
	 * Build a {@code WebClient}.
	 * @param authorization the innermost filter
	 */
	WebClient webClient(String client, String baseUrl, ExchangeFilterFunction authorization) {
		WebClient.Builder builder = this.webClient.get().baseUrl(baseUrl);
		this.customizers.get().forEach((customizer) -> customizer.customize(client, builder));
		return builder.filter(authorization).build();
	}

	/**
	 * Build a {@code RestClient}.
	 * @param authorization the innermost interceptor
	 */
	RestClient restClient(String client, String baseUrl, ClientHttpRequestInterceptor authorization) {
		RestClient.Builder builder = this.restClient.get().baseUrl(baseUrl);
		this.customizers.get().forEach((customizer) -> customizer.customize(client, builder));
		return builder.requestInterceptor(authorization).build();
	}

}
