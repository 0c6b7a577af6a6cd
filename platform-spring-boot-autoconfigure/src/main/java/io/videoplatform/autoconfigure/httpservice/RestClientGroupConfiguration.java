package io.videoplatform.autoconfigure.httpservice;

import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.internal.client.AuthorizedRestClientBuilder;
import io.videoplatform.internal.client.BaseUrl;
import io.videoplatform.internal.client.BearerTokenInterceptor;
import io.videoplatform.internal.engine.PlatformEngine;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.restclient.autoconfigure.service.HttpServiceClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * HTTP interfaces of the platform's groups on {@code RestClient}.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(HttpServiceClientAutoConfiguration.class)
class RestClientGroupConfiguration {

	/**
	 * Comes first: the builder has a request factory that adds the token within all
	 * interceptors, and that nothing replaces but a test or a
	 * {@code PlatformClientCustomizer}. The one that Boot makes from the same settings
	 * follows redirects.
	 */
	@Bean
	RestClientGroupConfigurer platformRestClientGroupTransport(HttpServiceGroups groups, HttpServiceSettings settings,
			PlatformEngine engine) {
		return new RestClientGroupConfigurer((group) -> {
			ClientHttpRequestFactory factory = settings.httpClients(group).requestFactory(settings.http(group));
			boolean redirects = settings.followsRedirects(group);
			ServiceCallAuthorization<BearerTokenInterceptor> authorizations = new ServiceCallAuthorization<>(groups,
					group, (name) -> engine.clients().get(name).requestInterceptor(redirects));
			return AuthorizedRestClientBuilder.create(factory,
					(request) -> authorizations.select(request.getAttributes(), request.getURI(), request.getHeaders()),
					() -> {
					});
		});
	}

	@Bean
	RestClientGroupConfigurer platformRestClientGroupBaseUrl(HttpServiceSettings settings) {
		return new RestClientGroupConfigurer(PlatformHttpServiceAutoConfiguration.AFTER_CUSTOMIZERS,
				(group, builder, factory) -> BaseUrl.set(builder, settings.baseUrl(group)));
	}

	/**
	 * Comes last.
	 */
	@Bean
	RestClientGroupConfigurer platformRestClientGroupCustomizers(HttpServiceGroups groups,
			ObjectProvider<PlatformClientCustomizer> customizers) {
		return new RestClientGroupConfigurer(Ordered.LOWEST_PRECEDENCE, (group, builder, factory) -> {
			ClientIdProcessor.addTo(factory, group);
			AuthorizedRestClientBuilder.release(builder);
			String client = groups.client(group).name();
			customizers.orderedStream().forEach((customizer) -> customizer.customize(client, builder));
		});
	}

}
