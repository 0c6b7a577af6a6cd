package io.videoplatform.internal.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

import io.lettuce.core.api.StatefulConnection;
import io.videoplatform.internal.store.StartedFuture;
import reactor.core.publisher.Mono;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionProvider;

/**
 * Opens connections, and fails with whatever is thrown meanwhile.
 *
 * @param connections opens them
 * @param thread where that begins: connecting to a cluster blocks its thread
 */
record ConnectionOpener(LettuceConnectionProvider connections, Executor thread) {

	@SuppressWarnings("unchecked")
	<T extends StatefulConnection<byte[], byte[]>> Mono<T> open(
			@SuppressWarnings("rawtypes") Class<? extends StatefulConnection> type) {
		return Mono.fromCompletionStage(() -> StartedFuture
			.of(() -> CompletableFuture.supplyAsync(() -> this.connections.getConnectionAsync(type), this.thread)
				.thenCompose(Function.identity())))
			.map((opened) -> (T) opened);
	}

}
