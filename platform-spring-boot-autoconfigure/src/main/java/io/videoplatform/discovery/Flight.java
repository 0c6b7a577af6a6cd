package io.videoplatform.discovery;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

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

}
