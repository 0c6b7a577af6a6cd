package io.videoplatform.internal.login;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Publishes what becomes of logins, once a minute for each kind of message: anybody can
 * send requests that look like authorization responses. The others are counted, and
 * logged at DEBUG.
 */
public final class LoginEventPublisher {

	private static final Duration WINDOW = Duration.ofMinutes(1);

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	private final Clock clock;

	private final EventPublisher events;

	private final ConcurrentMap<String, Window> windows = new ConcurrentHashMap<>();

	/**
	 * Create a new instance.
	 * @param clock the clock
	 * @param listener receives what is published
	 */
	public LoginEventPublisher(Clock clock, PlatformEvent.Listener listener) {
		this.clock = clock;
		this.events = new EventPublisher(listener, clock);
	}

	/**
	 * Publish a problem at {@code WARN}, with what to do, unless one of its kind was
	 * published within the last minute.
	 * @param error the entry of the catalogue
	 * @param kind the kind, of which there are few
	 * @param message what happened
	 */
	void warn(PlatformError error, String kind, String message) {
		publish(Level.WARN, error, kind, StringUtils.trimTrailingCharacter(message, '.'), error::explain);
	}

	/**
	 * Publish a problem at {@code WARN} unless one of its kind was published within the
	 * last minute.
	 * @param error the entry of the catalogue
	 * @param kind the kind, of which there are few
	 * @param message what happened and what to do, as an exception says it
	 */
	void warnExplained(PlatformError error, String kind, String message) {
		publish(Level.WARN, error, kind, message, UnaryOperator.identity());
	}

	/**
	 * Publish a message at {@code INFO} unless one of its kind was published within the
	 * last minute.
	 * @param kind the kind, of which there are few
	 * @param message the message
	 */
	void info(String kind, String message) {
		publish(Level.INFO, null, kind, message, UnaryOperator.identity());
	}

	private void publish(Level level, @Nullable PlatformError error, String kind, String message,
			UnaryOperator<String> explanation) {
		Instant now = this.clock.instant();
		Window window = this.windows.compute(kind, (key, last) -> Window.next(last, now));
		if (window.suppressed() > 0) {
			logger.debug(message);
			return;
		}
		String more = (window.before() > 0) ? " (%d more like this since the last report)".formatted(window.before())
				: "";
		this.events.publish(PlatformStep.LOGIN, level, error, explanation.apply(message + more));
	}

	/**
	 * Publish a message at {@code DEBUG}.
	 * @param message the message
	 */
	void debug(String message) {
		this.events.publish(PlatformStep.LOGIN, Level.DEBUG, message);
	}

	/**
	 * A minute that began with a message.
	 *
	 * @param start when it began
	 * @param suppressed how many messages were not published since
	 * @param before how many were not published in the minute before
	 */
	private record Window(Instant start, int suppressed, int before) {

		static Window next(@Nullable Window last, Instant now) {
			if (last == null) {
				return new Window(now, 0, 0);
			}
			boolean over = now.isBefore(last.start) || !now.isBefore(last.start.plus(WINDOW));
			return over ? new Window(now, 0, last.suppressed) : new Window(last.start, last.suppressed + 1, 0);
		}

	}

}
