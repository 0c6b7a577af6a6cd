package io.videoplatform.autoconfigure.httpservice;

import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;

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

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

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
	@CsvSource({ "REST_CLIENT, follow", "REST_CLIENT, dont-follow", "WEB_CLIENT, follow", "WEB_CLIENT, dont-follow" })
	void callWhenRedirectedWithinTheOriginThenFollowedWithTheTokenUnlessSwitchedOff(Stack stack, String redirects) {
		this.platform.api((call) -> call.path().equals("/v1/videos") ? TestResponse.redirect("/v1/moved")
				: TestResponse.json("{\"moved\":true}"));
		this.runner.withUserConfiguration(stack.configuration())
			.withPropertyValues("spring.http.serviceclient.platform.redirects=" + redirects)
			.run((context) -> {
				boolean followed = redirects.equals("follow");
				assertThat(context.getBean(Videos.class).list().getStatusCode())
					.isEqualTo(followed ? HttpStatus.OK : HttpStatus.FOUND);
				assertThat(authorizations()).hasSize(followed ? 2 : 1).containsOnly("Bearer access-1");
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
