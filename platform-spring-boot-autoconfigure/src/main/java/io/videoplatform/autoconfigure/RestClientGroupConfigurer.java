package io.videoplatform.autoconfigure;

import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;

/**
 * Configures the platform's groups of HTTP interfaces on {@code RestClient}, and no
 * other.
 */
final class RestClientGroupConfigurer implements RestClientHttpServiceGroupConfigurer {

	private final int order;

	private final GroupCallback<RestClient.Builder> callback;

	RestClientGroupConfigurer(int order, GroupCallback<RestClient.Builder> callback) {
		this.order = order;
		this.callback = callback;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public void configureGroups(Groups<RestClient.Builder> groups) {
		groups.filter(HttpServiceGroups::contains).forEachGroup(this.callback);
	}

}
