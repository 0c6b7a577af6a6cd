package io.videoplatform.internal.login;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * When a session completed its last two logins at a registration, so that none is begun
 * again and again by itself.
 *
 * @param last the milliseconds of the last one
 * @param before those of the one before, 0 if there was none
 */
public record CompletedLogin(long last, long before) {

	private static final long MOMENT = Duration.ofSeconds(30).toMillis();

	/**
	 * Return the name of the session's attribute, whose value is a text for every
	 * repository of sessions.
	 */
	public static String attribute(String registrationId) {
		return "io.videoplatform.login." + registrationId;
	}

	static @Nullable CompletedLogin parse(@Nullable Object value) {
		if (!(value instanceof String text)) {
			return null;
		}
		int separator = text.indexOf(' ');
		return new CompletedLogin(Long.parseLong(text, 0, separator, 10),
				Long.parseLong(text, separator + 1, text.length(), 10));
	}

	static CompletedLogin after(@Nullable CompletedLogin before, long now) {
		return new CompletedLogin(now, (before != null) ? before.last : 0);
	}

	/**
	 * Return whether another login would be the same once more. One that is held and has
	 * ended may begin again, once in a while.
	 */
	boolean isRepeated(long now, boolean held) {
		return Math.abs(now - (held ? this.before : this.last)) < MOMENT;
	}

	@Override
	public String toString() {
		return this.last + " " + this.before;
	}

}
