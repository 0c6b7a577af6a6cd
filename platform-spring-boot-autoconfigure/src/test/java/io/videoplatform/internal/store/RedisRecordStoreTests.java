package io.videoplatform.internal.store;

import java.time.Duration;

import io.videoplatform.internal.store.engine.RedisProcess;
import io.videoplatform.internal.store.redis.RedisRecordStore;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/**
 * {@link RedisRecordStore} on a single server.
 */
class RedisRecordStoreTests extends AbstractRedisRecordStoreTests {

	@RegisterExtension
	static final RedisProcess redis = new RedisProcess();

	RedisRecordStoreTests() {
		super(engine(), engine());
	}

	private static RedisConfiguration engine() {
		return new RedisStandaloneConfiguration("127.0.0.1", redis.port());
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
