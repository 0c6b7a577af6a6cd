package io.videoplatform.internal.login;

import java.time.Clock;
import java.util.function.UnaryOperator;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.event.LimitedEventPublisher;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Publishes what becomes of logins, once a minute for each kind of message: anyone can
 * send requests that look like authorization responses. The others are counted, and
 * logged at DEBUG.
 */
public final class LoginEventPublisher {

	private final LimitedEventPublisher limited;

	/**
	 * Create a new instance.
	 */
	public LoginEventPublisher(Clock clock, PlatformEvent.Listener listener) {
		this.limited = new LimitedEventPublisher(new EventPublisher(listener, clock));
	}

	/**
	 * Publish a problem at {@code WARN}, with what to do, unless one of its kind was
	 * published within the last minute.
	 */
	void warn(PlatformError error, String kind, String message) {
		publish(Level.WARN, error, kind, StringUtils.trimTrailingCharacter(message, '.'), error::explain);
	}

	/**
	 * Publish a problem at {@code WARN} unless one of its kind was published within the
	 * last minute.
	 */
	public void warnExplained(PlatformError error, String kind, String message) {
		publish(Level.WARN, error, kind, message, UnaryOperator.identity());
	}

	/**
	 * Publish a message at {@code INFO} unless one of its kind was published within the
	 * last minute.
	 */
	void info(String kind, String message) {
		publish(Level.INFO, null, kind, message, UnaryOperator.identity());
	}

	private void publish(Level level, @Nullable PlatformError error, String kind, String message,
			UnaryOperator<String> explanation) {
		this.limited.publish(PlatformStep.LOGIN, level, error, kind, message, explanation);
	}

}
