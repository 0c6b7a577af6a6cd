package io.videoplatform.discovery;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import com.github.benmanes.caffeine.cache.Ticker;

/**
 * What the entries share.
 *
 * @param settings the settings
 * @param clock the clock that rules freshness and back-off
 * @param ticker measures how long callers really wait, whatever the clock says
 * @param patience how long callers wait for the repeat of an attempt that failed slowly
 * @param executor runs attempts and completes what callers wait for
 * @param schedule the back-off
 * @param events takes what happens
 */
record DiscoveryContext(DiscoverySettings settings, Clock clock, Ticker ticker, Duration patience, Executor executor,
		RetrySchedule schedule, EventLog events) {

	/**
	 * Run a task on the executor; after its shutdown on this thread, so that nobody waits
	 * for ever.
	 * @param task the task
	 */
	void run(Runnable task) {
		try {
			this.executor.execute(task);
		}
		catch (RejectedExecutionException ex) {
			task.run();
		}
	}

}
