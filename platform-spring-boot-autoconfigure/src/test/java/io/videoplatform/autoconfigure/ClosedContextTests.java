package io.videoplatform.autoconfigure;

import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestResponse.Ending;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of calls that wait while their application is closed.
 */
@ExtendWith(OutputCaptureExtension.class)
class ClosedContextTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final TestPlatform platform = new TestPlatform();

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void closeWhenATokenIsAwaitedThenCallsFail(CapturedOutput output) {
		this.platform.server().hold("/token", Mono.never());
		ConfigurableApplicationContext application = running("logging.level.io.videoplatform=debug");
		WebClient client = application.getBean("platformWebClient", WebClient.class);
		RestClient blocking = application.getBean("platformRestClient", RestClient.class);
		List<CompletableFuture<String>> calls = List.of(call(client), call(blocking));
		this.platform.server().awaitRequests("/token", 1);
		application.close();
		assertThat(calls).allSatisfy(ClosedContextTests::assertClosing);
		assertClosing(call(client));
		assertClosing(call(blocking));
		assertThat(output.getAll().lines().filter((line) -> !line.contains(" DEBUG ")))
			.noneMatch((line) -> line.contains("onErrorDropped") || line.contains(" ERROR ")
					|| line.contains("No access token"));
	}

	@Test
	void closeWhenARequestWaitsForATokenThenItEndsBeforeTheServer() {
		this.platform.server().hold("/token", Mono.never());
		try (RunningApplication application = new RunningApplication(WebApplicationType.SERVLET, Clock.systemUTC(),
				Videos.class, RunningApplication.WITHOUT_SECURITY, "server.shutdown=graceful",
				"platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=s3cret")) {
			CompletableFuture<HttpResponse<String>> page = application.getAsync("/videos");
			this.platform.server().awaitRequests("/token", 1);
			Thread closing = new Thread(application.context()::close);
			closing.start();
			assertThat(page).succeedsWithin(PATIENCE)
				.satisfies((response) -> assertThat(response.body()).contains("the application is closing"));
		}
	}

	@Test
	void closeWhenABodyIsUnderWayThenItFails() {
		this.platform.api((request) -> TestResponse.of(200, "{").ending(Ending.STALLED));
		ConfigurableApplicationContext application = running("platform.discovery.warm-up=false");
		CompletableFuture<List<String>> body = application.getBean("platformWebClient", WebClient.class)
			.get()
			.uri("videos")
			.retrieve()
			.toEntityFlux(String.class)
			.blockOptional(PATIENCE)
			.map((response) -> Objects.requireNonNull(response.getBody()).collectList().toFuture())
			.orElseThrow();
		application.close();
		assertThat(body).failsWithin(PATIENCE).withThrowableOfType(ExecutionException.class);
	}

	private ConfigurableApplicationContext running(String property) {
		return FailedStart.application()
			.run(FailedStart.arguments(List.of(property, "platform.root-url=" + this.platform.rootUrl(),
					"platform.username=developer", "platform.password=s3cret")));
	}

	private static CompletableFuture<String> call(WebClient client) {
		return client.get().uri("videos").retrieve().bodyToMono(String.class).toFuture();
	}

	private static CompletableFuture<String> call(RestClient client) {
		return CompletableFuture.supplyAsync(() -> client.get().uri("videos").retrieve().body(String.class),
				(task) -> new Thread(task).start());
	}

	private static void assertClosing(CompletableFuture<String> call) {
		assertThat(call).failsWithin(PATIENCE)
			.withThrowableThat()
			.withCauseInstanceOf(PlatformAuthorizationException.class)
			.withMessageContaining("the application is closing");
	}

	/**
	 * A page that needs a token.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Videos {

		/**
		 * The page.
		 */
		@RestController
		static class Page {

			private final WebClient platform;

			Page(@Qualifier("platformWebClient") WebClient platform) {
				this.platform = platform;
			}

			@GetMapping("/videos")
			Mono<String> videos() {
				return this.platform.get()
					.uri("videos")
					.retrieve()
					.bodyToMono(String.class)
					.onErrorResume(PlatformAuthorizationException.class, (ex) -> Mono.just(ex.getMessage()));
			}

		}

	}

}
