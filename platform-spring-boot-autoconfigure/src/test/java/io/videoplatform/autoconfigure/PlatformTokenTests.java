package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.time.Duration;

import io.videoplatform.client.PlatformToken;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static io.videoplatform.testing.TestCalls.client;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The token that clients of other kinds send.
 */
class PlatformTokenTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final ApplicationContextRunner runner = ClientApplication.of(this.platform)
		.withBean("platformClock", Clock.class, () -> this.clock);

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void tokenWhenColdThenOneForAllAndNotPrinted() {
		this.runner.run((context) -> {
			PlatformToken token = client(context).token();
			assertThat(token.value()).isEqualTo("access-1");
			assertThat(token.expiresAt()).isAfter(this.clock.instant());
			assertThat(token).asString().startsWith("PlatformToken[expiresAt=").doesNotContain("access-1");
			PlatformToken current = client(context).currentToken().block(PATIENCE);
			assertThat(current).isEqualTo(token);
			assertThat(this.platform.tokenRequests()).hasSize(1);
		});
	}

	@Test
	void rejectWhenRepeatedThenOneRefresh() {
		this.runner.run((context) -> {
			PlatformToken token = client(context).token();
			assertThat(token.reject()).isTrue();
			assertThat(token.reject()).isTrue();
			assertThat(client(context).token().value()).isEqualTo("access-2");
			assertThat(token.reject()).isTrue();
			assertThat(client(context).token().value()).isEqualTo("access-2");
			assertThat(this.platform.tokenRequests()).hasSize(2);
		});
	}

}
