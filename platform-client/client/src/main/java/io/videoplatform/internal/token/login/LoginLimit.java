package io.videoplatform.internal.token.login;

import java.util.concurrent.atomic.AtomicBoolean;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.token.EngineClient;

/**
 * The number of a client's logins beyond which some are dropped. A WARN comes before.
 */
final class LoginLimit {

	private final EngineClient client;

	private final long maximum;

	private final AtomicBoolean warned = new AtomicBoolean();

	LoginLimit(EngineClient client, long maximum) {
		this.client = client;
		this.maximum = maximum;
	}

	/**
	 * Return why a login is dropped.
	 */
	String reason() {
		return "the bound of %d logins was reached".formatted(this.maximum);
	}

	/**
	 * Warn once when the limit comes near, and again after it was far.
	 * @param logins the number of logins that are held
	 */
	void warnIfNear(long logins) {
		if (logins < this.maximum * 8 / 10) {
			this.warned.set(false);
		}
		else if (logins >= this.maximum * 9 / 10 && this.warned.compareAndSet(false, true)) {
			this.client.warn(PlatformError.LOGINS_EXCEEDED, PlatformStep.TOKEN_REQUEST,
					("%d users are logged in at client '%s': beyond 'platform.login.max-logins' of %d"
							+ " logins are dropped and those users have to log in again")
						.formatted(logins, this.client.name(), this.maximum));
		}
	}

}
