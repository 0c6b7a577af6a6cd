package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.util.function.Consumer;

import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * The {@code platformRestClient} of an application, against a platform on loopback.
 */
class PlatformRestClientTests {

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(HttpClientAutoConfiguration.class,
				ImperativeHttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
				WebClientAutoConfiguration.class, RestClientAutoConfiguration.class, PlatformAutoConfiguration.class))
		.withBean(Clock.class, () -> this.clock)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=canary-password");

	@AfterEach
	void close() {
		this.platform.close();
	}

	private void run(Consumer<RestClient> test) {
		this.runner.run((context) -> test.accept(context.getBean("platformRestClient", RestClient.class)));
	}

	@Test
	void callWhenColdThenDiscoversAndCarriesToken() {
		run((client) -> {
			assertThat(client.get().uri("videos?page=2").retrieve().toBodilessEntity().getStatusCode().value())
				.isEqualTo(200);
			assertThat(this.platform.calls())
				.extracting(RecordedRequest::method, RecordedRequest::uri, RecordedRequest::authorization)
				.containsExactly(tuple("GET", "/v1/videos?page=2", "Bearer access-1"));
		});
	}

	@Test
	void callWhenTokenIsRevokedThenReplayedOnce() {
		run((client) -> {
			client.get().uri("videos").retrieve().toBodilessEntity();
			this.platform.issued().revokeAccessTokens();
			client.post().uri("videos").body("text").retrieve().toBodilessEntity();
			assertThat(this.platform.calls()).extracting(RecordedRequest::body).containsExactly("", "text", "text");
			assertThat(this.platform.calls()).extracting(RecordedRequest::authorization)
				.containsExactly("Bearer access-1", "Bearer access-1", "Bearer access-2");
		});
	}

}
