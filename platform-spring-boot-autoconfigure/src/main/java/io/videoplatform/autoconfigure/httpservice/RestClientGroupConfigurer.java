package io.videoplatform.autoconfigure.httpservice;

import java.util.function.Consumer;

import org.springframework.core.Ordered;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;

/**
 * Configures the platform's groups of HTTP interfaces on {@code RestClient}, and no
 * other.
 */
final class RestClientGroupConfigurer implements RestClientHttpServiceGroupConfigurer {

	private final int order;

	private final Consumer<Groups<RestClient.Builder>> callback;

	RestClientGroupConfigurer(int order, GroupCallback<RestClient.Builder> callback) {
		this.order = order;
		this.callback = (groups) -> groups.forEachGroup(callback);
	}

	/**
	 * Create one that makes the builders of the groups, before all others.
	 */
	RestClientGroupConfigurer(InitializingClientCallback<RestClient.Builder> builders) {
		this.order = Ordered.HIGHEST_PRECEDENCE;
		this.callback = (groups) -> groups.forEachClient(builders);
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public void configureGroups(Groups<RestClient.Builder> groups) {
		this.callback.accept(groups.filter(HttpServiceGroups::contains));
	}

}
