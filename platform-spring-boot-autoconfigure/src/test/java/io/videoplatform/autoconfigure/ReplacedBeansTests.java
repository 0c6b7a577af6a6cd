package io.videoplatform.autoconfigure;

import java.util.Set;
import java.util.function.Consumer;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.engine.PlatformSettings;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
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

	private final AbstractApplicationContextRunner<?, ?, ?> plain = prepared(new ApplicationContextRunner());

	private final AbstractApplicationContextRunner<?, ?, ?> servlet = prepared(new WebApplicationContextRunner())
		.withPropertyValues(LOGIN)
		.withPropertyValues(BROWSER);

	private static AbstractApplicationContextRunner<?, ?, ?> prepared(
			AbstractApplicationContextRunner<?, ?, ?> runner) {
		return runner.withUserConfiguration(Application.class)
			.withPropertyValues("platform.root-url=https://api.example.com", "platform.discovery.warm-up=false");
	}

	@Test
	void startWhenOwnClientsThenTheyAndTheirWebClientAreUsed() {
		OwnClients own = new OwnClients(WebClient.create());
		start(this.servlet.withBean("own", PlatformClients.class, () -> own), (context) -> {
			assertThat(context.getBean(PlatformClients.class)).isSameAs(own);
			assertThat(context.getBean("platformWebClient")).isSameAs(own.webClient());
		});
	}

	@Test
	void startWhenConnectionDetailsKnowNoUrlThenThePropertyDoes() {
		start(this.plain.withBean(PlatformConnectionDetails.class, () -> mock(PlatformConnectionDetails.class)),
				(context) -> assertThat(context.getBean(PlatformSettings.class).defaultClient().root())
					.hasToString("https://api.example.com"));
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
