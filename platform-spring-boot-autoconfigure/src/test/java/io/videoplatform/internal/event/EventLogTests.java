package io.videoplatform.internal.event;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.testing.MovableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is written for events, and for what goes wrong with them.
 */
@ExtendWith(OutputCaptureExtension.class)
class EventLogTests {

	private final List<PlatformEvent> received = new ArrayList<>();

	private final EventLog log = new EventLog(List.of((event) -> {
		throw new IllegalStateException("A mistake of the application");
	}, (event) -> {
		throw new NoClassDefFoundError("a class that the application lacks");
	}, this.received::add), new EventDispatcher(List.of()));

	@Test
	void publishWhenProblemThenLineEndsWithItsCode(CapturedOutput output) {
		publish(Level.WARN, PlatformError.STORE);
		assertThat(output.getOut().lines()).anyMatch((line) -> line.endsWith("It happened [store]"));
	}

	@Test
	void publishWhenNothingIsWrongThenNoCode(CapturedOutput output) {
		new EventPublisher(this.log, Clock.systemUTC()).publish(PlatformStep.STORE, Level.INFO, "It happened");
		assertThat(output.getOut().lines()).anyMatch((line) -> line.endsWith("It happened"));
	}

	@Test
	void publishWhenMessageQuotesControlCharactersThenReplaced() {
		new EventPublisher(this.log, Clock.systemUTC()).publish(PlatformStep.STORE, Level.INFO,
				"It is 'a\r\nERROR forged \u001b[2J\u202e'");
		assertThat(this.received).singleElement()
			.satisfies((event) -> assertThat(event.message()).isEqualTo("It is 'a??ERROR forged ?[2J?'"));
	}

	@Test
	void publishWhenListenerFailsThenReportedAndOthersReceiveTheEvent(CapturedOutput output) {
		publish(Level.INFO, null);
		assertThat(this.received).hasSize(1);
		assertThat(output).contains(PlatformError.OTHER.explain("A listener failed to take an event") + " [_OTHER]",
				"A mistake of the application", "a class that the application lacks");
	}

	@Test
	void publishWhenOneOfItsKindWasThenOnceAMinuteWithTheNumberOfTheOthers() {
		MovableClock clock = new MovableClock();
		List<PlatformEvent> published = new ArrayList<>();
		LimitedEventPublisher events = new LimitedEventPublisher(new EventPublisher(published::add, clock));
		Consumer<String> publish = (kind) -> events.publish(PlatformStep.LOGIN, Level.INFO, null, kind, "It happened",
				UnaryOperator.identity());
		publish.accept("kind");
		publish.accept("kind");
		publish.accept("another");
		clock.advance(Duration.ofMinutes(1));
		publish.accept("kind");
		assertThat(published).extracting(PlatformEvent::message)
			.containsExactly("It happened", "It happened", "It happened (1 more like this since the last report)");
	}

	private void publish(Level level, @Nullable PlatformError error) {
		new EventPublisher(this.log, Clock.systemUTC()).publish(PlatformStep.STORE, level, error, "It happened");
	}

}
