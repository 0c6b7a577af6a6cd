package io.videoplatform.autoconfigure;

import java.util.function.Consumer;
import java.util.function.Supplier;

import io.videoplatform.autoconfigure.actuate.PlatformHealthAutoConfiguration;
import io.videoplatform.autoconfigure.browser.PlatformBrowserAutoConfiguration;
import io.videoplatform.autoconfigure.browser.ReactivePlatformBrowserAutoConfiguration;
import io.videoplatform.autoconfigure.login.PlatformLoginAutoConfiguration;
import io.videoplatform.autoconfigure.login.ReactivePlatformLoginAutoConfiguration;
import io.videoplatform.autoconfigure.store.PlatformStoreAutoConfiguration;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.engine.LoginClients;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientWebSecurityAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.servlet.OAuth2ClientWebSecurityAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.web.context.reactive.GenericReactiveWebApplicationContext;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.mock.web.MockServletContext;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.context.support.GenericWebApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications that are processed ahead of time: what is generated compiles and starts,
 * and only the documented properties have to be known when it is built.
 */
@Tag("full")
@CompileWithForkedClassLoader
class AotTests {

	private static final String KEY = "a2V5IG9mIDMyIGJ5dGVzIHRoYXQgaXMgYSB0ZXN0J3M=";

	@Test
	void startWhenPropertiesAreKnownOnlyAtRunTimeThenCallsWork() {
		try (TestPlatform platform = new TestPlatform()) {
			String[] run = { "platform.root-url=" + platform.rootUrl(), "platform.username=user",
					"platform.password=password", "platform.clients.jobs.client-id=jobs",
					"platform.clients.jobs.client-secret=secret",
					"platform.clients.jobs.grant-type=client_credentials" };
			start(GenericApplicationContext::new, ClientApplication.class, new String[0], run,
					(context) -> assertThat(call(context)).isNotEmpty());
		}
	}

	@Test
	void startWhenLoginOnWebMvcThenBeansOfLogin() {
		startLogin(() -> new GenericWebApplicationContext(new MockServletContext()), ServletApplication.class,
				(context) -> {
					assertThat(context.getBeansOfType(SecurityFilterChain.class)).hasSize(1);
					assertThat(context.getBeanNamesForType(TaskExecutor.class)).isNotEmpty();
					assertThat(context.containsBean("platformBrowserHandlerMapping")).isTrue();
				});
	}

	@Test
	void startWhenLoginOnWebFluxThenBeansOfLogin() {
		startLogin(GenericReactiveWebApplicationContext::new, ReactiveApplication.class, (context) -> {
			assertThat(context.getBeansOfType(SecurityWebFilterChain.class)).hasSize(1);
			assertThat(context.containsBean("platformBrowserHandlerMapping")).isTrue();
		});
	}

	private void startLogin(Supplier<GenericApplicationContext> contexts, Class<?> application,
			Consumer<GenericApplicationContext> assertions) {
		String[] build = { "platform.grant-type=authorization_code", "platform.browser.enabled=true",
				"platform.login.back-channel-logout=true", "platform.login.rp-initiated-logout=true" };
		String[] run = { "platform.root-url=https://api.example.com", "platform.client-id=web",
				"platform.grant-type=authorization_code", "platform.discovery.warm-up=false",
				"platform.browser.client-id=page", "platform.clients.admin.client-id=admin",
				"platform.clients.admin.grant-type=authorization_code" };
		start(contexts, application, build, run, (context) -> {
			assertThat(context.getBean(LoginClients.class).registrations().clients()).hasSize(2);
			assertThat(context.containsBean("platformBackChannelLogoutEndpoint")).isTrue();
			assertions.accept(context);
		});
	}

	@Test
	void startWhenRedisThenStore() {
		startStore(RedisApplication.class, "platform.store.type=redis", "spring.data.redis.port=1");
	}

