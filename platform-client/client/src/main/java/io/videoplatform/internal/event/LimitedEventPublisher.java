package io.videoplatform.internal.event;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.PrintableText;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Publishes events once a minute for each kind. The others are counted, and logged at
 * DEBUG.
 */
public final class LimitedEventPublisher {

	private static final long WINDOW = Duration.ofMinutes(1).toMillis();

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	private final EventPublisher events;

	private final ConcurrentMap<String, Window> windows = new ConcurrentHashMap<>();

	/**
	 * Create a new instance.
	 * @param events publishes the events
	 */
	public LimitedEventPublisher(EventPublisher events) {
		this.events = events;
	}

	/**
	 * Publish an event unless one of its kind was published within the last minute.
	 * @param step the step that it happened in
	 * @param level how much it matters
	 * @param error the entry of the catalogue, or {@code null} if nothing is wrong
	 * @param kind the kind, of which there are few: it holds nothing that others choose
	 * @param message what happened, without secrets
	 * @param explanation adds what to do to the message
	 */
	public void publish(PlatformStep step, Level level, @Nullable PlatformError error, String kind, String message,
			UnaryOperator<String> explanation) {
		long now = this.events.clock().millis();
		Window window = this.windows.compute(kind, (key, last) -> Window.next(last, now));
		if (window.suppressed() > 0) {
			logger.debug(PrintableText.ofMessage(message));
			return;
		}
		String more = (window.before() > 0) ? " (%d more like this since the last report)".formatted(window.before())
				: "";
		this.events.publish(step, level, error, explanation.apply(message + more));
	}

	/**
	 * A minute that began with a message.
	 *
	 * @param start when it began
	 * @param suppressed how many messages were not published since
	 * @param before how many were not published in the minute before
	 */
	private record Window(long start, int suppressed, int before) {

		static Window next(@Nullable Window last, long now) {
			if (last == null) {
				return new Window(now, 0, 0);
			}
			return (now - last.start >= WINDOW) ? new Window(now, 0, last.suppressed)
					: new Window(last.start, last.suppressed + 1, 0);
		}

	}

}
