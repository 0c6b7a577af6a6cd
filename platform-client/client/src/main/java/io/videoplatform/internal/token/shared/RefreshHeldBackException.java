package io.videoplatform.internal.token.shared;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * No refresh may be sent now because of what another node has sent, or this one before.
 */
public final class RefreshHeldBackException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final boolean inDoubt;

	private final Duration pause;

	private RefreshHeldBackException(String message, boolean inDoubt, Duration pause) {
		super(message, null, false, false);
		this.inDoubt = inDoubt;
		this.pause = pause;
	}

	/**
	 * The refresh token was sent and its outcome is unknown: it waits until the access
	 * token has expired.
	 */
	public static RefreshHeldBackException inDoubt(Duration pause) {
		return new RefreshHeldBackException("the refresh token was sent and no outcome is known", true, pause);
	}

	/**
	 * The last attempts have failed.
	 */
	public static RefreshHeldBackException paused(int failures, Duration pause) {
		return new RefreshHeldBackException(
				"the last attempt of the application's nodes failed (%d in a row)".formatted(failures), false, pause);
	}

	/**
	 * Whether a failure says that a refresh token was sent whose outcome is unknown.
	 */
	public static boolean leavesInDoubt(@Nullable Throwable failure) {
		return failure instanceof RefreshHeldBackException held && held.inDoubt;
	}

	/**
	 * How long nothing may be sent.
	 */
	public Duration pause() {
		return this.pause;
	}

}
