package io.videoplatform.autoconfigure;

import io.micrometer.context.ContextRegistry;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.autoconfigure.login.PlatformLoginAutoConfiguration;
import io.videoplatform.autoconfigure.login.ReactivePlatformLoginAutoConfiguration;
import io.videoplatform.autoconfigure.store.PlatformStoreAutoConfiguration;
import io.videoplatform.internal.engine.PlatformEngine;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.core.NestedExceptionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications at which users are to log in, without a library that logins need.
 */
@ExtendWith(OutputCaptureExtension.class)
class LoginDependencyCheckTests {

	private static final String DEPENDENCY = "'org.springframework.boot:spring-boot-starter-security-oauth2-client'";

	private static final String CONFIG = "org.springframework.security.config";

	private static final String MODULE = "org.springframework.boot.security.oauth2.client";

	/**
	 * The registry of the whole JVM cannot be loaded while a library seems to be missing.
	 */
	@BeforeAll
	static void loadContextRegistry() {
		ContextRegistry.getInstance();
	}

	private static <R extends AbstractApplicationContextRunner<R, ?, ?>> R configured(R runner) {
		return runner
			.withConfiguration(
					AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class, DataRedisAutoConfiguration.class,
							PlatformAutoConfiguration.class, PlatformStoreAutoConfiguration.class,
							PlatformLoginAutoConfiguration.class, ReactivePlatformLoginAutoConfiguration.class))
			.withPropertyValues("platform.root-url=https://api.example.com", "platform.discovery.warm-up=false",
					"platform.client-id=web", "platform.client-secret=secret", "spring.data.redis.port=1",
					"platform.store.encryption.keys=a2V5IG9mIDMyIGJ5dGVzIHRoYXQgaXMgYSB0ZXN0J3M=");
	}

	private static WebApplicationContextRunner servlet(String... missing) {
		return configured(new WebApplicationContextRunner()).withClassLoader(new FilteredClassLoader(missing));
	}

	private static ReactiveWebApplicationContextRunner reactive(String... missing) {
		return configured(new ReactiveWebApplicationContextRunner()).withClassLoader(new FilteredClassLoader(missing));
	}

	@Test
	void startWhenLibraryIsMissingThenNamed() {
		servlet(MODULE).withPropertyValues("platform.grant-type=authorization_code")
			.run((context) -> assertFailed(context.getStartupFailure(), "platform.grant-type"));
		reactive(MODULE).withPropertyValues("platform.grant-type=authorization_code")
			.run((context) -> assertFailed(context.getStartupFailure(), "platform.grant-type"));
	}

	private static void assertFailed(Throwable failure, String property) {
		assertThat(failure).isNotNull();
		assertThat(NestedExceptionUtils.getMostSpecificCause(failure))
			.isInstanceOfSatisfying(PlatformConfigurationException.class,
					(mistake) -> assertThat(mistake.getError()).isEqualTo(PlatformError.CONFIGURATION))
			.hasMessage("Property '%s' with value 'authorization_code' lets users log in, which needs a library that"
					+ " is missing. Add the dependency %s.", property, DEPENDENCY);
	}

	@Test
	void startWhenNamedClientLogsInThenItsProperty() {
		servlet(MODULE)
			.withPropertyValues("platform.grant-type=client_credentials", "platform.clients.pages.client-id=pages",
					"platform.clients.pages.grant-type=authorization_code")
			.run((context) -> assertFailed(context.getStartupFailure(), "platform.clients.pages.grant-type"));
	}

	@Test
	void startWhenNoWebServerThenStarts(CapturedOutput output) {
		configured(new ApplicationContextRunner())
			.withClassLoader(new FilteredClassLoader(CONFIG, "org.springframework.boot.security",
					"org.springframework.security.oauth2.jwt", "org.springframework.security.web", "jakarta.servlet"))
			.withPropertyValues("platform.grant-type=authorization_code")
			.run((context) -> assertStarted(context, output));
	}

	@Test
	void startWhenNoUserLogsInThenStarts(CapturedOutput output) {
		servlet(MODULE).withPropertyValues("platform.grant-type=client_credentials")
			.run((context) -> assertStarted(context, output));
		reactive(MODULE).withPropertyValues("platform.grant-type=client_credentials")
			.run((context) -> assertStarted(context, output));
		servlet(MODULE).withPropertyValues("platform.grant-type=authorization_code", "platform.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(PlatformEngine.class));
	}

	private static void assertStarted(ApplicationContext context, CapturedOutput output) {
		assertThat(context.getBean(PlatformEngine.class)).isNotNull();
		assertThat(output).doesNotContain(DEPENDENCY);
	}

	/**
	 * It may make calls for users who log in at another application.
	 */
	@Test
	void startWhenStoreIsSharedThenWarnedOfOnce(CapturedOutput output) {
		servlet(MODULE).withPropertyValues("platform.grant-type=authorization_code", "platform.store.type=redis")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).containsOnlyOnce(DEPENDENCY).contains("WARN", "[configuration]");
			});
	}

}
