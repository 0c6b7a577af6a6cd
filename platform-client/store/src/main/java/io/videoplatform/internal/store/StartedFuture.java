package io.videoplatform.internal.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What an operation completes later. Whatever is thrown when it starts is its failure:
 * Reactor throws errors of the virtual machine instead of signalling them, and what waits
 * for a signal would wait for good.
 */
public final class StartedFuture {

	private StartedFuture() {
	}

	/**
	 * Start an operation.
	 * @param <T> type of the result
	 * @param operation starts the operation
	 * @return what it completes, also if it cannot be started
	 */
	public static <T> CompletionStage<T> of(Supplier<? extends CompletionStage<T>> operation) {
		try {
			return operation.get();
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

}
