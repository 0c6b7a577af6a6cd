package io.videoplatform.benchmarks.load;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.benchmarks.HeldLogins;
import io.videoplatform.benchmarks.stub.StubPlatform;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.PlatformSnapshot;
import io.videoplatform.client.TokenStatus;
import reactor.core.publisher.Mono;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * An application with the starter, started as a user starts it.
 */
final class PlatformApplication implements AutoCloseable {

	/**
	 * Applications without logins have no filters of Spring Security.
	 */
	private static final String WITHOUT_SECURITY = "spring.autoconfigure.exclude=" + Stream
		.of(ServletWebSecurityAutoConfiguration.class, SecurityFilterAutoConfiguration.class,
				ReactiveWebSecurityAutoConfiguration.class)
		.map(Class::getName)
		.collect(Collectors.joining(","));

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
		return run(type, source, rootUrl,
				Stream.concat(Stream.of("platform.username=benchmark", "platform.password=benchmark", WITHOUT_SECURITY),
						Arrays.stream(properties)));
	}

	/**
	 * Start an application that users log in to.
	 */
	static PlatformApplication startForUsers(String rootUrl, String... properties) {
		return startForUsers(WebApplicationType.SERVLET, UserApplication.class, rootUrl, properties);
	}

	static PlatformApplication startForUsers(WebApplicationType type, Class<?> source, String rootUrl,
			String... properties) {
		return run(type, source, rootUrl,
				Stream.concat(Stream.of("platform.grant-type=authorization_code", "platform.client-id=benchmark",
						"platform.client-secret=benchmark", "logging.level.org.apache.catalina=off", "server.port=0",
						"server.tomcat.accept-count=4096"), Arrays.stream(properties)));
	}

	private static PlatformApplication run(WebApplicationType type, Class<?> source, String rootUrl,
			Stream<String> properties) {
		SpringApplication application = new SpringApplication(source);
		application.setWebApplicationType(type);
		String[] args = Stream
			.concat(Stream.of("platform.root-url=" + rootUrl, "spring.main.banner-mode=off",
					"logging.level.root=error"), properties)
			.map((property) -> "--" + property)
			.toArray(String[]::new);
		return new PlatformApplication(application.run(args), rootUrl);
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

	HeldLogins logins() {
		return HeldLogins.of(this.context);
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	<T> T bean(String name, Class<T> type) {
		return this.context.getBean(name, type);
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * An application with nothing of its own.
	 */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	static class Application {

	}

}
