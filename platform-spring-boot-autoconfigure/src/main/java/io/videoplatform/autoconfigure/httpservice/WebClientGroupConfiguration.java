package io.videoplatform.autoconfigure.httpservice;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.internal.client.BaseUrl;
import io.videoplatform.internal.engine.PlatformEngine;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;

/**
 * HTTP interfaces of the platform's groups on {@code WebClient}.
 */
@Configuration(proxyBeanMethods = false)
class WebClientGroupConfiguration {

	@Bean
	@Order(PlatformHttpServiceAutoConfiguration.AFTER_CUSTOMIZERS)
	WebClientHttpServiceGroupConfigurer platformWebClientGroupBaseUrl(HttpServiceGroups ours) {
		return (groups) -> groups.filter(HttpServiceGroups::contains)
			.forEachClient((group, builder) -> BaseUrl.set(builder, ours.baseUrl(group)));
	}

	/**
	 * Comes last: the token is set after all that the application's own filters do, and
	 * the connector replaces that of Boot's customizer, which knows no settings of groups
	 * and follows redirects. A {@code PlatformClientCustomizer} may replace ours.
	 */
	@Bean
	@Order(Ordered.LOWEST_PRECEDENCE)
	WebClientHttpServiceGroupConfigurer platformWebClientGroupAuthorization(HttpServiceGroups ours,
			PlatformEngine engine, ObjectProvider<PlatformClientCustomizer> customizers) {
		return (groups) -> groups.filter(HttpServiceGroups::contains).forEachGroup((group, builder, factory) -> {
			ClientIdProcessor.addTo(factory, group);
			builder.clientConnector(ours.httpClients(group).api(ours.http(group)));
			String client = ours.client(group).name();
			customizers.orderedStream().forEach((customizer) -> customizer.customize(client, builder));
			boolean redirects = ours.followsRedirects(group);
			builder.filter(filter(new ServiceCallAuthorization<>(ours, group,
					(name) -> engine.clients().get(name).exchangeFilter(redirects))));
		});
	}

	private static ExchangeFilterFunction filter(ServiceCallAuthorization<ExchangeFilterFunction> authorizations) {
		return (request, next) -> {
			try {
				return authorizations.select(request.attributes(), request.url(), request.headers())
					.filter(request, next);
			}
			catch (PlatformAuthorizationException ex) {
				return Mono.error(ex);
			}
		};
	}

}
