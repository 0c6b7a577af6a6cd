package io.videoplatform.internal.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

import reactor.core.scheduler.NonBlocking;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The threads that discovery and token requests start and complete on: at least two,
 * taken in turn, so that callers are released on more than one. They must not be blocked;
 * Reactor refuses it.
 */
public final class EngineScheduler {

	private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

	private static final int FILE_THREADS = 2;

	private static final int CALLBACK_THREADS = 100;

	private static final int WAITING = 10_000;

	private EngineScheduler() {
	}

	/**
	 * Create the scheduler.
	 */
	public static Scheduler create() {
		return Schedulers.newParallel(THREADS, numbered("platform-engine", EngineThread::new));
	}

	/**
	 * Return what completes after all tasks that are due: each thread works in order, and
	 * tasks go to the threads in turn.
	 */
	public static CompletableFuture<Void> afterDueTasks(Scheduler scheduler) {
		return CompletableFuture
			.allOf(IntStream.range(0, 2 * THREADS).mapToObj((number) -> CompletableFuture.runAsync(() -> {
			}, scheduler::schedule)).toArray(CompletableFuture[]::new));
	}

	/**
	 * Create the threads that read files: few, so that a disk which does not respond
	 * keeps no others, and none while there is nothing to read.
	 */
	public static Scheduler createForFiles() {
		return Schedulers
			.fromExecutorService(pool(FILE_THREADS, "platform-files", new ThreadPoolExecutor.AbortPolicy()));
	}

	/**
	 * Create the threads on which callers that do not block are released: what they do
	 * next is foreign code, which may block. What they cannot take, as after their
	 * shutdown, runs on the thread that hands it over, so that no caller waits forever.
	 */
	public static ExecutorService createForCallbacks() {
		return pool(CALLBACK_THREADS, "platform-callbacks", (task, executor) -> task.run());
	}

	private static ThreadPoolExecutor pool(int size, String name, RejectedExecutionHandler otherwise) {
		ThreadPoolExecutor threads = new ThreadPoolExecutor(size, size, 10, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(WAITING), threadFactory(name), otherwise);
		threads.allowCoreThreadTimeOut(true);
		return threads;
	}

	/**
	 * Create a thread that keeps no application from ending.
	 */
	public static Thread thread(String name, Runnable task) {
		return new DaemonThread(name, task);
	}

	/**
	 * Return a factory of such threads with numbers.
	 */
	public static ThreadFactory threadFactory(String name) {
		return numbered(name, DaemonThread::new);
	}

	private static ThreadFactory numbered(String name, BiFunction<String, Runnable, Thread> threads) {
		AtomicInteger number = new AtomicInteger();
		return (task) -> threads.apply(name + "-" + number.incrementAndGet(), task);
	}

	/**
	 * A thread that inherits nothing of the caller that happens to start it: neither its
	 * thread-locals nor its class loader.
	 */
	private static class DaemonThread extends Thread {

		DaemonThread(String name, Runnable task) {
			super(null, task, name, 0, false);
			setDaemon(true);
			setContextClassLoader(EngineScheduler.class.getClassLoader());
		}

	}

	private static final class EngineThread extends DaemonThread implements NonBlocking {

		EngineThread(String name, Runnable task) {
			super(name, task);
		}

	}

}
