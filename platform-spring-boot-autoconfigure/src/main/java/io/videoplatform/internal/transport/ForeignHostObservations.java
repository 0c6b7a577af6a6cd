package io.videoplatform.internal.transport;

import java.util.function.Supplier;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.observation.EngineObservations;
import org.jspecify.annotations.Nullable;

import org.springframework.http.client.observation.ClientHttpObservationDocumentation.LowCardinalityKeyNames;
import org.springframework.http.client.observation.ClientRequestObservationContext;
import org.springframework.http.client.observation.ClientRequestObservationConvention;
import org.springframework.http.client.observation.DefaultClientRequestObservationConvention;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Gives the clients of platforms that are named at run time one name in metrics, and all
 * WebFinger requests that of their root URL's host: foreign hosts would make a time
 * series each. All else is observed as the application's own conventions say.
 *
 * @param restClient gives the convention of {@code RestClient}s, whose classes only they
 * need
 * @param webClient the convention of {@code WebClient}s
 */
public record ForeignHostObservations(Supplier<ClientRequestObservationConvention> restClient,
		org.springframework.web.reactive.function.client.ClientRequestObservationConvention webClient)
		implements
			PlatformClientCustomizer {

	/**
	 * Create a new instance.
	 * @param name the name of observations, or {@code null} for Spring's
	 * @param restClient the application's own convention, if it has one
	 * @param webClient the application's own convention, if it has one
	 * @return the customizer
	 */
	public static ForeignHostObservations of(@Nullable String name,
			@Nullable ClientRequestObservationConvention restClient,
			org.springframework.web.reactive.function.client.@Nullable ClientRequestObservationConvention webClient) {
		return new ForeignHostObservations(() -> (restClient != null) ? restClient : ofRestClient(name),
				(webClient != null) ? webClient : ofWebClient(name));
	}

	private static ClientRequestObservationConvention ofRestClient(@Nullable String name) {
		return (name != null) ? new DefaultClientRequestObservationConvention(name)
				: new DefaultClientRequestObservationConvention();
	}

	private static org.springframework.web.reactive.function.client.ClientRequestObservationConvention ofWebClient(
			@Nullable String name) {
		return (name != null)
				? new org.springframework.web.reactive.function.client.DefaultClientRequestObservationConvention(name)
				: new org.springframework.web.reactive.function.client.DefaultClientRequestObservationConvention();
	}

	/**
	 * Return a builder with Spring's convention, except for the name of the client.
	 * @param foreign whether all hosts are foreign input
	 * @param root the host whose WebFinger requests may be redirected to foreign hosts,
	 * or {@code null} if none are sent
	 */
	static WebClient.Builder observe(WebClient.Builder builder, boolean foreign, @Nullable String root) {
		if (foreign) {
			return builder.observationConvention(new WebClientConvention(ofWebClient(null)));
		}
		return (root != null) ? builder.observationConvention(new WebFingerConvention(ofWebClient(null), root))
				: builder;
	}

	@Override
	public void customize(String client, WebClient.Builder builder) {
		if (isRootUrl(client)) {
			builder.observationConvention(new WebClientConvention(this.webClient));
		}
	}

	@Override
	public void customize(String client, RestClient.Builder builder) {
		if (isRootUrl(client)) {
			builder.observationConvention(new RestClientConvention(this.restClient.get()));
		}
	}

	/**
	 * Only a client that no property describes has a URL as its name.
	 */
	private static boolean isRootUrl(String client) {
		return client.contains("://");
	}

	/**
	 * All that a convention says, except for the name of the client.
	 *
	 * @param <C> the type of the context
	 */
	private interface Renamed<C extends Observation.Context> extends ObservationConvention<C> {

		/**
		 * The name of all of them.
		 */
		KeyValue CLIENT = KeyValue.of(LowCardinalityKeyNames.CLIENT_NAME, EngineObservations.RUN_TIME);

		ObservationConvention<C> convention();

		@Override
		default @Nullable String getName() {
			return convention().getName();
		}

		@Override
		default @Nullable String getContextualName(C context) {
			return convention().getContextualName(context);
		}

		@Override
		default KeyValues getLowCardinalityKeyValues(C context) {
			return convention().getLowCardinalityKeyValues(context).and(CLIENT);
		}

		@Override
		default KeyValues getHighCardinalityKeyValues(C context) {
			return convention().getHighCardinalityKeyValues(context);
		}

	}

	/**
	 * For {@code RestClient}s.
	 *
	 * @param convention the convention
	 */
	private record RestClientConvention(ClientRequestObservationConvention convention)
			implements
				Renamed<ClientRequestObservationContext>,
				ClientRequestObservationConvention {

		@Override
		public boolean supportsContext(Observation.Context context) {
			return this.convention.supportsContext(context);
		}

	}

	/**
	 * For {@code WebClient}s.
	 *
	 * @param convention the convention
	 */
	private record WebClientConvention(
			org.springframework.web.reactive.function.client.ClientRequestObservationConvention convention)
			implements
				Renamed<org.springframework.web.reactive.function.client.ClientRequestObservationContext>,
				org.springframework.web.reactive.function.client.ClientRequestObservationConvention {

		@Override
		public boolean supportsContext(Observation.Context context) {
			return this.convention.supportsContext(context);
		}

	}

	/**
	 * For a host whose WebFinger requests may be redirected to any other one.
	 *
	 * @param convention the convention
	 * @param root the name of the client in all of these requests
	 */
	private record WebFingerConvention(
			org.springframework.web.reactive.function.client.ClientRequestObservationConvention convention, String root)
			implements
				Renamed<org.springframework.web.reactive.function.client.ClientRequestObservationContext>,
				org.springframework.web.reactive.function.client.ClientRequestObservationConvention {

		@Override
		public KeyValues getLowCardinalityKeyValues(
				org.springframework.web.reactive.function.client.ClientRequestObservationContext context) {
			KeyValues values = this.convention.getLowCardinalityKeyValues(context);
			return isWebFinger(context.getRequest())
					? values.and(LowCardinalityKeyNames.CLIENT_NAME.withValue(this.root)) : values;
		}

		/**
		 * The template of the URI is an attribute; the context has it only after the
		 * start.
		 */
		private static boolean isWebFinger(@Nullable ClientRequest request) {
			return request != null && request.attributes().containsValue(RootUrl.WEB_FINGER_PATH);
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return this.convention.supportsContext(context);
		}

	}

}
