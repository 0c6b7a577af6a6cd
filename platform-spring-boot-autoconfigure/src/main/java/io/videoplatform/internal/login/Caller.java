package io.videoplatform.internal.login;

import io.videoplatform.internal.token.login.LoginKey;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;

/**
 * The identity of the thread that subscribed a chain, as it was at that moment.
 *
 * @param authentication the thread's authentication
 * @param login the login that the thread's task was handed over with, if the thread has
 * no authentication
 * @param known whether it is known
 * @param failure what kept the identity from being read
 */
record Caller(@Nullable Authentication authentication, @Nullable LoginKey login, boolean known,
		@Nullable Throwable failure) {

	/**
	 * A thread without authentication and login.
	 */
	static final Caller NONE = new Caller(null, null, true, null);

	/**
	 * A subscription of which it is not known what thread began it.
	 */
	static final Caller UNKNOWN = unknown(null);

	static Caller of(@Nullable Authentication authentication, @Nullable LoginKey login) {
		if (authentication != null) {
			return new Caller(authentication, null, true, null);
		}
		return (login != null) ? new Caller(null, login, true, null) : NONE;
	}

	static Caller unknown(@Nullable Throwable failure) {
		return new Caller(null, null, false, failure);
	}

	@Override
	public String toString() {
		return "Caller[login=%s]".formatted(this.login);
	}

}
