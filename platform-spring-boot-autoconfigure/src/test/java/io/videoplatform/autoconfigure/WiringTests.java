package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The beans of an application, whatever else it is made of.
 */
class WiringTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final TestPlatform platform = new TestPlatform();

	private final ApplicationContextRunner withoutBuilder = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(HttpClientAutoConfiguration.class,
				ReactiveHttpClientAutoConfiguration.class, PlatformAutoConfiguration.class))
		.withPropertyValues(properties());

	private final ApplicationContextRunner runner = this.withoutBuilder
		.withConfiguration(AutoConfigurations.of(WebClientAutoConfiguration.class));

	@AfterEach
	void close() {
		this.platform.close();
	}

	private String[] properties() {
		return new String[] { "platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=canary-password" };
	}

	private static WebClient client(ApplicationContext context) {
		return context.getBean("platformWebClient", WebClient.class);
	}

	private static String call(WebClient client) {
		String response = client.get().uri("videos").retrieve().bodyToMono(String.class).block(PATIENCE);
		assertThat(response).isNotNull();
		return response;
	}

	private void assertCalledWithToken() {
		assertThat(this.platform.calls()).hasSize(1)
			.extracting(RecordedRequest::authorization)
			.containsOnly("Bearer access-1");
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void callWhenControllerUsesItThenCarriesToken(WebApplicationType type) {
		SpringApplication application = new SpringApplication(WebApplication.class);
		application.setWebApplicationType(type);
		application.setRegisterShutdownHook(false);
		List<String> arguments = List.of("server.port=0", "spring.security.user.name=user",
				"spring.security.user.password=secret");
		try (ConfigurableApplicationContext context = application
			.run(FailedStart.arguments(Stream.concat(arguments.stream(), Arrays.stream(properties())).toList()))) {
			String root = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
			ResponseEntity<String> response = WebClient.create(root)
				.get()
				.uri("/videos")
				.headers((headers) -> headers.setBasicAuth("user", "secret"))
				.retrieve()
				.toEntity(String.class)
				.block(PATIENCE);
			assertThat(response).isNotNull();
			assertThat(response.getStatusCode()).isEqualTo(HttpStatus.OK);
			assertCalledWithToken();
		}
	}

	@Test
	void callWhenApplicationHasNoWebOrIsLazyThenCarriesTokenAndKeepsNoThreadThatKeepsTheJvm() {
		Set<Thread> before = Thread.getAllStackTraces().keySet();
		this.runner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> {
				call(client(context));
				assertCalledWithToken();
				assertThat(Thread.getAllStackTraces().keySet()).filteredOn((thread) -> !before.contains(thread))
					.filteredOn((thread) -> thread.getName().startsWith("platform"))
					.allMatch(Thread::isDaemon);
			});
	}

	@Test
	void injectWhenApplicationHasItsOwnWebClientThenThatWinsByType() {
		this.runner.withBean("own", WebClient.class, () -> WebClient.create("https://own.example.com"))
			.run((context) -> assertThat(context.getBean(WebClient.class)).isSameAs(context.getBean("own"))
				.isNotSameAs(client(context)));
	}

	@Test
	void startWhenApplicationNamesItsClientLikeOursThenOursStepsBack() {
		WebClient own = WebClient.create();
		this.runner.withBean("platformWebClient", WebClient.class, () -> own)
			.run((context) -> assertThat(client(context)).isSameAs(own));
	}

	@Test
	void startWhenSwitchedOffThenNothingIsThere() {
		this.runner.withPropertyValues("platform.enabled=false", "platform.root-url=nonsense")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(WebClient.class)
				.doesNotHaveBean(PlatformClients.class)
				.doesNotHaveBean(PlatformProperties.class)
				.doesNotHaveBean(PlatformAutoConfiguration.class));
	}

	@Test
	void callWhenBootHasNoBuilderThenCarriesToken() {
		this.withoutBuilder.run((context) -> {
			assertThat(context).doesNotHaveBean(WebClient.Builder.class);
			call(client(context));
			assertCalledWithToken();
		});
	}

	/**
	 * An application with all of Boot's auto-configurations and one controller.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class WebApplication {

		@Bean
		Videos videos(@Qualifier("platformWebClient") WebClient client) {
			return new Videos(client);
		}

	}

	/**
	 * Passes an response of the platform on.
	 */
	@RestController
	static class Videos {

		private final WebClient client;

		Videos(WebClient client) {
			this.client = client;
		}

		@GetMapping("/videos")
		Mono<String> videos() {
			return this.client.get().uri("videos").retrieve().bodyToMono(String.class);
		}

	}

}
