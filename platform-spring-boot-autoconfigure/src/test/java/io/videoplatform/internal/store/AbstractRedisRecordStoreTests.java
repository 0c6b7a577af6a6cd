package io.videoplatform.internal.store;

import java.time.Duration;

import io.videoplatform.internal.store.redis.RedisRecordStore;
import org.junit.jupiter.api.AfterEach;

import org.springframework.data.redis.connection.RedisConfiguration;

/**
 * {@link RedisRecordStore}: each node has connections of its own.
 */
abstract class AbstractRedisRecordStoreTests extends AbstractRecordStoreTests {

	// The contract is tested here, and not the speed of a machine that is busy
	private static final Duration DEADLINE = Duration.ofSeconds(20);

	private final RedisStoreNode node;

	private final RedisStoreNode otherNode;

	AbstractRedisRecordStoreTests(RedisConfiguration engine, RedisConfiguration otherEngine) {
		this.node = new RedisStoreNode(engine, DEADLINE, DEADLINE);
		this.otherNode = new RedisStoreNode(otherEngine, DEADLINE, DEADLINE);
	}

	@AfterEach
	void close() {
		this.node.close();
		this.otherNode.close();
	}

	@Override
	RecordStore store() {
		return this.node.store();
	}

	@Override
	RecordStore otherStore() {
		return this.otherNode.store();
	}

}
