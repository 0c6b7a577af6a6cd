package io.videoplatform.internal.http;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

import reactor.core.scheduler.NonBlocking;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The threads that discovery and token requests start and complete on: at least two,
 * taken in turn, so that callers are released on more than one. They do not inherit
 * thread-locals or the class loader of a caller. They must not be blocked; Reactor
 * refuses it.
 */
public final class EngineScheduler {

	private EngineScheduler() {
	}

	/**
	 * Create the scheduler. Its threads are daemons.
	 * @return a scheduler that the caller disposes of
	 */
	public static Scheduler create() {
		return Schedulers.newParallel(Math.max(2, Runtime.getRuntime().availableProcessors()), threadFactory());
	}

	private static ThreadFactory threadFactory() {
		AtomicInteger number = new AtomicInteger();
		return (task) -> new EngineThread(task, "platform-engine-" + number.incrementAndGet());
	}

	private static final class EngineThread extends Thread implements NonBlocking {

		EngineThread(Runnable task, String name) {
			super(null, task, name, 0, false);
			setDaemon(true);
			setContextClassLoader(EngineScheduler.class.getClassLoader());
		}

	}

}
