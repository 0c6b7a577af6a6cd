package io.videoplatform.internal.event;

import java.time.Clock;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * Creates events with the time of the clock and passes them to a listener.
 *
 * @param listener the listener
 * @param clock the clock
 */
public record EventPublisher(PlatformEvent.Listener listener, Clock clock) {

	/**
	 * Publish an event of ordinary work or of a change.
	 * @param step the step that it happened in
	 * @param level how much it matters: less than {@link Level#WARN}
	 * @param message one sentence without secrets
	 */
	public void publish(PlatformStep step, Level level, String message) {
		publish(step, level, null, message);
	}

	/**
	 * Publish an event. What is not printable in its message is replaced: it may quote
	 * other machines.
	 * @param step the step that it happened in
	 * @param level how much it matters
	 * @param error the entry of the catalogue, or {@code null} if nothing is wrong
	 * @param message what happened and what to do, without secrets
	 */
	public void publish(PlatformStep step, Level level, @Nullable PlatformError error, String message) {
		this.listener
			.onEvent(new PlatformEvent(this.clock.instant(), step, level, PrintableText.ofMessage(message), error));
	}

}
