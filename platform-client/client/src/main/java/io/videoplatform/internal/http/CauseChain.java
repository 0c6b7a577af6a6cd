package io.videoplatform.internal.http;

import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A failure and what has caused it, at most a number of causes: they may be circular.
 */
public final class CauseChain {

	private static final int LONGEST = 20;

	private CauseChain() {
	}

	/**
	 * Return a failure and its causes.
	 */
	public static Stream<Throwable> of(@Nullable Throwable failure) {
		return Stream
			.<@Nullable Throwable>iterate(failure, Objects::nonNull,
					(cause) -> Objects.requireNonNull(cause).getCause())
			.limit(LONGEST)
			.map(Objects::requireNonNull);
	}

	/**
	 * Return what a future has failed with.
	 */
	public static Throwable unwrap(Throwable failure) {
		Throwable cause = failure.getCause();
		return (failure instanceof CompletionException && cause != null) ? cause : failure;
	}

	/**
	 * Return what is behind a failure.
	 */
	public static Throwable root(Throwable failure) {
		return of(failure).reduce(failure, (outer, inner) -> inner);
	}

}
