package io.videoplatform.transport;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

import reactor.core.scheduler.NonBlocking;

/**
 * The threads that discovery and token flights start and complete on: at least two, so
 * that waiters are released on more than one, and strangers to their callers, whose
 * inheritable thread-locals and class loader they do not take over. Nothing may block
 * them; Reactor refuses it.
 */
public final class EngineExecutor {

	private EngineExecutor() {
	}

	/**
	 * Create the executor. Its threads are daemons.
	 * @return an executor that the caller shuts down
	 */
	public static ScheduledExecutorService create() {
		int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
		ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(threads, threadFactory());
		executor.setRemoveOnCancelPolicy(true);
		executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		return Executors.unconfigurableScheduledExecutorService(executor);
	}

	private static ThreadFactory threadFactory() {
		AtomicInteger number = new AtomicInteger();
		return (task) -> new EngineThread(task, "platform-engine-" + number.incrementAndGet());
	}

	private static final class EngineThread extends Thread implements NonBlocking {

		EngineThread(Runnable task, String name) {
			super(null, task, name, 0, false);
			setDaemon(true);
			setContextClassLoader(EngineExecutor.class.getClassLoader());
		}

	}

}
