package io.videoplatform.token;

import java.util.concurrent.atomic.AtomicBoolean;

import io.videoplatform.PlatformEvent.Level;
import org.jspecify.annotations.Nullable;

/**
 * Says how much a flight's outcome matters, so that an outage of the token endpoint is
 * told once when it begins and once when it ends, however many tokens it concerns. What
 * discovery tells itself is not repeated.
 */
final class Outages {

	private final AtomicBoolean down = new AtomicBoolean();

	Level failed(TokenFailure failure) {
		if (failure.isFinal()) {
			return Level.INFO;
		}
		return (failure.isOurs() && this.down.compareAndSet(false, true)) ? Level.WARN : Level.DEBUG;
	}

	Level ended(@Nullable TokenFailure failure) {
		return (failure != null && failure.isOurs() && this.down.compareAndSet(true, false)) ? Level.INFO : Level.DEBUG;
	}

}
