package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Beans that an application, or a test of it, replaces by its own.
 */
class ReplacedBeansTests {

	private static final String[] LOGIN = { "platform.client-id=web", "platform.client-secret=s",
			"platform.grant-type=authorization_code", "platform.login.rp-initiated-logout=true",
			"platform.login.back-channel-logout=true" };

	private static final String[] BROWSER = { "platform.browser.enabled=true", "platform.browser.client-id=page" };

	static Stream<Arguments> applications() {
		return Map
			.of("plain", new ApplicationContextRunner(), "servlet", new WebApplicationContextRunner(), "reactive",
					new ReactiveWebApplicationContextRunner())
			.entrySet()
			.stream()
			.flatMap((runner) -> Stream.of(Arguments.of(runner.getKey(), prepared(runner.getValue())),
					Arguments.of(runner.getKey() + " with a login",
							prepared(runner.getValue()).withPropertyValues(LOGIN).withPropertyValues(BROWSER))));
	}

	private static AbstractApplicationContextRunner<?, ?, ?> prepared(
			AbstractApplicationContextRunner<?, ?, ?> runner) {
		return runner.withUserConfiguration(Application.class)
			.withPropertyValues("platform.root-url=https://api.example.com", "platform.discovery.warm-up=false");
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("applications")
	void startWhenOwnClientsThenTheyAndTheirWebClientAreUsed(String name,
			AbstractApplicationContextRunner<?, ?, ?> runner) {
		OwnClients own = new OwnClients(WebClient.create());
		start(runner.withBean("own", PlatformClients.class, () -> own), (context) -> {
			assertThat(context.getBean(PlatformClients.class)).isSameAs(own);
			assertThat(context.getBean("platformWebClient")).isSameAs(own.webClient());
		});
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("applications")
	void startWhenClientsAreAMockThenTheWebClientIsThere(String name,
			AbstractApplicationContextRunner<?, ?, ?> runner) {
		start(runner.withBean("platformClients", PlatformClients.class, () -> mock(PlatformClients.class)),
				(context) -> assertThat(context.getBean("platformWebClient")).isInstanceOf(WebClient.class));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("applications")
	void startWhenOwnWebClientThenItIsUsed(String name, AbstractApplicationContextRunner<?, ?, ?> runner) {
		WebClient own = WebClient.create();
		start(runner.withBean("platformWebClient", WebClient.class, () -> own),
				(context) -> assertThat(context.getBean("platformWebClient")).isSameAs(own));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("applications")
	void startWhenConnectionDetailsKnowNoUrlThenThePropertyDoes(String name,
			AbstractApplicationContextRunner<?, ?, ?> runner) {
		start(runner.withBean(PlatformConnectionDetails.class, () -> mock(PlatformConnectionDetails.class)),
				(context) -> assertThat(context.getBean(PlatformSettings.class).defaultClient().root())
					.hasToString("https://api.example.com"));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("applications")
	void startWhenClockIsAMockThenStarts(String name, AbstractApplicationContextRunner<?, ?, ?> runner) {
		start(runner.withBean("platformClock", Clock.class, () -> mock(Clock.class)),
				(context) -> assertThat(context.getBean("platformWebClient")).isNotNull());
	}

	@Test
	void startWhenDetailsAreOwnThenThePropertyIsNot() {
		new ApplicationContextRunner().withUserConfiguration(Application.class)
			.withPropertyValues("platform.root-url=https://api.example.com")
			.withBean(PlatformConnectionDetails.class, () -> () -> "https://own.example.com")
			.run((context) -> assertThat(context.getBean(PlatformSettings.class).defaultClient().root())
				.hasToString("https://own.example.com"));
	}

	private static void start(AbstractApplicationContextRunner<?, ?, ?> runner, Consumer<ApplicationContext> check) {
		runner.run((context) -> check.accept(context));
	}

	/**
	 * An application with all of Boot's auto-configurations.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

	/**
	 * Clients that an application makes itself.
	 *
	 * @param webClient the client behind every name
	 */
	private record OwnClients(WebClient webClient) implements PlatformClients {

		@Override
		public PlatformClient get(String name) {
			PlatformClient client = mock(PlatformClient.class);
			given(client.webClient()).willReturn(this.webClient);
			return client;
		}

		@Override
		public Set<String> names() {
			return Set.of(PlatformClients.DEFAULT);
		}

	}

}
