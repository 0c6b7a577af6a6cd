package io.videoplatform.benchmarks.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.videoplatform.benchmarks.stub.StubPlatform;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.PlatformSnapshot;
import io.videoplatform.token.TokenStatus;
import reactor.core.publisher.Mono;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * An application with the starter, started as a user starts it.
 */
final class PlatformApplication implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private final String rootUrl;

	private PlatformApplication(ConfigurableApplicationContext context, String rootUrl) {
		this.context = context;
		this.rootUrl = rootUrl;
	}

	/**
	 * Start an application that is no web application.
	 */
	static PlatformApplication start(String rootUrl, String... properties) {
		return start(WebApplicationType.NONE, Application.class, rootUrl, properties);
	}

	static PlatformApplication start(WebApplicationType type, Class<?> source, String rootUrl, String... properties) {
		SpringApplication application = new SpringApplication(source);
		application.setWebApplicationType(type);
		List<String> args = new ArrayList<>(List.of("--platform.root-url=" + rootUrl, "--platform.username=benchmark",
				"--platform.password=benchmark", "--spring.main.banner-mode=off", "--logging.level.root=error"));
		Arrays.stream(properties).map((property) -> "--" + property).forEach(args::add);
		return new PlatformApplication(application.run(args.toArray(String[]::new)), rootUrl);
	}

	/**
	 * Call the API as the platform's client does.
	 */
	Mono<ResponseEntity<Void>> call() {
		return call(webClient());
	}

	WebClient webClient() {
		return this.context.getBean("platformWebClient", WebClient.class);
	}

	/**
	 * Return the floor: a client on the same builder with a header that never changes.
	 */
	WebClient fixedHeaderClient() {
		return this.context.getBean(WebClient.Builder.class)
			.baseUrl(this.rootUrl + "/v1/")
			.defaultHeader(HttpHeaders.AUTHORIZATION, "Bearer " + StubPlatform.FIXED_TOKEN)
			.build();
	}

	static Mono<ResponseEntity<Void>> call(WebClient client) {
		return client.get().uri("videos").retrieve().toBodilessEntity();
	}

	PlatformSnapshot snapshot() {
		return this.context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT).snapshot();
	}

	TokenStatus token() {
		TokenStatus status = snapshot().token();
		if (status == null) {
			throw new IllegalStateException("The application has no credentials");
		}
		return status;
	}

	int port() {
		return this.context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * An application with nothing of its own.
	 */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
