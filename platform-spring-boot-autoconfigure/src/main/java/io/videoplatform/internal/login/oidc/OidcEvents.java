package io.videoplatform.internal.login.oidc;

import java.time.Clock;

import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;

/**
 * Tells a listener what happened, with the time.
 *
 * @param listener the listener
 * @param clock the clock
 */
record OidcEvents(PlatformEvent.Listener listener, Clock clock) {

	void info(PlatformStep step, String message) {
		tell(step, Level.INFO, message);
	}

	void warn(PlatformStep step, String message) {
		tell(step, Level.WARN, message);
	}

	private void tell(PlatformStep step, Level level, String message) {
		this.listener.onEvent(new PlatformEvent(this.clock.instant(), step, level, message));
	}

}
