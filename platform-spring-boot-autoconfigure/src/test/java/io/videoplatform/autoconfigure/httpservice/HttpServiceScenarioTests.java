package io.videoplatform.autoconfigure.httpservice;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Stack;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Videos;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Sinks;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Calls of HTTP interfaces when the platform is cold, rejects tokens, redirects or fails.
 */
class HttpServiceScenarioTests {

	private final TestPlatform platform = new TestPlatform();

	private final TestServer foreignHost = new TestServer();

	private final MovableClock clock = new MovableClock();

	private final ApplicationContextRunner runner = VideoServices.application()
		.withBean("platformClock", Clock.class, () -> this.clock)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=canary-password", "platform.client-id=app", "platform.client-secret=app-secret",
				"platform.clients.jobs.grant-type=client_credentials", "platform.discovery.warm-up=false");

	@AfterEach
	void close() {
		this.platform.close();
		this.foreignHost.close();
	}

	private void run(Stack stack, Consumer<Videos> test) {
		this.runner.withUserConfiguration(stack.configuration())
			.run((context) -> test.accept(context.getBean(Videos.class)));
	}

	private List<String> authorizations() {
		return this.platform.calls().stream().map(RecordedRequest::authorization).toList();
	}

	@ParameterizedTest
	@CsvSource({ "REST_CLIENT, jdk", "WEB_CLIENT, reactor" })
	void callWhenManyAtOnceOnColdApplicationThenOneTokenRequest(Stack stack, String engine) {
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.server().hold("/token", gate.asMono());
		this.runner.withUserConfiguration(stack.configuration())
			.withPropertyValues(stack.engine() + "=" + engine)
			.run((context) -> {
				Videos videos = context.getBean(Videos.class);
				ExecutorService callers = Executors.newFixedThreadPool(20);
				try {
					List<Future<HttpStatusCode>> calls = new ArrayList<>();
					for (int i = 0; i < 40; i++) {
						calls.add(callers.submit(() -> videos.list().getStatusCode()));
					}
					this.platform.server().awaitRequests("/token", 1);
					gate.tryEmitEmpty();
					for (Future<HttpStatusCode> call : calls) {
						assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo(HttpStatus.OK);
					}
				}
				finally {
					callers.shutdownNow();
				}
				assertThat(this.platform.tokenRequests()).hasSize(1);
				assertThat(authorizations()).hasSize(40).containsOnly("Bearer access-1");
			});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenTokenHasExpiredThenRefreshesOnce(Stack stack) {
		this.platform.issued().expiresIn(300);
		run(stack, (videos) -> {
			videos.list();
			this.clock.advance(Duration.ofSeconds(301));
			videos.list();
			videos.list();
			assertThat(this.platform.tokenRequests()).extracting((form) -> form.get("grant_type"))
				.containsExactly("password", "refresh_token");
			assertThat(authorizations()).containsExactly("Bearer access-1", "Bearer access-2", "Bearer access-2");
		});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenTokenIsRevokedThenIsRetriedOnce(Stack stack) {
		run(stack, (videos) -> {
			videos.list();
			this.platform.issued().revokeAccessTokens();
			assertThat(videos.add("Intro").getStatusCode()).isEqualTo(HttpStatus.OK);
			assertThat(authorizations()).containsExactly("Bearer access-1", "Bearer access-1", "Bearer access-2");
			assertThat(this.platform.calls()).filteredOn((call) -> call.method().equals("POST"))
				.extracting(RecordedRequest::body)
				.containsExactly("Intro", "Intro");
		});
	}

	@ParameterizedTest
	@CsvSource({ "REST_CLIENT, jdk", "REST_CLIENT, http-components", "REST_CLIENT, simple", "WEB_CLIENT, reactor" })
	void callWhenRedirectedToForeignHostThenCallerSeesTheRedirect(Stack stack, String engine) {
		this.platform.api((call) -> TestResponse.redirect(this.foreignHost.url() + "/stolen"));
		this.runner.withUserConfiguration(stack.configuration())
			.withPropertyValues(stack.engine() + "=" + engine, "spring.http.clients.redirects=follow",
					"spring.http.serviceclient.platform.redirects=follow")
			.run((context) -> {
				ResponseEntity<String> response = context.getBean(Videos.class).list();
				assertThat(response.getStatusCode()).isEqualTo(HttpStatus.FOUND);
				assertThat(this.foreignHost.requests()).isEmpty();
			});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenRedirectedWithinTheOriginThenFollowedWithTheToken(Stack stack) {
		this.platform.api((call) -> call.path().equals("/v1/videos") ? TestResponse.redirect("/v1/moved")
				: TestResponse.json("{\"moved\":true}"));
		run(stack, (videos) -> {
			assertThat(videos.list().getBody()).isEqualTo("{\"moved\":true}");
			assertThat(authorizations()).containsExactly("Bearer access-1", "Bearer access-1");
		});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenGroupFollowsNoRedirectsThenCallerSeesTheRedirect(Stack stack) {
		this.platform.api((call) -> TestResponse.redirect("/v1/moved"));
		this.runner.withUserConfiguration(stack.configuration())
			.withPropertyValues("spring.http.serviceclient.platform.redirects=dont-follow")
			.run((context) -> {
				assertThat(context.getBean(Videos.class).list().getStatusCode()).isEqualTo(HttpStatus.FOUND);
				assertThat(this.platform.calls()).hasSize(1);
			});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenProviderIsDownThenFailsWithoutACallUntilItIsBack(Stack stack) {
		this.platform.fail("/token", 503);
		run(stack, (videos) -> {
			assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(videos::list)
				.satisfies((ex) -> assertThat(ex.isRetryable()).isTrue());
			assertThat(this.platform.calls()).isEmpty();
			this.platform.repair();
			this.clock.advance(Duration.ofMinutes(5));
			assertThat(videos.list().getStatusCode()).isEqualTo(HttpStatus.OK);
		});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenCallerAuthorizesItThenStaysAsItIs(Stack stack) {
		run(stack, (videos) -> {
			assertThatException().isThrownBy(() -> videos.as("Bearer callers-own")).withMessageContaining("401");
			assertThat(authorizations()).containsExactly("Bearer callers-own");
			assertThat(this.platform.tokenRequests()).isEmpty();
		});
	}

}
