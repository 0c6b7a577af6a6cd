package io.videoplatform.internal.store;

import java.time.Duration;

import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.store.redis.RedisRecordStore;
import reactor.core.scheduler.Scheduler;

import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A node with a store in Redis, on a connection factory as Boot creates it.
 */
public final class RedisStoreNode implements AutoCloseable {

	private final LettuceConnectionFactory connections;

	private final Scheduler scheduler = EngineScheduler.create();

	private final RedisRecordStore store;

	/**
	 * Create a new instance.
	 */
	public RedisStoreNode(RedisConfiguration engine, Duration readDeadline, Duration replaceDeadline) {
		this.connections = new LettuceConnectionFactory(engine,
				LettuceClientConfiguration.builder()
					.shutdownQuietPeriod(Duration.ZERO)
					.shutdownTimeout(Duration.ofSeconds(2))
					.build());
		this.connections.afterPropertiesSet();
		this.connections.start();
		this.store = new RedisRecordStore(this.connections, this.connections, "platform:", readDeadline,
				replaceDeadline, this.scheduler);
	}

	/**
	 * Return the store.
	 */
	public RedisRecordStore store() {
		return this.store;
	}

	@Override
	public void close() {
		this.store.close();
		this.connections.destroy();
		this.scheduler.dispose();
	}

}
