package io.videoplatform.internal.document;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/**
 * One request for a document, shared by all callers that wait for it.
 *
 * @param <T> the type of the document
 * @param started when it began
 * @param response the response, or why there is none
 * @param result completes when the state of the document has changed; never handed out
 */
record DocumentFlight<T>(Instant started, CompletableFuture<DocumentResponse> response, CompletableFuture<T> result) {

	DocumentFlight(Instant started) {
		this(started, new CompletableFuture<>(), new CompletableFuture<>());
	}

	void whenEnded(BiConsumer<@Nullable T, @Nullable Throwable> action) {
		this.result.whenComplete(action);
	}

	static <T> void complete(CompletableFuture<T> future, @Nullable T value, @Nullable Throwable failure) {
		if (failure != null) {
			future.completeExceptionally(failure);
		}
		else {
			future.complete(value);
		}
	}

}
