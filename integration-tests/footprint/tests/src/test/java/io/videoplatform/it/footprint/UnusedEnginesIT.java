package io.videoplatform.it.footprint;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that has the libraries of all stores and HTTP engines at hand, but no
 * store and one HTTP engine, has nothing of the others in memory when it is ready.
 */
class UnusedEnginesIT {

	private static final String OWN = "io.videoplatform.";

	@TempDir
	private Path folder;

	@Test
	void startWhenOneEngineIsUsedThenNothingOfOthers() throws Exception {
		try (App app = App.start("unused-engines", true,
				List.of("platform.root-url=http://127.0.0.1:9", "platform.client-id=jobs",
						"platform.client-secret=canary", "platform.grant-type=client_credentials",
						"spring.http.clients.reactive.connector=reactor", "spring.http.clients.imperative.factory=jdk"),
				this.folder)) {
			app.awaitReady();
			assertThat(app.beans()).anyMatch((bean) -> bean.startsWith("platformWebClient="));
			assertThat(app.loadedClasses()).contains(OWN + "internal.transport.ReactorNettyClientAdapter")
				.filteredOn((name) -> name.startsWith(OWN))
				.noneMatch((name) -> name.startsWith(OWN + "internal.store.redis.")
						|| name.startsWith(OWN + "internal.store.jdbc.") || name.startsWith(OWN + "internal.login."))
				.noneMatch((name) -> name.matches(".*\\.(HttpComponents|Jdk|Jetty|Unknown)Engine"));
			assertThat(app.loadedClasses())
				.noneMatch((name) -> name.startsWith("com.nimbusds.") || name.startsWith("org.h2.")
						|| name.startsWith("org.springframework.jdbc.") || name.startsWith("java.sql.Connection"));
			assertThat(app.initializedClasses()).contains("reactor.netty.http.client.HttpClient")
				.noneMatch((name) -> name.startsWith("io.lettuce.") || name.startsWith("org.apache.hc.")
						|| name.startsWith("org.eclipse.jetty.") || name.equals("java.net.http.HttpClient"));
		}
	}

}
