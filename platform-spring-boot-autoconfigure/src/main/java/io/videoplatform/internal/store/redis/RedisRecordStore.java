package io.videoplatform.internal.store.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.videoplatform.internal.http.DaemonThread;
import io.videoplatform.internal.store.ChangeBuffer;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.StoredEntry;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Records in Redis 6.2 or later, or an engine that speaks its protocol. Each record is a
 * hash that expires, each operation one script on its key, so that records can be spread
 * over a cluster. What a record means, such as the claim of a refresh
 * ({@code RefreshClaim}), is unknown here. Results arrive on a thread of
 * {@link Schedulers#parallel()}.
 */
public final class RedisRecordStore implements RecordStore {

	private static final int MAX_BACKLOG = 10_000;

	private static final RedisScript<?> READ = script("read.lua");

	private static final RedisScript<?> REPLACE = script("replace.lua");

	private final StoreConnectionFactory connectionFactory;

	private final String prefix;

	private final Duration readDeadline;

	private final Duration replaceDeadline;

	private final Scheduler connecting = Schedulers.newSingle(DaemonThread.factory("platform-redis"));

	private final SharedConnection connection;

	private final RedisExceptionTranslator exceptions;

	private final Sinks.Empty<Void> closed = Sinks.empty();

	private final ChangeSubscription subscription;

	private final Flux<Change> changes;

	/**
	 * Create a new instance. No connection is opened before the first operation.
	 * @param connectionFactory opens connections; the store destroys it
	 * @param prefix what all keys, and the channel of hints, begin with
	 * @param readDeadline how long reading may take, at most 3 s
	 * @param replaceDeadline how long replacing may take, at most 3 s
	 */
	public RedisRecordStore(StoreConnectionFactory connectionFactory, String prefix, Duration readDeadline,
			Duration replaceDeadline) {
		this.connectionFactory = connectionFactory;
		this.prefix = prefix;
		this.readDeadline = readDeadline;
		this.replaceDeadline = replaceDeadline;
		ConnectionOpener opener = new ConnectionOpener(connectionFactory.connections(), this.connecting::schedule);
		this.connection = new SharedConnection(opener.open(StatefulConnection.class));
		this.exceptions = new RedisExceptionTranslator(connectionFactory.engine(), connectionFactory::reconnectFailure);
		this.subscription = new ChangeSubscription(opener.open(StatefulRedisPubSubConnection.class), bytes(channel()),
				replaceDeadline);
		this.changes = this.subscription.changes().takeUntilOther(this.closed.asMono()).share();
	}

	@Override
	public Mono<StoredEntry> read(String key) {
		return execute(READ, this.readDeadline, key, List.of());
	}

	@Override
	public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
		List<byte[]> arguments = new ArrayList<>(
				List.of(bytes(write.stamp()), write.value(), bytes(Long.toString(write.life().toMillis())),
						bytes(channel()), bytes(ChangeSubscription.hint(key, write.generation()))));
		if (expected != null) {
			arguments.add(bytes(expected));
		}
		return execute(REPLACE, this.replaceDeadline, key, arguments);
	}

	private Mono<StoredEntry> execute(RedisScript<?> script, Duration deadline, String key, List<byte[]> arguments) {
		byte[][] keys = { bytes(this.prefix + key) };
		byte[][] values = arguments.toArray(byte[][]::new);
		return this.connection.execute((commands) -> evaluate(commands, script, keys, values), deadline)
			.doOnNext(this::noteHint)
			.map(RedisRecordStore::entry)
			.onErrorMap((cause) -> this.exceptions.translate(cause, deadline));
	}

	private static CompletionStage<List<Object>> evaluate(RedisClusterAsyncCommands<byte[], byte[]> commands,
			RedisScript<?> script, byte[][] keys, byte[][] values) {
		return commands.<List<Object>>evalsha(script.getSha1(), ScriptOutputType.MULTI, keys, values)
			.exceptionallyCompose((cause) -> (cause instanceof RedisNoScriptException)
					? commands.eval(script.getScriptAsString(), ScriptOutputType.MULTI, keys, values)
					: CompletableFuture.failedStage(cause));
	}

	/**
	 * A write that was done tells what became of its hint.
	 */
	private void noteHint(List<Object> result) {
		if (result.size() > 3) {
			this.subscription.published((result.get(3) instanceof byte[] refusal) ? text(refusal) : null);
		}
	}

	private static StoredEntry entry(List<Object> result) {
		long now = (Long) result.get(0);
		byte[] stamp = (byte[]) result.get(1);
		byte[] value = (byte[]) result.get(2);
		if (stamp == null) {
			return StoredEntry.empty(now);
		}
		return new StoredEntry(text(stamp), (value != null) ? value : new byte[0], now);
	}

	@Override
	public Flux<Change> changes() {
		return ChangeBuffer.bound(this.changes, MAX_BACKLOG);
	}

	private String channel() {
		return this.prefix + "changes";
	}

	@Override
	public void close() {
		this.closed.tryEmitEmpty();
		this.connection.close().completeOnTimeout(null, this.replaceDeadline.toMillis(), TimeUnit.MILLISECONDS).join();
		try {
			this.connectionFactory.destroy();
		}
		finally {
			this.connecting.dispose();
		}
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

	private static RedisScript<?> script(String name) {
		try {
			return RedisScript
				.of(new ClassPathResource(name, RedisRecordStore.class).getContentAsString(StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
