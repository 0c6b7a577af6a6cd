package io.videoplatform.autoconfigure;

import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that has left Reactor Netty out: its class loader holds neither that,
 * nor Netty itself, nor another engine than the JDK's.
 */
class WithoutReactorNettyTests {

	@Test
	void callWhenReactorNettyIsAbsentThenJdkClientCarriesToken() throws Exception {
		ClassLoader before = Thread.currentThread().getContextClassLoader();
		try (TestPlatform platform = new TestPlatform();
				URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
			Thread.currentThread().setContextClassLoader(loader);
			Method call = loader.loadClass(Caller.class.getName()).getDeclaredMethod("call", String.class);
			call.setAccessible(true);
			assertThat(call.invoke(null, platform.rootUrl())).isEqualTo("JdkClientHttpConnector {}");
			assertThat(platform.calls()).extracting(RecordedRequest::authorization).containsExactly("Bearer access-1");
		}
		finally {
			Thread.currentThread().setContextClassLoader(before);
		}
	}

	private static URL[] classPath() {
		return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
			.map(Path::of)
			.filter((entry) -> !entry.getFileName()
				.toString()
				.matches("(?:reactor-netty|netty|httpclient5|jetty-client)-.*"))
			.map(WithoutReactorNettyTests::url)
			.toArray(URL[]::new);
	}

	private static URL url(Path entry) {
		try {
			return entry.toUri().toURL();
		}
		catch (MalformedURLException ex) {
			throw new IllegalArgumentException(ex);
		}
	}

	/**
	 * Calls the platform from an application, within a class loader of its own.
	 */
	static final class Caller {

		private Caller() {
		}

		static String call(String rootUrl) {
			List<String> properties = List.of("platform.root-url=" + rootUrl, "platform.username=developer",
					"platform.password=canary-password");
			try (ConfigurableApplicationContext context = FailedStart.application()
				.run(FailedStart.arguments(properties))) {
				WebClient client = context.getBean("platformWebClient", WebClient.class);
				String connector = context.getBean(ClientHttpConnector.class).getClass().getSimpleName();
				return connector + " " + client.get().uri("videos").retrieve().bodyToMono(String.class).block();
			}
		}

	}

}
