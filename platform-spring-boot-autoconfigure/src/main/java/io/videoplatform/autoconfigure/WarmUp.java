package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

import io.videoplatform.internal.http.Backoff;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * Prepares the first calls in the background once the application has started, at a
 * random moment of the first second, and again with growing pauses until it has worked
 * once. The start itself never waits for the network.
 */
final class WarmUp implements ApplicationListener<ApplicationReadyEvent> {

	private static final Log logger = LogFactory.getLog(WarmUp.class);

	private static final long SPREAD = 1_000;

	private final List<Mono<?>> preparations;

	private final Scheduler scheduler;

	private final RandomGenerator random;

	private final Backoff backoff;

	/**
	 * Create a new instance.
	 * @param preparations what to do, and to do again when it has failed; each reports
	 * its failures itself
	 * @param scheduler the threads on which it begins
	 * @param random the source of every spread
	 */
	WarmUp(List<Mono<?>> preparations, Scheduler scheduler, RandomGenerator random) {
		this.preparations = List.copyOf(preparations);
		this.scheduler = scheduler;
		this.random = random;
		this.backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30), random);
	}

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		for (Mono<?> preparation : this.preparations) {
			attempt(preparation, 1, Duration.ofMillis(Math.round(this.random.nextDouble() * SPREAD)));
		}
	}

	private void attempt(Mono<?> preparation, int number, Duration delay) {
		try {
			this.scheduler.schedule(() -> preparation.subscribe((done) -> {
			}, (ex) -> attempt(preparation, number + 1, this.backoff.after(number))), delay.toMillis(),
					TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The application is closing: nothing is prepared", ex);
		}
	}

}
