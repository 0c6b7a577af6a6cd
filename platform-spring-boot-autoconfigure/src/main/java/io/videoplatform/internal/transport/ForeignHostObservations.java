package io.videoplatform.internal.transport;

import io.micrometer.common.KeyValue;
import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.internal.observation.EngineObservations;

import org.springframework.http.client.observation.ClientHttpObservationDocumentation.LowCardinalityKeyNames;
import org.springframework.http.client.observation.ClientRequestObservationContext;
import org.springframework.http.client.observation.DefaultClientRequestObservationConvention;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Gives the clients of platforms that are named at run time one name in metrics: foreign
 * hosts would make a time series each.
 *
 * @param name the name of observations
 */
public record ForeignHostObservations(String name) implements PlatformClientCustomizer {

	/**
	 * The name that Spring gives observations of HTTP clients.
	 */
	public static final String DEFAULT_NAME = "http.client.requests";

	/**
	 * Set Spring's convention, except for the name of the client.
	 */
	static void observe(WebClient.Builder builder) {
		builder.observationConvention(new WebClientConvention(DEFAULT_NAME));
	}

	@Override
	public void customize(String client, WebClient.Builder builder) {
		if (EngineObservations.isNamedAtRunTime(client)) {
			builder.observationConvention(new WebClientConvention(this.name));
		}
	}

	@Override
	public void customize(String client, RestClient.Builder builder) {
		if (EngineObservations.isNamedAtRunTime(client)) {
			builder.observationConvention(new RestClientConvention(this.name));
		}
	}

	/**
	 * For {@code RestClient}s.
	 */
	private static final class RestClientConvention extends DefaultClientRequestObservationConvention {

		RestClientConvention(String name) {
			super(name);
		}

		@Override
		protected KeyValue clientName(ClientRequestObservationContext context) {
			return LowCardinalityKeyNames.CLIENT_NAME.withValue(EngineObservations.RUN_TIME);
		}

	}

	/**
	 * For {@code WebClient}s.
	 */
	private static final class WebClientConvention
			extends org.springframework.web.reactive.function.client.DefaultClientRequestObservationConvention {

		WebClientConvention(String name) {
			super(name);
		}

		@Override
		protected KeyValue clientName(
				org.springframework.web.reactive.function.client.ClientRequestObservationContext context) {
			return LowCardinalityKeyNames.CLIENT_NAME.withValue(EngineObservations.RUN_TIME);
		}

	}

}
