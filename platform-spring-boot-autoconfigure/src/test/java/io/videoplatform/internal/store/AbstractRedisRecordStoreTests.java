package io.videoplatform.internal.store;

import java.time.Duration;

import io.videoplatform.internal.store.redis.RedisRecordStore;
import io.videoplatform.internal.store.redis.StoreConnectionFactory;
import org.junit.jupiter.api.AfterEach;

import org.springframework.data.redis.connection.RedisConfiguration;

/**
 * {@link RedisRecordStore}: each node has connections of its own.
 */
abstract class AbstractRedisRecordStoreTests extends AbstractRecordStoreTests {

	// The contract is tested here, and not the speed of a machine that is busy
	private static final Duration DEADLINE = Duration.ofSeconds(3);

	private final RecordStore store;

	private final RecordStore otherStore;

	AbstractRedisRecordStoreTests(RedisConfiguration engine, RedisConfiguration otherEngine) {
		this.store = newStore(engine);
		this.otherStore = newStore(otherEngine);
	}

	private static RecordStore newStore(RedisConfiguration engine) {
		return new RedisRecordStore(new StoreConnectionFactory(engine, null), "platform:", DEADLINE, DEADLINE);
	}

	@AfterEach
	void close() {
		this.store.close();
		this.otherStore.close();
	}

	@Override
	RecordStore store() {
		return this.store;
	}

	@Override
	RecordStore otherStore() {
		return this.otherStore;
	}

}
