package io.videoplatform.token;

import org.jspecify.annotations.Nullable;

/**
 * The refresh token that is held for one key, as a flight sees it.
 */
interface HeldRefreshToken {

	/**
	 * Return the living refresh token that this provider issued.
	 * @param provider the provider that is now discovered
	 * @return the refresh token, or {@code null}
	 */
	@Nullable RefreshToken living(ProviderBinding provider);

	/**
	 * Take note that the provider refused it.
	 * @param refreshToken the refresh token
	 */
	void refused(RefreshToken refreshToken);

	/**
	 * Take note that it was sent and no outcome is known, and decide whether the same
	 * flight may send it once more: only if the access token has run out, and only once.
	 * @param refreshToken the refresh token
	 * @return whether it may
	 */
	boolean mayBeTriedOnceMore(RefreshToken refreshToken);

}
