package io.videoplatform.internal.engine;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.internal.document.DocumentContext;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.observation.EngineObservations;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.token.TokenEngine;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.ResourceLoader;

/**
 * What all parts of the engine share; {@link #close()} ends its threads.
 *
 * @param httpClients builds the HTTP clients
 * @param clock the clock of lifetimes and back-off
 * @param scheduler the threads that attempts and flights run on
 * @param callbacks the threads that callers are released on which do not block
 * @param files the threads that read files
 * @param random the source of jitter
 * @param tokens acquires the tokens of all clients, whichever host they are of
 * @param events takes what happens
 * @param store what this node shares with others, or {@code null} if it is alone
 * @param resources finds files by their locations
 * @param observations takes what is observed
 */
public record EngineContext(HostHttpClients httpClients, Clock clock, Scheduler scheduler, ExecutorService callbacks,
		Scheduler files, RandomGenerator random, TokenEngine tokens, EventLog events, @Nullable PlatformStore store,
		ResourceLoader resources, EngineObservations observations) {

	private static final Log logger = LogFactory.getLog(EngineContext.class);

	private static final Duration RELEASE = Duration.ofMillis(500);

	public static EngineContext create(HostHttpClients httpClients, Clock clock, RandomGenerator random,
			EventLog events, @Nullable PlatformStore store, ResourceLoader resources, EngineObservations observations) {
		Scheduler scheduler = EngineScheduler.create();
		ExecutorService callbacks = EngineScheduler.createForCallbacks();
		return new EngineContext(httpClients, clock, scheduler, callbacks, EngineScheduler.createForFiles(), random,
				new TokenEngine(clock, random, scheduler, Schedulers.fromExecutor(callbacks::execute), observations),
				events, store, resources, observations);
	}

	/**
	 * Return the clock to compare with times of other machines: the engine's own is
	 * monotonic, and stops while the machine is suspended.
	 */
	public Clock wallClock() {
		return (this.clock instanceof MonotonicClock) ? Clock.systemUTC() : this.clock;
	}

	/**
	 * Return what documents share.
	 * @param clock rules their freshness
	 * @param listener takes what happens
	 */
	DocumentContext documents(Clock clock, PlatformEvent.Listener listener) {
		return new DocumentContext(clock, this.scheduler::schedule, this.random, listener, this.observations);
	}

	/**
	 * Stop the threads once they have released the callers that wait, which takes them a
	 * moment. Tasks that are not due are discarded.
	 */
	void close() {
		if (this.scheduler.isDisposed()) {
			return;
		}
		releaseCallers();
		// Callers that are released from now on are so on the thread that does it
		this.callbacks.shutdown();
	}

	private void releaseCallers() {
		this.files.dispose();
		try {
			// Twice: what ends only now releases its callers by a further task
			EngineScheduler.afterDueTasks(this.scheduler)
				.thenCompose((done) -> EngineScheduler.afterDueTasks(this.scheduler))
				.get(RELEASE.toMillis(), TimeUnit.MILLISECONDS);
			this.scheduler.dispose();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			this.scheduler.disposeGracefully().subscribe();
		}
		catch (ExecutionException | TimeoutException ex) {
			logger.warn(EventLog.explained(PlatformError.CLOSING, "The application is closing while one of the engine's"
					+ " threads is blocked; callers are released when it is free"), ex);
			this.scheduler.disposeGracefully().subscribe();
		}
	}

}
