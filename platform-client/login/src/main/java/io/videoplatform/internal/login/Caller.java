package io.videoplatform.internal.login;

import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;

/**
 * The identity of the thread that subscribed a chain, as it was at that moment.
 *
 * @param authentication the thread's authentication
 * @param known whether it is known
 * @param failure what kept the identity from being read
 */
record Caller(@Nullable Authentication authentication, boolean known, @Nullable Throwable failure) {

	/**
	 * A thread without authentication.
	 */
	static final Caller NONE = new Caller(null, true, null);

	/**
	 * A subscription of which it is not known what thread began it.
	 */
	static final Caller UNKNOWN = unknown(null);

	static Caller of(Authentication authentication) {
		return new Caller(authentication, true, null);
	}

	static Caller unknown(@Nullable Throwable failure) {
		return new Caller(null, false, failure);
	}

	@Override
	public String toString() {
		return "Caller[known=%s]".formatted(this.known);
	}

}
