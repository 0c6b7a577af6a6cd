package io.videoplatform.internal.store.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.StoreThreads;
import io.videoplatform.internal.store.StoredEntry;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.data.redis.serializer.RedisSerializer;

/**
 * Records in Redis 6.2 or later, or an engine that speaks its protocol. Each record is a
 * hash that expires, each operation one script on its key, so that records can be spread
 * over a cluster. A driver may send a script again after a reconnect: by its stamp it is
 * done once.
 */
public final class RedisRecordStore implements RecordStore {

	private static final int THREADS = 8;

	@SuppressWarnings("rawtypes")
	private static final RedisScript<List> READ = script("read.lua");

	@SuppressWarnings("rawtypes")
	private static final RedisScript<List> REPLACE = script("replace.lua");

	private final String prefix;

	private final Duration readDeadline;

	private final Duration replaceDeadline;

	private final RedisTemplate<byte[], byte[]> redis = new RedisTemplate<>();

	private final StoreThreads threads;

	private final Flux<Change> changes;

	/**
	 * Create a new instance, which does not use Redis before the first operation.
	 * @param connections opens connections; the store does not close it
	 * @param subscriptions opens the connection for hints
	 * @param prefix what all keys, and the channel of hints, begin with
	 * @param readDeadline how long reading may take
	 * @param replaceDeadline how long replacing may take
	 * @param scheduler measures deadlines and takes the results
	 */
	public RedisRecordStore(RedisConnectionFactory connections, ReactiveRedisConnectionFactory subscriptions,
			String prefix, Duration readDeadline, Duration replaceDeadline, Scheduler scheduler) {
		this.prefix = prefix;
		this.readDeadline = readDeadline;
		this.replaceDeadline = replaceDeadline;
		this.threads = new StoreThreads("platform-redis", THREADS, scheduler, RedisExceptionTranslator::translate);
		this.redis.setConnectionFactory(connections);
		this.redis.setEnableDefaultSerializer(false);
		this.redis.setKeySerializer(RedisSerializer.byteArray());
		this.redis.setValueSerializer(RedisSerializer.byteArray());
		this.redis.afterPropertiesSet();
		this.changes = new ChangeSubscription(subscriptions, this.threads, channel()).changes();
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

	@SuppressWarnings("rawtypes")
	private Mono<StoredEntry> execute(RedisScript<List> script, Duration deadline, String key, List<byte[]> arguments) {
		return this.threads
			.call(deadline, () -> this.redis.execute(script, List.of(bytes(this.prefix + key)), arguments.toArray()))
			.map(RedisRecordStore::entry);
	}

	private static StoredEntry entry(List<?> result) {
		long now = (Long) result.get(0);
		byte[] value = (byte[]) result.get(2);
		return (result.get(1) instanceof byte[] stamp)
				? new StoredEntry(text(stamp), (value != null) ? value : new byte[0], now) : StoredEntry.empty(now);
	}

	@Override
	public Flux<Change> changes() {
		return this.changes;
	}

	private String channel() {
		return this.prefix + "changes";
	}

	@Override
	public void close() {
		this.threads.close();
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

	@SuppressWarnings("rawtypes")
	private static RedisScript<List> script(String name) {
		try {
			return RedisScript.of(
					new ClassPathResource(name, RedisRecordStore.class).getContentAsString(StandardCharsets.UTF_8),
					List.class);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
