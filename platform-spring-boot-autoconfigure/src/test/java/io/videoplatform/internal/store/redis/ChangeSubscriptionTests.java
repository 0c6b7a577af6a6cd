package io.videoplatform.internal.store.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import io.lettuce.core.RedisConnectionException;
import io.videoplatform.internal.store.RecordStore.Change;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link ChangeSubscription} that does not begin.
 */
@ExtendWith(OutputCaptureExtension.class)
class ChangeSubscriptionTests {

	private static final byte[] CHANNEL = "platform:changes".getBytes(StandardCharsets.UTF_8);

	static Stream<Throwable> noOutages() {
		return Stream.of(new ClassCastException("no connection of this kind"), new UnsupportedOperationException(),
				new NoClassDefFoundError("com/example/Missing"), new InternalError("simulated"));
	}

	static Stream<Throwable> outages() {
		return Stream.of(new RedisConnectionException("refused"), new IOException("reset"),
				new CompletionException(new RedisConnectionException("refused")),
				new IllegalStateException(new IOException("closed")));
	}

	@AfterEach
	void reset() {
		VirtualTimeScheduler.reset();
	}

	private static void assertReminders(Throwable failure, Change reminder) {
		StepVerifier
			.withVirtualTime(
					() -> new ChangeSubscription(Mono.error(failure), CHANNEL, Duration.ofSeconds(1)).changes())
			.expectSubscription()
			.thenAwait(Duration.ofSeconds(16))
			.expectNext(reminder, reminder, reminder)
			.thenCancel()
			.verify();
	}

	@ParameterizedTest
	@MethodSource("noOutages")
	void changesWhenFailureIsNoOutageThenSaidOnceAndEngineDoesNotCountAsAway(Throwable failure, CapturedOutput output) {
		assertReminders(failure, Change.MISSED);
		assertThat(output.getOut()).containsOnlyOnce("Nothing can be subscribed to platform:changes")
			.containsOnlyOnce("[store_notifications]")
			.contains(failure.getClass().getName());
	}

	@ParameterizedTest
	@MethodSource("outages")
	void changesWhenEngineIsAwayThenNotSaid(Throwable failure, CapturedOutput output) {
		assertReminders(failure, Change.ANY);
		assertThat(output.getOut()).doesNotContain("subscribed to");
	}

}
