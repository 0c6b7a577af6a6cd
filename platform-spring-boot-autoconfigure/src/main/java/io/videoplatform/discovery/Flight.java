package io.videoplatform.discovery;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * One attempt to get a document, shared by all who wait for it.
 *
 * @param <T> the type of the document
 * @param held the document that was held when it began
 * @param started when it began
 * @param ticks when it began, by a clock that nobody sets
 * @param result completes when the state of the entry has changed; never handed out
 */
record Flight<T>(@Nullable Stored<T> held, Instant started, long ticks, CompletableFuture<T> result) {

	/**
	 * Return a future of a caller's own: whoever cancels it cancels nothing else.
	 * @param context completes it on the executor
	 * @return the future
	 */
	CompletableFuture<T> follow(DiscoveryContext context) {
		CompletableFuture<T> own = new CompletableFuture<>();
		this.result.whenComplete((value, failure) -> context.run(() -> {
			if (failure != null) {
				own.completeExceptionally(failure);
			}
			else {
				own.complete(value);
			}
		}));
		return own;
	}

	/**
	 * Return a future of a caller's own that does not wait for long.
	 * @param context tells for how long, and completes the future on the executor
	 * @param otherwise what it fails with then
	 * @return the future
	 */
	CompletableFuture<T> followBriefly(DiscoveryContext context, Throwable otherwise) {
		CompletableFuture<T> own = follow(context);
		CompletableFuture.delayedExecutor(context.patience().toMillis(), TimeUnit.MILLISECONDS, context::run)
			.execute(() -> own.completeExceptionally(otherwise));
		return own;
	}

}
