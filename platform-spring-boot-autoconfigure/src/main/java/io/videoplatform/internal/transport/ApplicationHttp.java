package io.videoplatform.internal.transport;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.client.PlatformClientCustomizer;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * What the application has configured of HTTP clients, by Boot's properties and beans.
 *
 * @param engine builds the connectors of discovery and token requests
 * @param connectors builds connectors of the kind that the application uses
 * @param factories returns what builds request factories of that kind
 * @param webClient creates builders that Boot's customizers have customized
 * @param restClientDefaults applies Boot's customizers to a builder
 * @param customizers returns the application's customizers
 * @param settings the settings
 * @param observations the registry of observations
 * @param proxy the proxy, if there is one
 * @param sslBundles the application's SSL bundles, if it has any
 */
public record ApplicationHttp(ReactorClientHttpConnectorBuilder engine, ClientHttpConnectorBuilder<?> connectors,
		Supplier<ClientHttpRequestFactoryBuilder<?>> factories, Supplier<WebClient.Builder> webClient,
		Consumer<RestClient.Builder> restClientDefaults, Supplier<List<PlatformClientCustomizer>> customizers,
		HttpClientSettings settings, ObservationRegistry observations, @Nullable HttpProxy proxy,
		@Nullable SslBundles sslBundles) {

}
