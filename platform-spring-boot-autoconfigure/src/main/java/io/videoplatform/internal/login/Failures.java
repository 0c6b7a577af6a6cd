package io.videoplatform.internal.login;

import java.util.concurrent.CompletionException;

/**
 * What futures wrap, unwrapped.
 */
final class Failures {

	private Failures() {
	}

	static Throwable unwrapped(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	static RuntimeException rethrown(Throwable failure) {
		return (unwrapped(failure) instanceof RuntimeException exception) ? exception
				: new IllegalStateException(failure);
	}

}
