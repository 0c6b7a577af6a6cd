package io.videoplatform.autoconfigure.actuate;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.videoplatform.JavaSnippet;
import io.videoplatform.MarkdownPage;
import io.videoplatform.autoconfigure.RunningApplication;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who may read the health of an application in which users log in, by Boot's filter chain
 * and by that of {@code docs/operations.md}.
 */
class ProbesTests {

	private final TestPlatform platform = new TestPlatform();

	@AfterEach
	void close() {
		this.platform.close();
	}

	private RunningApplication run(WebApplicationType type, String... further) {
		List<String> properties = new ArrayList<>(List.of("platform.root-url=" + this.platform.rootUrl(),
				"platform.discovery.warm-up=false", "platform.client-id=app", "platform.client-secret=secret",
				"platform.grant-type=authorization_code", "management.endpoints.web.exposure.include=health,platform",
				"management.health.defaults.enabled=false"));
		properties.addAll(Arrays.asList(further));
		return new RunningApplication(type, new MovableClock(), properties.toArray(String[]::new));
	}

	@ParameterizedTest
	@EnumSource(value = WebApplicationType.class, names = { "SERVLET", "REACTIVE" })
	void healthWhenBootsChainThenNeedsALogin(WebApplicationType type) {
		try (RunningApplication application = run(type)) {
			assertThat(application.get("/actuator/health").statusCode()).isEqualTo(401);
		}
	}

	@Test
	void healthWhenChainOfThePageThenPermittedAlone(@TempDir Path classes) throws IOException {
		String snippet = MarkdownPage.of("docs/operations.md").java("class Probes");
		assertThat(JavaSnippet.of(snippet).compile(classes)).isEmpty();
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { classes.toUri().toURL() }, before)) {
			thread.setContextClassLoader(loader);
			try (RunningApplication application = run(WebApplicationType.SERVLET, "spring.main.sources=Probes")) {
				assertThat(application.get("/actuator/health").statusCode()).isEqualTo(200);
				assertThat(application.get("/actuator/platform").statusCode()).isEqualTo(401);
			}
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

}
