package io.videoplatform.autoconfigure.actuate;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

import io.videoplatform.JavaSnippet;
import io.videoplatform.MarkdownPage;
import io.videoplatform.autoconfigure.RunningApplication;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who may read the health of an application in which users log in, by the filter chain of
 * {@code docs/operations.md}.
 */
class ProbesTests {

	private final TestPlatform platform = new TestPlatform();

	@AfterEach
	void close() {
		this.platform.close();
	}

	private RunningApplication run() {
		return new RunningApplication(WebApplicationType.SERVLET, new MovableClock(), "spring.main.sources=Probes",
				"platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false",
				"platform.client-id=app", "platform.client-secret=secret", "platform.grant-type=authorization_code",
				"management.endpoints.web.exposure.include=health,platform",
				"management.health.defaults.enabled=false");
	}

	@Test
	void healthWhenChainOfThePageThenPermittedAlone(@TempDir Path classes) throws IOException {
		String snippet = MarkdownPage.of("docs/operations.md").java("class Probes");
		assertThat(JavaSnippet.of(snippet).compile(classes)).isEmpty();
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { classes.toUri().toURL() }, before)) {
			thread.setContextClassLoader(loader);
			try (RunningApplication application = run()) {
				assertThat(application.get("/actuator/health").statusCode()).isEqualTo(200);
				assertThat(application.get("/actuator/platform").statusCode()).isEqualTo(401);
			}
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

}
