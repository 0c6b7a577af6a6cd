package io.videoplatform.internal.client;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.http.AddressFilter;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * What the HTTP clients of a {@link DefaultPlatformClient} are built from. Neither the
 * connector nor the request factory may follow redirects by itself.
 *
 * @param webClient creates builders of {@code WebClient}s
 * @param requestFactory returns what creates the requests of {@code RestClient}s
 * @param restClientDefaults customizes {@code RestClient}s like all of the application's
 * @param customizers the customizers of both, in order
 * @param observations where a thread's current observation is found
 * @param foreignHosts the addresses that calls may lead to, or {@code null} if the API
 * host is not foreign input
 */
public record ClientBuilders(Supplier<WebClient.Builder> webClient, Supplier<ClientHttpRequestFactory> requestFactory,
		Consumer<RestClient.Builder> restClientDefaults, Supplier<List<PlatformClientCustomizer>> customizers,
		ObservationRegistry observations, @Nullable AddressFilter foreignHosts) {

	private static final Log logger = LogFactory.getLog(ClientBuilders.class);

	/**
	 * Build a {@code WebClient}.
	 * @param authorization the innermost filter
	 */
	WebClient webClient(String client, String baseUrl, ExchangeFilterFunction authorization) {
		WebClient.Builder builder = BaseUrl.set(this.webClient.get(), baseUrl);
		this.customizers.get().forEach((customizer) -> customizer.customize(client, builder));
		return builder.filter(authorization).build();
	}

	/**
	 * Build a {@code RestClient}. What customizes all of the application's clients alike
	 * replaces neither its request factory nor its base URL; customizers may, and so do
	 * tests.
	 */
	RestClient restClient(String client, String baseUrl, BearerTokenInterceptor authorization) {
		RestClient.Builder builder = AuthorizedRestClientBuilder.create(this.requestFactory.get(),
				(request) -> authorization, () -> warnOfFactory(client));
		this.restClientDefaults.accept(builder);
		AuthorizedRestClientBuilder.release(BaseUrl.set(builder, baseUrl));
		this.customizers.get().forEach((customizer) -> customizer.customize(client, builder));
		return builder.build();
	}

	private static void warnOfFactory(String client) {
		logger.warn(EventLog.line(PlatformError.CONFIGURATION,
				("The request factory that a RestClientCustomizer sets is not used by client '%s', because it might"
						+ " take the token to other hosts. Define a ClientHttpRequestFactoryBuilder bean, or set the"
						+ " factory in a PlatformClientCustomizer.")
					.formatted(client)));
	}

}
