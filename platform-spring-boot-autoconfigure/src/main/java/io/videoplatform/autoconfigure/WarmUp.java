package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

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
	}

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		for (Mono<?> preparation : this.preparations) {
			preparation
				.delaySubscription(Duration.ofMillis(Math.round(this.random.nextDouble() * SPREAD)), this.scheduler)
				.retryWhen(Retry.backoff(Long.MAX_VALUE, Duration.ofSeconds(1))
					.maxBackoff(Duration.ofSeconds(30))
					.scheduler(this.scheduler))
				.subscribe((done) -> {
				}, (ex) -> logger.debug("The application is closing: nothing is prepared", ex));
		}
	}

}
