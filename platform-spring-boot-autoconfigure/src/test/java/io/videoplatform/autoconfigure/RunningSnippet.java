package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.videoplatform.JavaSnippet;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Code of a page in an application that runs: each of its classes is a bean.
 */
final class RunningSnippet implements AutoCloseable {

	private final URLClassLoader loader;

	private final List<Class<?>> types;

	private final ConfigurableApplicationContext context;

	/**
	 * Start an application.
	 */
	RunningSnippet(String snippet, Path classes, String... properties) throws IOException {
		assertThat(JavaSnippet.of(snippet).compile(classes)).isEmpty();
		this.loader = new URLClassLoader(new URL[] { classes.toUri().toURL() });
		this.types = types(classes);
		Stream<Class<?>> beans = this.types.stream().filter(Predicate.not(Class::isInterface));
		SpringApplication application = new SpringApplication(new DefaultResourceLoader(this.loader),
				Stream.concat(Stream.of(Application.class), beans).toArray(Class<?>[]::new));
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setRegisterShutdownHook(false);
		this.context = application.run(FailedStart.arguments(List.of(properties)));
	}

	private List<Class<?>> types(Path classes) throws IOException {
		try (Stream<Path> files = Files.list(classes)) {
			return files.map((file) -> file.getFileName().toString())
				.filter((name) -> name.endsWith(".class") && !name.contains("$"))
				.<Class<?>>map((name) -> load(name.replace(".class", "")))
				.filter(Predicate.not(Class::isRecord))
				.toList();
		}
	}

	private Class<?> load(String name) {
		try {
			return this.loader.loadClass(name);
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

	ConfigurableApplicationContext context() {
		return this.context;
	}

	/**
	 * Return how many runners of the code have run.
	 */
	int runners() {
		return this.context.getBeansOfType(ApplicationRunner.class).size();
	}

	/**
	 * Return the methods of the code.
	 */
	Stream<Method> methods() {
		return this.types.stream().flatMap((type) -> Arrays.stream(type.getDeclaredMethods()));
	}

	/**
	 * Call the method with this name.
	 */
	@Nullable Object call(String method, Object... arguments) {
		return call(methods().filter((candidate) -> candidate.getName().equals(method)).findFirst().orElseThrow(),
				arguments);
	}

	/**
	 * Call a method of a bean.
	 */
	@Nullable Object call(Method method, Object... arguments) {
		ReflectionUtils.makeAccessible(method);
		Object result = ReflectionUtils.invokeMethod(method, this.context.getBean(method.getDeclaringClass()),
				arguments);
		return (result instanceof Mono<?> mono) ? mono.block() : result;
	}

	@Override
	public void close() throws IOException {
		this.context.close();
		this.loader.close();
	}

	/**
	 * What the code is added to.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
