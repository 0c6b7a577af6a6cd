package io.videoplatform.autoconfigure.httpservice;

import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.internal.client.AuthorizedRestClientBuilder;
import io.videoplatform.internal.client.BaseUrl;
import io.videoplatform.internal.client.BearerTokenInterceptor;
import io.videoplatform.internal.engine.PlatformEngine;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;

/**
 * HTTP interfaces of the platform's groups on {@code RestClient}.
 */
@Configuration(proxyBeanMethods = false)
class RestClientGroupConfiguration {

	/**
	 * Comes first: the builder has a request factory that adds the token within all
	 * interceptors, and that nothing replaces but a test or a
	 * {@code PlatformClientCustomizer}. The one that Boot makes from the same settings
	 * follows redirects.
	 */
	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	RestClientHttpServiceGroupConfigurer platformRestClientGroupTransport(HttpServiceGroups ours,
			PlatformEngine engine) {
		return (groups) -> groups.filter(HttpServiceGroups::contains).forEachClient((group) -> {
			ClientHttpRequestFactory factory = ours.httpClients(group).requestFactory(ours.http(group));
			boolean redirects = ours.followsRedirects(group);
			ServiceCallAuthorization<BearerTokenInterceptor> authorizations = new ServiceCallAuthorization<>(ours,
					group, (name) -> engine.clients().get(name).requestInterceptor(redirects));
			return AuthorizedRestClientBuilder.create(factory,
					(request) -> authorizations.select(request.getAttributes(), request.getURI(), request.getHeaders()),
					() -> {
					});
		});
	}

	@Bean
	@Order(PlatformHttpServiceAutoConfiguration.AFTER_CUSTOMIZERS)
	RestClientHttpServiceGroupConfigurer platformRestClientGroupBaseUrl(HttpServiceGroups ours) {
		return (groups) -> groups.filter(HttpServiceGroups::contains)
			.forEachClient((group, builder) -> BaseUrl.set(builder, ours.baseUrl(group)));
	}

	/**
	 * Comes last.
	 */
	@Bean
	@Order(Ordered.LOWEST_PRECEDENCE)
	RestClientHttpServiceGroupConfigurer platformRestClientGroupCustomizers(HttpServiceGroups ours,
			ObjectProvider<PlatformClientCustomizer> customizers) {
		return (groups) -> groups.filter(HttpServiceGroups::contains).forEachGroup((group, builder, factory) -> {
			ClientIdProcessor.addTo(factory, group);
			AuthorizedRestClientBuilder.release(builder);
			String client = ours.client(group).name();
			customizers.orderedStream().forEach((customizer) -> customizer.customize(client, builder));
		});
	}

}
