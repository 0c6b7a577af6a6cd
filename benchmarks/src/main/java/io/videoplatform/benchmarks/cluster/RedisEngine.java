package io.videoplatform.benchmarks.cluster;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.engine.RedisProcess;
import io.videoplatform.internal.store.redis.RedisRecordStore;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Redis.
 */
final class RedisEngine implements Engine {

	private static final String PREFIX = "platform:";

	private static final Duration READ = Duration.ofMillis(250);

	private static final Duration REPLACE = Duration.ofSeconds(1);

	private final RedisProcess redis = new RedisProcess();

	RedisEngine() {
		this.redis.start();
	}

	@Override
	public int port() {
		return this.redis.port();
	}

	@Override
	public List<String> properties(int port) {
		return List.of("platform.store.type=redis", "spring.data.redis.host=127.0.0.1",
				"spring.data.redis.port=" + port,
				"spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration");
	}

	/**
	 * The beginning of what a script returns, also one that only reads.
	 */
	@Override
	public String writtenMark() {
		return "*3\r\n:";
	}

	@Override
	public void kill() {
		this.redis.kill();
	}

	@Override
	public void restart() {
		this.redis.restart();
	}

	@Override
	public void pause() {
		this.redis.pause();
	}

	@Override
	public void resume() {
		this.redis.resume();
	}

	@Override
	public void empty() {
		this.redis.commands().flushall();
	}

	@Override
	public void save() {
		this.redis.save();
	}

	@Override
	public void putBack() {
		this.redis.putBack();
	}

	@Override
	public long operations() {
		return this.redis.calls("evalsha") + this.redis.calls("eval");
	}

	@Override
	public long bytes() {
		return this.redis.commands()
			.info("memory")
			.lines()
			.filter((line) -> line.startsWith("used_memory:"))
			.mapToLong((line) -> Long.parseLong(line.substring("used_memory:".length()).strip()))
			.sum();
	}

	@Override
	public long count() {
		return this.redis.commands().dbsize();
	}

	@Override
	public RecordStore store() {
		LettuceConnectionFactory connections = new LettuceConnectionFactory("127.0.0.1", port());
		connections.afterPropertiesSet();
		connections.start();
		return new RedisRecordStore(connections, connections, PREFIX, READ, REPLACE, EngineScheduler.create());
	}

	/**
	 * As the script of the store does it.
	 */
	@Override
	public void write(List<BulkStore.Entry> entries) {
		RedisClient client = RedisClient.create("redis://127.0.0.1:" + port());
		try (StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
			connection.setAutoFlushCommands(false);
			RedisAsyncCommands<byte[], byte[]> commands = connection.async();
			List<RedisFuture<?>> responses = new ArrayList<>();
			for (BulkStore.Entry entry : entries) {
				byte[] key = bytes(PREFIX + entry.key());
				responses.add(commands.hset(key,
						Map.of(bytes("stamp"), bytes(entry.write().stamp()), bytes("value"), entry.write().value())));
				responses.add(commands.pexpire(key, Math.max(1_000, entry.life().toMillis())));
			}
			connection.flushCommands();
			LettuceFutures.awaitAll(Duration.ofSeconds(30), responses.toArray(RedisFuture[]::new));
		}
		finally {
			client.shutdown();
		}
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		this.redis.close();
	}

}
