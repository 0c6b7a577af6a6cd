package io.videoplatform.samples.clusternode.status;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/**
 * Customizer that names the node in the requests to the platform: its list of token
 * requests then shows which node has sent each.
 */
@Component
class NodeName implements ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> {

	private final String name;

	NodeName(@Value("${spring.application.name}") String name) {
		this.name = name;
	}

	@Override
	public ReactorClientHttpConnectorBuilder customize(ReactorClientHttpConnectorBuilder builder) {
		return builder.withHttpClientCustomizer(
				(client) -> client.headers((headers) -> headers.set(HttpHeaders.USER_AGENT, this.name)));
	}

}
