package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestPlatform.Reply;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Mono;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of calls that wait while their application is closed.
 */
@ExtendWith(OutputCaptureExtension.class)
class ClosedContextTests {

	private static final Duration SOON = Duration.ofSeconds(1);

	private final TestPlatform platform = new TestPlatform();

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void closeWhenTokenRequestIsUnderWayThenCallsFailWithinASecond(CapturedOutput output) {
		this.platform.tokenGate(Mono.never());
		callsFailWhenClosed(output);
	}

	@Test
	void closeDuringThePauseAfterARefusedPasswordThenCallsFailWithinASecond(CapturedOutput output) {
		this.platform.nextToken(new Reply(400, Map.of(), "{\"error\":\"invalid_grant\"}"));
		callsFailWhenClosed(output);
		assertThat(this.platform.tokenRequests()).hasSize(1);
	}

	private void callsFailWhenClosed(CapturedOutput output) {
		try (RunningApplication application = new RunningApplication(WebApplicationType.NONE, Clock.systemUTC(),
				"platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=s3cret")) {
			WebClient client = application.context().getBean("platformWebClient", WebClient.class);
			CompletableFuture<String> first = call(client);
			CompletableFuture<String> second = call(client);
			Awaitility.await().until(() -> this.platform.tokenRequests().size() == 1);
			application.context().close();
			assertClosing(first);
			assertClosing(second);
			assertClosing(call(client));
		}
		assertThat(output).doesNotContain("onErrorDropped", " ERROR ", "No access token");
	}

	private static CompletableFuture<String> call(WebClient client) {
		return client.get().uri("videos").retrieve().bodyToMono(String.class).toFuture();
	}

	private static void assertClosing(CompletableFuture<String> call) {
		assertThat(call).failsWithin(SOON)
			.withThrowableThat()
			.withCauseInstanceOf(PlatformAuthorizationException.class)
			.withMessageContaining("the application is closing");
	}

}
