package io.videoplatform.samples.quickstart.clients;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import org.springframework.web.service.registry.ImportHttpServices;

/**
 * The HTTP interfaces. A group has one type of client; the second interface is made by
 * hand, from the same {@code WebClient} that the application has anyway.
 */
@Configuration(proxyBeanMethods = false)
@ImportHttpServices(group = "platform", types = VideoService.class)
class HttpServiceConfiguration {

	@Bean
	ReactiveVideoService reactiveVideoService(@Qualifier("platformWebClient") WebClient webClient) {
		return HttpServiceProxyFactory.builderFor(WebClientAdapter.create(webClient))
			.build()
			.createClient(ReactiveVideoService.class);
	}

}
