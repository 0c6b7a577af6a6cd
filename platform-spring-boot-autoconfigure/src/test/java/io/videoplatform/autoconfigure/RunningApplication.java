package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import io.videoplatform.testing.Browser;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/**
 * A web application on a free port, with all of Boot's auto-configurations, asked over
 * HTTP as a browser would ask it.
 */
public final class RunningApplication implements AutoCloseable {

	/**
	 * Boot's default security, on either stack, and what needs it.
	 */
	public static final String WITHOUT_SECURITY = "spring.autoconfigure.exclude=" + String.join(",",
			"org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration");

	/**
	 * The middle of what is spread, so that lifetimes are exact.
	 */
	public static final RandomGenerator NO_SPREAD = () -> Long.MIN_VALUE;

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final ConfigurableApplicationContext context;

	public RunningApplication(WebApplicationType type, Clock clock, Class<?> configuration, String... properties) {
		SpringApplication application = new SpringApplication(configuration);
		application.setWebApplicationType(type);
		application.setRegisterShutdownHook(false);
		application.addInitializers((context) -> {
			GenericApplicationContext beans = (GenericApplicationContext) context;
			beans.registerBean("platformClock", Clock.class, () -> clock);
			beans.registerBean("platformRandom", RandomGenerator.class, () -> NO_SPREAD);
		});
		List<String> all = new ArrayList<>(List.of("server.port=0"));
		all.addAll(Arrays.asList(properties));
		this.context = application.run(FailedStart.arguments(all));
	}

	public RunningApplication(WebApplicationType type, Clock clock, String... properties) {
		this(type, clock, Application.class, properties);
	}

	public ConfigurableApplicationContext context() {
		return this.context;
	}

	private String root() {
		return "http://127.0.0.1:" + this.context.getEnvironment().getProperty("local.server.port");
	}

	public Browser browser() {
		return new Browser(root());
	}

	public HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create(root() + path)).timeout(PATIENCE);
	}

	public HttpResponse<String> get(String path, String... headers) {
		HttpRequest.Builder request = request(path);
		return send((headers.length > 0) ? request.headers(headers) : request);
	}

	public CompletableFuture<HttpResponse<String>> getAsync(String path) {
		return CLIENT.sendAsync(request(path).build(), BodyHandlers.ofString());
	}

	public HttpResponse<String> ask(String method, String path, String... headers) {
		HttpRequest.Builder request = request(path).method(method, BodyPublishers.noBody());
		return send((headers.length > 0) ? request.headers(headers) : request);
	}

	private static HttpResponse<String> send(HttpRequest.Builder request) {
		try {
			return CLIENT.send(request.build(), BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new AssertionError("The application gave no response", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new AssertionError("The test was interrupted", ex);
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * An application with nothing of its own.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	public static class Application {

	}

}
