package io.videoplatform.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.util.LambdaSafe;

/**
 * Builds the connectors of discovery and token requests, which run on Reactor Netty
 * whatever the application's own calls run on.
 */
final class ReactorConnectors {

	private ReactorConnectors() {
	}

	/**
	 * Return the application's builder if it is of Reactor Netty, or a builder with the
	 * same customizers as Spring Boot's would have.
	 */
	@SuppressWarnings("unchecked")
	static ReactorClientHttpConnectorBuilder builder(ClientHttpConnectorBuilder<?> own,
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
