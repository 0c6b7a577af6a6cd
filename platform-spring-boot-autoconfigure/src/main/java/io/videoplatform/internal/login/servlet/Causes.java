package io.videoplatform.internal.login.servlet;

import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a failure among the causes of another, those that servlets wrap included.
 */
final class Causes {

	private static final int LONGEST_CHAIN = 20;

	private Causes() {
	}

	static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
		Throwable current = failure;
		for (int depth = 0; current != null && depth < LONGEST_CHAIN; depth++) {
			if (type.isInstance(current)) {
				return type.cast(current);
			}
			current = (current instanceof ServletException servlet && servlet.getRootCause() != null)
					? servlet.getRootCause() : current.getCause();
		}
		return null;
	}

}
