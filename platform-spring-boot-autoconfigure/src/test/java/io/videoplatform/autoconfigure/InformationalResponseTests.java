package io.videoplatform.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Informational responses (RFC 9110, section 15.2) come before the final response, which
 * each request receives: webfinger, metadata, tokens and the API, on connections that are
 * kept.
 */
class InformationalResponseTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final String HINTS = informational(103);

	private final TestPlatform platform = new TestPlatform();

	private @Nullable TextServer server;

	/**
	 * What is sent before the final response to a request.
	 */
	private volatile Function<RecordedRequest, Flux<String>> interim = (request) -> Flux.empty();

	@AfterEach
	void close() {
		if (this.server != null) {
			this.server.close();
		}
		this.platform.close();
	}

	private ApplicationContextRunner runner(String engine) {
		TextServer started = new TextServer(null, this::respond);
		this.server = started;
		return runner(started).withPropertyValues("spring.http.clients.reactive.connector=" + engine,
				"spring.http.clients.imperative.factory=" + engine);
	}

	private ApplicationContextRunner runner(TextServer started) {
		this.platform.rootUrl(started.url());
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(HttpClientAutoConfiguration.class,
				ImperativeHttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
				WebClientAutoConfiguration.class, RestClientAutoConfiguration.class, PlatformAutoConfiguration.class))
			.withPropertyValues("spring.http.clients.read-timeout=20s", "platform.root-url=" + started.url(),
					"platform.discovery.warm-up=false", "platform.username=developer",
					"platform.password=canary-password");
	}

	private Flux<String> respond(RecordedRequest request) {
		return this.interim.apply(request).concatWith(Mono.fromSupplier(() -> finalResponse(request)));
	}

	/**
	 * The API returns the path and the length of the body.
	 */
	private String finalResponse(RecordedRequest request) {
		if (!request.path().startsWith("/v1/")) {
			return text(this.platform.respond(request));
		}
		String body = request.path() + " " + request.content().length;
		return text(TestResponse.of(200, body));
	}

	private static String text(TestResponse response) {
		StringBuilder text = new StringBuilder("HTTP/1.1 %d Final\r\n".formatted(response.status()));
		response.headers()
			.forEach((name, values) -> values.forEach((value) -> text.append("%s: %s\r\n".formatted(name, value))));
		return text + "Content-Length: %d\r\n\r\n".formatted(response.content().length)
				+ new String(response.content(), StandardCharsets.ISO_8859_1);
	}

	private static String informational(int status) {
		return "HTTP/1.1 %d Informational\r\nLink: </a>; rel=preload\r\n\r\n".formatted(status);
	}

	private static String web(PlatformClient client, String path) {
		return client.webClient()
			.get()
			.uri(path)
			.retrieve()
			.bodyToMono(String.class)
			.blockOptional(PATIENCE)
			.orElse("");
	}

	private static @Nullable String rest(PlatformClient client, String path) {
		return client.restClient().get().uri(path).retrieve().body(String.class);
	}

	private static PlatformClient client(ApplicationContext context) {
		return context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT);
	}

	private static void callsReceiveTheirOwn(PlatformClient client) {
		for (int i = 0; i < 4; i++) {
			assertThat(web(client, "web/" + i)).isEqualTo("/v1/web/%d 0", i);
			assertThat(rest(client, "rest/" + i)).isEqualTo("/v1/rest/%d 0", i);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "102", "103", "103,103", "100,103,102", "104,199", "100,100" })
	void callWhenInformationalThenReceivesItsOwn(String statuses) {
		List<String> sent = List.of(statuses.split(","));
		this.interim = (request) -> Flux.fromIterable(sent)
			.map(Integer::valueOf)
			.map(InformationalResponseTests::informational);
		runner("reactor").run((context) -> callsReceiveTheirOwn(client(context)));
	}

	@Test
	void callWhenInOnePieceThenReceivesItsOwn() {
		this.interim = (request) -> Flux.empty();
		TextServer started = new TextServer(null, (request) -> Flux.just(HINTS + HINTS + finalResponse(request)));
		this.server = started;
		runner(started).run((context) -> callsReceiveTheirOwn(client(context)));
	}

}
