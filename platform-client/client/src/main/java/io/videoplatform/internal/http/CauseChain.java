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
	 * @param failure the failure, or {@code null} for none
	 * @return the failure and what caused it, the outermost first
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
	 * @param failure the failure that a later stage is given, which wraps it
	 * @return what was wrapped, or the failure
	 */
	public static Throwable unwrap(Throwable failure) {
		Throwable cause = failure.getCause();
		return (failure instanceof CompletionException && cause != null) ? cause : failure;
	}

	/**
	 * Return what is behind a failure.
	 * @param failure the failure
	 * @return the innermost of its causes, or the failure
	 */
	public static Throwable root(Throwable failure) {
		return of(failure).reduce(failure, (outer, inner) -> inner);
	}

}