	@Test
	void startWhenJdbcThenStoreWithItsTable() {
		startStore(JdbcApplication.class, "platform.store.type=jdbc", "spring.datasource.generate-unique-name=true");
	}

	private void startStore(Class<?> application, String type, String engine) {
		start(GenericApplicationContext::new, application, new String[] { type },
				new String[] { type, engine, "platform.store.encryption.keys=" + KEY,
						"platform.root-url=https://api.example.com", "platform.discovery.warm-up=false" },
				(context) -> {
					assertThat(context.getBean(PlatformStore.class)).isNotNull();
					assertThat(context.getBean(PlatformClients.class).names()).hasSize(1);
				});
	}

	private static String call(GenericApplicationContext context) {
		String response = context.getBean("platformWebClient", WebClient.class)
			.get()
			.uri("videos")
			.retrieve()
			.bodyToMono(String.class)
			.block();
		return (response != null) ? response : "";
	}

	/**
	 * Process an application with the properties of its build, and start what was
	 * generated with those of its start.
	 */
	private static void start(Supplier<GenericApplicationContext> contexts, Class<?> application, String[] build,
			String[] run, Consumer<GenericApplicationContext> assertions) {
		TestGenerationContext generation = new TestGenerationContext(application);
		try (GenericApplicationContext context = contexts.get()) {
			TestPropertyValues.of(build).applyTo(context);
			new AnnotatedBeanDefinitionReader(context).register(application);
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
		}
		generation.writeGeneratedContent();
		TestCompiler.forSystem().with(generation).compile((compiled) -> {
			try (GenericApplicationContext context = contexts.get()) {
				TestPropertyValues.of(run).applyTo(context);
				initializer(compiled.getInstance(ApplicationContextInitializer.class)).initialize(context);
				context.refresh();
				assertions.accept(context);
			}
		});
	}

	@SuppressWarnings("unchecked")
	private static ApplicationContextInitializer<GenericApplicationContext> initializer(
			ApplicationContextInitializer<?> initializer) {
		return (ApplicationContextInitializer<GenericApplicationContext>) initializer;
	}

	/**
	 * Calls the platform.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ ReactiveHttpClientAutoConfiguration.class, WebClientAutoConfiguration.class,
			PlatformAutoConfiguration.class, PlatformStoreAutoConfiguration.class })
	static class ClientApplication {

	}

	/**
	 * Shares what it holds in Redis.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, PlatformAutoConfiguration.class,
			PlatformStoreAutoConfiguration.class, PlatformHealthAutoConfiguration.class })
	static class RedisApplication {

	}

	/**
	 * Shares what it holds in a database.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataSourceAutoConfiguration.class, PlatformAutoConfiguration.class,
			PlatformStoreAutoConfiguration.class, PlatformHealthAutoConfiguration.class })
	static class JdbcApplication {

	}

	/**
	 * Logs users in on WebMVC.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ TaskExecutionAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
			WebMvcAutoConfiguration.class, SecurityAutoConfiguration.class, ServletWebSecurityAutoConfiguration.class,
			SecurityFilterAutoConfiguration.class, OAuth2ClientAutoConfiguration.class,
			OAuth2ClientWebSecurityAutoConfiguration.class, PlatformAutoConfiguration.class,
			PlatformLoginAutoConfiguration.class, PlatformBrowserAutoConfiguration.class })
	static class ServletApplication {

	}

	/**
	 * Logs users in on WebFlux.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ TaskExecutionAutoConfiguration.class, WebFluxAutoConfiguration.class,
			SecurityAutoConfiguration.class, ReactiveWebSecurityAutoConfiguration.class,
			ReactiveOAuth2ClientAutoConfiguration.class, ReactiveOAuth2ClientWebSecurityAutoConfiguration.class,
			PlatformAutoConfiguration.class, ReactivePlatformLoginAutoConfiguration.class,
			ReactivePlatformBrowserAutoConfiguration.class })
	static class ReactiveApplication {

	}

}
