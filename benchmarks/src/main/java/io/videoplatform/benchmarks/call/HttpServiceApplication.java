package io.videoplatform.benchmarks.call;

import io.videoplatform.benchmarks.stub.StubPlatform;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;

/**
 * An application with the same HTTP interface in a group of the platform's and in one
 * with a fixed header, on either client. Their calls stay in memory.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
@ImportHttpServices(group = "platform", types = HttpServiceApplication.Videos.class)
@ImportHttpServices(group = "platform-web", types = HttpServiceApplication.Videos.class,
		clientType = ClientType.WEB_CLIENT)
@ImportHttpServices(group = "fixed", types = HttpServiceApplication.Videos.class)
@ImportHttpServices(group = "fixed-web", types = HttpServiceApplication.Videos.class,
		clientType = ClientType.WEB_CLIENT)
class HttpServiceApplication {

	@Bean
	WebClientCustomizer webClientsInMemory() {
		InMemoryExchange exchange = new InMemoryExchange();
		return (builder) -> builder.exchangeFunction(exchange);
	}

	@Bean
	RestClientCustomizer restClientsInMemory() {
		return (builder) -> builder.requestFactory((url, method) -> new InMemoryClientRequest(method, url));
	}

	static ConfigurableApplicationContext start(StubPlatform platform) {
		SpringApplication application = new SpringApplication(HttpServiceApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		return application.run("--platform.root-url=" + platform.rootUrl(), "--platform.username=benchmark",
				"--platform.password=benchmark", "--platform.clients.web.scope=videos",
				"--spring.http.serviceclient.fixed.base-url=" + platform.rootUrl() + "/v1/",
				"--spring.http.serviceclient.fixed.default-header.Authorization=Bearer " + StubPlatform.FIXED_TOKEN,
				"--spring.http.serviceclient.fixed-web.base-url=" + platform.rootUrl() + "/v1/",
				"--spring.http.serviceclient.fixed-web.default-header.Authorization=Bearer " + StubPlatform.FIXED_TOKEN,
				"--spring.main.banner-mode=off", "--logging.level.root=error");
	}

	/**
	 * The interface.
	 */
	interface Videos {

		@GetExchange("collections/{id}/videos")
		ResponseEntity<Void> list(@PathVariable long id);

	}

}
