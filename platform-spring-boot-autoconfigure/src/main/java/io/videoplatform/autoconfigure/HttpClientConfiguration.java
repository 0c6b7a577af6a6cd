package io.videoplatform.autoconfigure;

import java.util.stream.Stream;

import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.internal.http.OriginParser;
import io.videoplatform.internal.transport.ApplicationHttp;
import io.videoplatform.internal.transport.ForeignHostObservations;
import io.videoplatform.internal.transport.HttpProxy;
import io.videoplatform.internal.transport.PlatformHttpClients;
import io.videoplatform.internal.transport.ReloadableSslBundle;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.util.LambdaSafe;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The HTTP clients of the engine and of the API, as Boot's properties and beans configure
 * them.
 */
@Configuration(proxyBeanMethods = false)
class HttpClientConfiguration {

	/**
	 * Of several engines or settings one must be primary: to take none of them would
	 * leave out a TLS bundle or an address filter.
	 */
	@Bean
	PlatformHttpClients platformHttpClients(PlatformProperties properties,
			ObjectProvider<ClientHttpConnectorBuilder<?>> connectorBuilder,
			ObjectProvider<ClientHttpConnectorBuilderCustomizer<?>> connectorCustomizers,
			ObjectProvider<ClientHttpRequestFactoryBuilder<?>> factoryBuilder,
			ObjectProvider<WebClientCustomizer> webClientCustomizers,
			ObjectProvider<RestClientCustomizer> restClientCustomizers,
			ObjectProvider<PlatformClientCustomizer> customizers, ObjectProvider<HttpClientSettings> settings,
			ObjectProvider<ObservationRegistry> observations, ObjectProvider<SslBundles> sslBundles,
			Environment environment) {
		HttpClientSettings used = settings.getIfAvailable(HttpClientSettings::defaults);
		ClientHttpConnectorBuilder<?> connectors = connectorBuilder.getIfAvailable(ClientHttpConnectorBuilder::detect);
		SslBundles bundles = sslBundles.getIfUnique();
		HttpProxy proxy = HttpProxy.of(properties.proxy().host(), properties.proxy().port(),
				OriginParser.plainHttp(properties.plainHttpOrigins()));
		// Between Boot's customizers, which set conventions, and the application's own
		PlatformClientCustomizer foreignHosts = new ForeignHostObservations(environment
			.getProperty("management.observations.http.client.requests.name", ForeignHostObservations.DEFAULT_NAME));
		return new PlatformHttpClients(
				new ApplicationHttp(reactor(connectors, connectorCustomizers), connectors,
						() -> factoryBuilder.getIfAvailable(ClientHttpRequestFactoryBuilder::detect),
						() -> webClientBuilder(webClientCustomizers),
						(builder) -> restClientCustomizers.orderedStream()
							.forEach((customizer) -> customizer.customize(builder)),
						() -> Stream.concat(Stream.of(foreignHosts), customizers.orderedStream()).toList(), used,
						observations.getIfUnique(() -> ObservationRegistry.NOOP), proxy, bundles),
				ReloadableSslBundle.of(used.sslBundle(), environment.getProperty("spring.http.clients.ssl.bundle"),
						bundles));
	}

	/**
	 * What Boot does for its own builder. A builder of the application may be for other
	 * hosts, as that of a load balancer is.
	 */
	private static WebClient.Builder webClientBuilder(ObjectProvider<WebClientCustomizer> customizers) {
		WebClient.Builder builder = WebClient.builder();
		customizers.orderedStream().forEach((customizer) -> customizer.customize(builder));
		return builder;
	}

	/**
	 * Discovery and token requests run on Reactor Netty whatever the application's own
	 * calls run on: on its builder if that is of Reactor Netty, else on one with the same
	 * customizers as Boot's would have.
	 */
	@SuppressWarnings("unchecked")
	private static ReactorClientHttpConnectorBuilder reactor(ClientHttpConnectorBuilder<?> own,
			ObjectProvider<ClientHttpConnectorBuilderCustomizer<?>> customizers) {
		if (own instanceof ReactorClientHttpConnectorBuilder reactor) {
			return reactor;
		}
		ReactorClientHttpConnectorBuilder[] builder = { ClientHttpConnectorBuilder.reactor() };
		LambdaSafe
			.callbacks(ClientHttpConnectorBuilderCustomizer.class, customizers.orderedStream().toList(), builder[0])
			.invoke((customizer) -> builder[0] = (ReactorClientHttpConnectorBuilder) customizer.customize(builder[0]));
		return builder[0];
	}

}
