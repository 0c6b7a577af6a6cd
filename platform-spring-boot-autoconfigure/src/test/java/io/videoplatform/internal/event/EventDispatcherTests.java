package io.videoplatform.internal.event;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.videoplatform.Gates;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Events on their way to listeners that may block or fail.
 */
class EventDispatcherTests {

	private static final int WAITING = 1_000;

	private final CountDownLatch entered = new CountDownLatch(1);

	private final CountDownLatch gate = new CountDownLatch(1);

	private final List<String> received = new CopyOnWriteArrayList<>();

	private final EventDispatcher dispatcher = new EventDispatcher(List.of((event) -> {
		throw new NoClassDefFoundError("a class that the application lacks");
	}, (event) -> {
		this.entered.countDown();
		Gates.await(this.gate);
		this.received.add(event.message());
	}));

	@AfterEach
	void close() {
		this.gate.countDown();
		this.dispatcher.close();
	}

	private void publish(int number) {
		publish(this.dispatcher, number);
	}

	private static void publish(EventDispatcher dispatcher, int number) {
		dispatcher
			.onEvent(new PlatformEvent(Instant.EPOCH, PlatformStep.STORE, Level.INFO, String.valueOf(number), null));
	}

	@Test
	void onEventWhenListenerBlocksThenOthersWaitInOrderAndTheRestIsCounted() {
		publish(0);
		Gates.await(this.entered);
		for (int number = 1; number <= WAITING + 7; number++) {
			publish(number);
		}
		assertThat(this.dispatcher.dropped()).isEqualTo(7);
		this.gate.countDown();
		Gates.until(() -> this.received.size() == WAITING + 1);
		for (int number = 0; number <= WAITING; number++) {
			assertThat(this.received.get(number)).isEqualTo(String.valueOf(number));
		}
	}

	/**
	 * Repeated: a machine that pauses for longer than the moment loses them.
	 */
	@Test
	void closeWhenEventsWaitThenPassedOnAndLaterOnesAreNot() {
		Gates.until(() -> {
			List<String> passedOn = new CopyOnWriteArrayList<>();
			EventDispatcher closing = new EventDispatcher(List.of((event) -> passedOn.add(event.message())));
			for (int number = 0; number < WAITING; number++) {
				publish(closing, number);
			}
			closing.close();
			publish(closing, WAITING);
			assertThat(passedOn).doesNotContain(String.valueOf(WAITING));
			assertThat(closing.dropped()).isOne();
			return passedOn.size() == WAITING;
		});
	}

}
