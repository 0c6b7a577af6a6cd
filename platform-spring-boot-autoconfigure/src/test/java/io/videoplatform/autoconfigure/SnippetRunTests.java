package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.videoplatform.JavaSnippet;
import io.videoplatform.MarkdownPage;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the code of the pages on calls in an application: each class of a piece of code is
 * a bean, and what can be called without arguments is called.
 */
class SnippetRunTests {

	private static final List<String> PAGES = List.of("README.md", "docs/using.md", "docs/rest-client.md",
			"docs/http-interfaces.md", "docs/many-domains.md", "docs/logins.md", "docs/migration.md");

	/**
	 * Classes of tests, which an application does not have.
	 */
	private static final Predicate<String> OF_TESTS = (snippet) -> snippet.contains("@SpringBootTest")
			|| snippet.contains("@TestConfiguration");

	/**
	 * What the page on migration replaces.
	 */
	private static final Predicate<String> REPLACED = (snippet) -> snippet.contains("AuthorizedClientManager")
			|| snippet.contains("OAuth2AuthorizedClient client") || snippet.contains("class TokenFilter");

	private final TestPlatform platform = new TestPlatform();

	@AfterEach
	void close() {
		this.platform.close();
	}

	static Stream<Arguments> snippets() {
		return PAGES.stream()
			.map(MarkdownPage::of)
			.flatMap((page) -> page.code("java")
				.stream()
				.filter(OF_TESTS.or(REPLACED).negate())
				.map((snippet) -> Arguments.of(page.file().getFileName().toString(), snippet)));
	}

	@ParameterizedTest(name = "{0} {index}")
	@MethodSource("snippets")
	void runWhenInAnApplicationThenCallsCarryTheToken(String page, String snippet, @TempDir Path classes)
			throws Exception {
		this.platform.api((request) -> TestResponse.json("[\"Intro\"]"));
		assertThat(JavaSnippet.of(snippet).compile(classes)).isEmpty();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { classes.toUri().toURL() })) {
			List<Class<?>> types = types(loader, classes);
			try (ConfigurableApplicationContext context = run(loader, types)) {
				long called = types.stream().mapToLong((type) -> call(context.getBean(type), type)).sum();
				assertThat(this.platform.calls()).hasSize((int) called)
					.allSatisfy((call) -> assertThat(call.header("Authorization")).startsWith("Bearer "));
			}
		}
	}

	private static List<Class<?>> types(ClassLoader loader, Path classes) throws IOException {
		try (Stream<Path> files = Files.list(classes)) {
			return files.map((file) -> file.getFileName().toString())
				.filter((name) -> name.endsWith(".class") && !name.contains("$"))
				.<Class<?>>map((name) -> load(loader, name.replace(".class", "")))
				.toList();
		}
	}

	private static Class<?> load(ClassLoader loader, String name) {
		try {
			return loader.loadClass(name);
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private ConfigurableApplicationContext run(ClassLoader loader, List<Class<?>> types) {
		Stream<Class<?>> beans = types.stream().filter(Predicate.not(Class::isInterface));
		SpringApplication application = new SpringApplication(new DefaultResourceLoader(loader),
				Stream.concat(Stream.of(Application.class), beans).toArray(Class<?>[]::new));
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setRegisterShutdownHook(false);
		return application.run(FailedStart
			.arguments(List.of("platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
					"platform.password=developer", "platform.clients.jobs.grant-type=client_credentials",
					"platform.clients.jobs.client-id=jobs", "platform.clients.jobs.client-secret=secret")));
	}

	/**
	 * Call all methods without parameters and return how many there are.
	 */
	private static long call(Object bean, Class<?> type) {
		return Arrays.stream(type.getDeclaredMethods())
			.filter((method) -> method.getParameterCount() == 0 && !method.isSynthetic()
					&& !Modifier.isStatic(method.getModifiers()) && !method.isAnnotationPresent(Bean.class))
			.peek((method) -> call(bean, method))
			.count();
	}

	private static void call(Object bean, Method method) {
		ReflectionUtils.makeAccessible(method);
		Object result = ReflectionUtils.invokeMethod(method, bean);
		if (result instanceof Mono<?> mono) {
			mono.block();
		}
	}

	/**
	 * What the code is added to.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
