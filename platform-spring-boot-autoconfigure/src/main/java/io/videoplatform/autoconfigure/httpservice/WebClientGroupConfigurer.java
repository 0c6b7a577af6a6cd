package io.videoplatform.autoconfigure.httpservice;

import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;

/**
 * Configures the platform's groups of HTTP interfaces on {@code WebClient}, and no other.
 *
 * @param order its order
 * @param callback configures a group
 */
record WebClientGroupConfigurer(int order,
		GroupCallback<WebClient.Builder> callback) implements WebClientHttpServiceGroupConfigurer {

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public void configureGroups(Groups<WebClient.Builder> groups) {
		groups.filter(HttpServiceGroups::contains).forEachGroup(this.callback);
	}

}
