package io.videoplatform.autoconfigure;

import io.videoplatform.PlatformEvent;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;

/**
 * Publishes events of the platform as events of the application, for its
 * {@code @EventListener} methods. It begins when all beans are there: a listener that is
 * created for an event would need a lock that the thread which starts the application may
 * hold while it waits for a token. It ends with the context.
 */
final class ApplicationEventForwarder implements PlatformEvent.Listener, SmartLifecycle {

	private final ApplicationEventPublisher publisher;

	private volatile boolean running;

	ApplicationEventForwarder(ApplicationEventPublisher publisher) {
		this.publisher = publisher;
	}

	@Override
	public void onEvent(PlatformEvent event) {
		if (this.running) {
			this.publisher.publishEvent(event);
		}
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/**
	 * Begins before, and ends after, what others do while the application runs.
	 */
	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

}
