package io.videoplatform.internal.event;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.videoplatform.PlatformEvent;
import io.videoplatform.internal.http.EngineScheduler;

/**
 * Passes events to the application's listeners, in order and on a thread of its own: they
 * may block, the threads that publish must not. Events that would wait behind a thousand
 * others are dropped and counted.
 */
public final class EventDispatcher implements PlatformEvent.Listener, AutoCloseable {

	private static final int MAX_WAITING = 1_000;

	private static final Duration LAST_EVENTS = Duration.ofMillis(500);

	private final List<PlatformEvent.Listener> listeners;

	private final AtomicLong dropped = new AtomicLong();

	private final ThreadPoolExecutor thread = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS,
			new LinkedBlockingQueue<>(MAX_WAITING), EngineScheduler.threadFactory("platform-events"),
			(task, executor) -> this.dropped.incrementAndGet());

	/**
	 * Create a new instance.
	 * @param listeners the application's own listeners
	 */
	public EventDispatcher(List<PlatformEvent.Listener> listeners) {
		this.listeners = List.copyOf(listeners);
		this.thread.allowCoreThreadTimeOut(true);
	}

	@Override
	public void onEvent(PlatformEvent event) {
		this.thread.execute(() -> EventLog.deliver(event, this.listeners));
	}

	/**
	 * Return how many events no listener has received.
	 * @return the number
	 */
	public long dropped() {
		return this.dropped.get();
	}

	/**
	 * Take no more events. Those that wait are passed on if that takes only a moment.
	 */
	@Override
	public void close() {
		this.thread.shutdown();
		try {
			if (this.thread.awaitTermination(LAST_EVENTS.toMillis(), TimeUnit.MILLISECONDS)) {
				return;
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.thread.shutdownNow();
	}

}
