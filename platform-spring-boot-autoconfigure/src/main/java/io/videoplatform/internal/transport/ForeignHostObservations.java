package io.videoplatform.internal.transport;

import io.micrometer.common.KeyValue;
import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.observation.EngineObservations;
import org.jspecify.annotations.Nullable;

import org.springframework.http.client.observation.ClientHttpObservationDocumentation.LowCardinalityKeyNames;
import org.springframework.http.client.observation.ClientRequestObservationContext;
import org.springframework.http.client.observation.DefaultClientRequestObservationConvention;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Gives the clients of platforms that are named at run time one name in metrics, and all
 * WebFinger requests that of their root URL's host: foreign hosts would make a time
 * series each.
 *
 * @param name the name of observations
 */
public record ForeignHostObservations(String name) implements PlatformClientCustomizer {

	/**
	 * The name that Spring gives observations of HTTP clients.
	 */
	public static final String DEFAULT_NAME = "http.client.requests";

	private static final KeyValue RUN_TIME = LowCardinalityKeyNames.CLIENT_NAME.withValue(EngineObservations.RUN_TIME);

	/**
	 * Return a builder with Spring's convention, except for the name of the client.
	 */
	static WebClient.Builder observe(WebClient.Builder builder, boolean foreign, @Nullable String root) {
		if (foreign) {
			return builder.observationConvention(new WebClientConvention(DEFAULT_NAME, RUN_TIME, true));
		}
		return (root != null) ? builder.observationConvention(
				new WebClientConvention(DEFAULT_NAME, LowCardinalityKeyNames.CLIENT_NAME.withValue(root), false))
				: builder;
	}

	@Override
	public void customize(String client, WebClient.Builder builder) {
		if (isRootUrl(client)) {
			builder.observationConvention(new WebClientConvention(this.name, RUN_TIME, true));
		}
	}

	@Override
	public void customize(String client, RestClient.Builder builder) {
		if (isRootUrl(client)) {
			builder.observationConvention(new RestClientConvention(this.name));
		}
	}

	/**
	 * Only a client that no property describes has a URL as its name.
	 */
	private static boolean isRootUrl(String client) {
		return client.contains("://");
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
			return RUN_TIME;
		}

	}

	/**
	 * For {@code WebClient}s: for all requests, or for those of WebFinger, which may be
	 * redirected to any host.
	 */
	private static final class WebClientConvention
			extends org.springframework.web.reactive.function.client.DefaultClientRequestObservationConvention {

		private final KeyValue client;

		private final boolean all;

		WebClientConvention(String name, KeyValue client, boolean all) {
			super(name);
			this.client = client;
			this.all = all;
		}

		/**
		 * The template of the URI is an attribute; the context has it only after the
		 * start.
		 */
		@Override
		protected KeyValue clientName(
				org.springframework.web.reactive.function.client.ClientRequestObservationContext context) {
			ClientRequest request = context.getRequest();
			return (this.all || (request != null && request.attributes().containsValue(RootUrl.WEB_FINGER_PATH)))
					? this.client : super.clientName(context);
		}

	}

}
