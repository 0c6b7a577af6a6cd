package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Hooks;
import reactor.test.scheduler.VirtualTimeScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What waiters of a flight hear of its failure, and when they no longer do.
 */
class TokenFlightTests {

	private static final Duration PATIENCE = Duration.ofSeconds(1);

	private final VirtualTimeScheduler scheduler = VirtualTimeScheduler.create();

	private final TokenFlight flight = new TokenFlight(0, 0);

	private final List<Throwable> dropped = new ArrayList<>();

	private final List<Throwable> heard = new ArrayList<>();

	@BeforeEach
	void watch() {
		Hooks.onErrorDropped(this.dropped::add);
	}

	@AfterEach
	void close() {
		Hooks.resetOnErrorDropped();
		this.scheduler.dispose();
	}

	private Disposable await() {
		return this.flight.join(PATIENCE, this.scheduler).subscribe(null, this.heard::add);
	}

	private void fail() {
		this.flight.fail(new TokenFailure(new PlatformAuthorizationException("down", PlatformError.OTHER,
				PlatformStep.TOKEN_REQUEST, null, true, null, null, null), 1, 0, 0, 200, null));
		this.scheduler.advanceTime();
	}

	@Test
	void joinWhenFlightFailsThenEachCallerGetsAnExceptionOfItsOwn() {
		await();
		await();
		fail();
		assertThat(this.heard).hasSize(2)
			.doesNotHaveDuplicates()
			.allSatisfy((failure) -> assertThat(failure).isInstanceOf(PlatformAuthorizationException.class)
				.hasMessageStartingWith("down"));
	}

	@Test
	void joinWhenPatienceIsOverBeforeFlightFailsThenFailureIsNotDropped() {
		await();
		this.scheduler.advanceTimeBy(PATIENCE);
		fail();
		assertThat(this.heard).singleElement().isInstanceOf(TimeoutException.class);
		assertThat(this.dropped).isEmpty();
	}

	@Test
	void joinWhenCallerCancelsBeforeFlightFailsThenFailureIsNotDropped() {
		await().dispose();
		fail();
		assertThat(this.heard).isEmpty();
		assertThat(this.dropped).isEmpty();
	}

}
