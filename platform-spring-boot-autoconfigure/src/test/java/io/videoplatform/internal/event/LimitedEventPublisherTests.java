package io.videoplatform.internal.event;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often events of one kind are published.
 */
class LimitedEventPublisherTests {

	private final MovableClock clock = new MovableClock();

	private final List<PlatformEvent> published = new ArrayList<>();

	private final LimitedEventPublisher events = new LimitedEventPublisher(
			new EventPublisher(this.published::add, this.clock));

	private void publish(String kind) {
		this.events.publish(PlatformStep.LOGIN, Level.INFO, null, kind, "It happened", UnaryOperator.identity());
	}

	@Test
	void publishWhenOneOfItsKindWasThenOnceAMinuteWithTheNumberOfTheOthers() {
		publish("kind");
		publish("kind");
		publish("another");
		this.clock.advance(Duration.ofMinutes(1));
		publish("kind");
		assertThat(this.published).extracting(PlatformEvent::message)
			.containsExactly("It happened", "It happened", "It happened (1 more like this since the last report)");
	}

}
