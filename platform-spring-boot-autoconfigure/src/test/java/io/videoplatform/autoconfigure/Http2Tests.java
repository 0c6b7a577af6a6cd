package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.netty.http.HttpProtocol;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * A platform that is reached by HTTP/2, which Reactor Netty uses if a customizer says so.
 */
class Http2Tests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final TestPlatform platform = new TestPlatform();

	private @Nullable Http2Server server;

	@AfterEach
	void close() {
		if (this.server != null) {
			this.server.close();
		}
		this.platform.close();
	}

	private ApplicationContextRunner runner() {
		Http2Server started = new Http2Server(null, (request) -> List.of(this.platform.respond(request)));
		this.server = started;
		this.platform.rootUrl(started.url());
		return new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(HttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
							WebClientAutoConfiguration.class, PlatformAutoConfiguration.class))
			.withBean(ClientHttpConnectorBuilderCustomizer.class, Http2Tests::withoutTls)
			.withPropertyValues("platform.root-url=" + started.url(), "platform.username=developer",
					"platform.password=canary-password", "platform.discovery.warm-up=false");
	}

	private static ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> withoutTls() {
		return (builder) -> builder.withHttpClientCustomizer((client) -> client.protocol(HttpProtocol.H2C));
	}

	private static @Nullable String call(ApplicationContext context) {
		return context.getBean("platformWebClient", WebClient.class)
			.get()
			.uri("videos")
			.retrieve()
			.bodyToMono(String.class)
			.block(PATIENCE);
	}

	private static TestResponse rejected(int length) {
		return TestResponse.status(401, "WWW-Authenticate: Bearer error=\"invalid_token\", error_description=\"%s\""
			.formatted("x".repeat(length)));
	}

	private TestResponse rejectFirst(RecordedRequest request, int length) {
		return "Bearer access-1".equals(request.header("authorization")) ? rejected(length)
				: TestResponse.of(200, "{}");
	}

	@Test
	void callWhenChallengeIsLargeThenTokenIsReplaced() throws Exception {
		this.platform.api((request) -> rejectFirst(request, 60_000));
		runner().run((context) -> assertThat(call(context)).isEqualTo("{}"));
	}

	@Test
	void callWhenHeadersAreLargerThanTheLimitThenFails() throws Exception {
		this.platform.api((request) -> rejected(100_000));
		runner()
			.run((context) -> assertThatException().isThrownBy(() -> call(context)).withMessageNotContaining("401"));
	}

	/**
	 * The connection of calls is used again. Those of WebFinger, the configuration and
	 * the token are not: if they were dead, no other would be opened.
	 */
	@Test
	void callsWhenHttp2ThenEachRequestOfTheEngineHasAConnectionOfItsOwn() throws Exception {
		runner().run((context) -> {
			call(context);
			call(context);
			assertThat(this.server).isNotNull().satisfies((started) -> assertThat(started.connections()).isEqualTo(4));
		});
	}

}
