package io.videoplatform.internal.store.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.videoplatform.internal.http.CauseChain;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One connection, from the attempt to open it until another one replaces it. Lettuce
 * opens it again when it breaks, but not if the engine became a replica: such a
 * connection is useless.
 */
final class HeldConnection {

	// Between two attempts to connect
	private static final Duration PAUSE = Duration.ofMillis(100);

	// Or an engine that is a replica for good would have a new connection for each write
	private static final Duration PROBATION = Duration.ofSeconds(1);

	private static final int MAX_PENDING = 5_000;

	private final CompletableFuture<StatefulConnection<byte[], byte[]>> opened = new CompletableFuture<>();

	private final AtomicInteger pending = new AtomicInteger();

	private final long begun = System.nanoTime();

	private volatile long uselessSince;

	private volatile boolean useless;

	/**
	 * Open the connection.
	 * @param opening opens it, on a thread of its own
	 */
	void open(Mono<StatefulConnection<byte[], byte[]>> opening) {
		opening.subscribe(this::opened, this::notOpened);
	}

	private void opened(StatefulConnection<byte[], byte[]> connection) {
		if (!this.opened.complete(connection)) {
			connection.closeAsync();
		}
	}

	private void notOpened(Throwable cause) {
		discard();
		this.opened.completeExceptionally(cause);
	}

	/**
	 * Execute an operation as soon as the connection is open.
	 * @param <T> type of the result
	 * @param operation what to do with the commands of the connection
	 * @return the result, whenever the engine responds
	 */
	<T> CompletableFuture<T> execute(
			Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> operation) {
		if (this.pending.incrementAndGet() > MAX_PENDING) {
			this.pending.decrementAndGet();
			return CompletableFuture
				.failedFuture(new RejectedExecutionException("%d operations have no response".formatted(MAX_PENDING)));
		}
		CompletableFuture<T> result = this.opened.thenApply(HeldConnection::commands).thenCompose(operation);
		result.whenComplete((response, failure) -> ended(failure));
		// The caller may cancel what it gets, and the end is to be noted nevertheless
		return result.copy();
	}

	private static RedisClusterAsyncCommands<byte[], byte[]> commands(StatefulConnection<byte[], byte[]> connection) {
		return (connection instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster) ? cluster.async()
				: ((StatefulRedisConnection<byte[], byte[]>) connection).async();
	}

	private void ended(@Nullable Throwable failure) {
		this.pending.decrementAndGet();
		if (failure != null && isReadOnly(CauseChain.unwrap(failure)) && isSince(this.begun, PROBATION)) {
			discard();
		}
	}

	private static boolean isReadOnly(Throwable cause) {
		// Redis 6 wraps the refusal in an error of the script
		return cause instanceof RedisCommandExecutionException
				&& String.valueOf(cause.getMessage()).contains("READONLY");
	}

	private void discard() {
		if (!this.useless) {
			this.uselessSince = System.nanoTime();
			this.useless = true;
		}
	}

	/**
	 * Return whether another connection should be opened, which is so a short time after
	 * the connection became useless or could not be opened.
	 * @return whether it is so
	 */
	boolean isReplaceable() {
		return this.useless && isSince(this.uselessSince, PAUSE);
	}

	private static boolean isSince(long time, Duration duration) {
		return System.nanoTime() - time > duration.toNanos();
	}

	/**
	 * Close the connection. Operations under way fail, and so do those that come later.
	 * @return completes when the connection is closed
	 */
	CompletableFuture<?> close() {
		this.opened.completeExceptionally(new IllegalStateException("The connection is closed"));
		return this.opened.thenCompose(StatefulConnection::closeAsync).exceptionally((notOpened) -> null);
	}

}
