package io.videoplatform.autoconfigure;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.client.PlatformClientCustomizer;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.restclient.autoconfigure.service.HttpServiceClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.client.ClientHttpRequestInterceptor;

/**
 * HTTP interfaces of the platform's groups on {@code RestClient}.
 */
@Configuration(proxyBeanMethods = false)
class RestClientGroupConfiguration {

	/**
	 * Beside Boot's module.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(HttpServiceClientAutoConfiguration.class)
	static class Module {

		/**
		 * Replaces the request factory that Boot has made from the same settings, because
		 * that one follows redirects. What customizers set comes after it, the request
		 * factory of a {@code MockRestServiceServer} for example.
		 */
		@Bean
		RestClientGroupConfigurer platformRestClientGroupTransport(HttpServiceGroups groups,
				HttpServiceSettings settings, PlatformEngine engine,
				ObjectProvider<ClientHttpRequestFactoryBuilder<?>> factories) {
			return new RestClientGroupConfigurer(PlatformHttpServiceAutoConfiguration.AFTER_PROPERTIES,
					(group, builder, factory) -> builder.baseUrl(settings.baseUrl(group))
						.requestFactory(engine.host(groups.client(group))
							.httpClients()
							.requestFactory(factories.getIfAvailable(ClientHttpRequestFactoryBuilder::detect),
									settings.http(group))));
		}

		/**
		 * Comes last, so that the token is set after all that the application's own
		 * interceptors do. Boot's customizers are applied by Boot, except in a slice.
		 */
		@Bean
		RestClientGroupConfigurer platformRestClientGroupAuthorization(HttpServiceGroups groups,
				HttpServiceSettings settings, PlatformEngine engine,
				ObjectProvider<PlatformClientCustomizer> customizers,
				@Qualifier("platformRestClientCustomizer") ObjectProvider<PlatformClientCustomizer> boots,
				ObjectProvider<HttpServiceClientAutoConfiguration> boot) {
			return new RestClientGroupConfigurer(Ordered.LOWEST_PRECEDENCE, (group, builder, factory) -> {
				ClientIdProcessor.addTo(factory, group);
				String client = groups.client(group).name();
				PlatformClientCustomizer applied = (boot.getIfAvailable() != null) ? boots.getIfAvailable() : null;
				customizers.orderedStream()
					.filter((customizer) -> customizer != applied)
					.forEach((customizer) -> customizer.customize(client, builder));
				builder.requestInterceptor(interceptor(new ServiceCallAuthorization<>(groups, group,
						settings.followsRedirects(group) ? (name) -> engine.client(name).requestInterceptor()
								: (name) -> engine.client(name).requestInterceptorWithoutRedirects())));
			});
		}

		private static ClientHttpRequestInterceptor interceptor(
				ServiceCallAuthorization<ClientHttpRequestInterceptor> authorizations) {
			return (request, body, execution) -> authorizations
				.select(request.getAttributes(), request.getURI(), request.getHeaders())
				.intercept(request, body, execution);
		}

	}

	/**
	 * Stops the start where Boot's properties would be ignored in silence.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass("org.springframework.boot.restclient.autoconfigure.service.HttpServiceClientAutoConfiguration")
	static class MissingModule {

		@Bean
		RestClientGroupConfigurer platformRestClientGroupFailure() {
			return new RestClientGroupConfigurer(Ordered.HIGHEST_PRECEDENCE, (group, builder, factory) -> {
				throw new PlatformConfigurationException("spring.http.serviceclient." + group.name(), null,
						"would have no effect: HTTP interfaces of group '%s' use RestClient, and Boot's module for it is missing"
							.formatted(group.name()),
						"Add the dependency 'org.springframework.boot:spring-boot-restclient',"
								+ " or set 'clientType = ClientType.WEB_CLIENT' at @ImportHttpServices.");
			});
		}

	}

}
