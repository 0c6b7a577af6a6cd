package io.videoplatform.internal.store.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.videoplatform.internal.store.StartedFuture;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The connection that all operations share. The first one opens it; it is replaced when
 * it is useless.
 */
final class SharedConnection {

	private final Mono<StatefulConnection<byte[], byte[]>> opening;

	private final AtomicReference<@Nullable HeldConnection> held = new AtomicReference<>();

	/**
	 * Create a new instance.
	 * @param opening opens a connection, on a thread of its own
	 */
	SharedConnection(Mono<StatefulConnection<byte[], byte[]>> opening) {
		this.opening = opening;
	}

	/**
	 * Execute an operation. Results arrive on a thread of {@link Schedulers#parallel()};
	 * the deadline is the last operator, so that it holds also if they cannot be passed
	 * on.
	 * @param <T> type of the result
	 * @param operation what to do with the commands of the connection
	 * @param deadline when the operation fails, connecting included
	 * @return the result
	 */
	<T> Mono<T> execute(Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> operation,
			Duration deadline) {
		return Mono.fromCompletionStage(() -> StartedFuture.of(() -> connection().execute(operation)))
			.publishOn(Schedulers.parallel())
			.timeout(deadline);
	}

	private HeldConnection connection() {
		HeldConnection current = this.held.get();
		if (current != null && !current.isReplaceable()) {
			return current;
		}
		HeldConnection next = new HeldConnection();
		if (!this.held.compareAndSet(current, next)) {
			return connection();
		}
		if (current != null) {
			current.close();
		}
		next.open(this.opening);
		return next;
	}

	/**
	 * Close the connection. Operations under way fail, and so do those that come later.
	 * @return completes when the connection is closed
	 */
	CompletableFuture<?> close() {
		HeldConnection end = new HeldConnection();
		end.close();
		HeldConnection current = this.held.getAndSet(end);
		return (current != null) ? current.close() : CompletableFuture.completedFuture(null);
	}

}
