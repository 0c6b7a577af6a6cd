package io.videoplatform.internal.store;

import java.time.Duration;

import io.videoplatform.internal.store.engine.RedisProcess;
import io.videoplatform.internal.store.redis.RedisRecordStore;
import io.videoplatform.internal.store.redis.StoreConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/**
 * {@link RedisRecordStore} on a single server.
 */
class RedisRecordStoreTests extends AbstractRecordStoreTests {

	@RegisterExtension
	static final RedisProcess redis = new RedisProcess();

	// The contract is tested here, and not the speed of a machine that is busy
	private static final Duration DEADLINE = Duration.ofSeconds(3);

	private final RecordStore store = newStore();

	private final RecordStore otherStore = newStore();

	private static RecordStore newStore() {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", redis.port());
		return new RedisRecordStore(new StoreConnectionFactory(server, null), "platform:", DEADLINE, DEADLINE);
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

	@Override
	void elapse(Duration time) {
		redis.elapse(time);
	}

	@Override
	long engineTime() {
		return redis.time();
	}

}
