package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.lettuce.core.api.sync.RedisCommands;
import io.videoplatform.Gates;
import io.videoplatform.internal.store.engine.RedisProcess;
import io.videoplatform.internal.store.redis.RedisRecordStore;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;

/**
 * {@link RedisRecordStore} on a cluster: keys and subscriptions are spread over its
 * servers.
 */
class RedisClusterRecordStoreTests extends AbstractRedisRecordStoreTests {

	@RegisterExtension
	static final RedisProcess first = new RedisProcess("--cluster-enabled", "yes");

	@RegisterExtension
	static final RedisProcess second = new RedisProcess("--cluster-enabled", "yes");

	@RegisterExtension
	static final RedisProcess third = new RedisProcess("--cluster-enabled", "yes");

	private static final List<RedisProcess> CLUSTER = List.of(first, second, third);

	private static final int SLOTS = 16384;

	RedisClusterRecordStoreTests() {
		super(engine(first), engine(second));
	}

	@BeforeAll
	static void join() {
		int share = SLOTS / CLUSTER.size();
		for (int i = 0; i < CLUSTER.size(); i++) {
			RedisCommands<String, String> commands = CLUSTER.get(i).commands();
			int end = (i < CLUSTER.size() - 1) ? share * (i + 1) : SLOTS;
			commands.clusterAddSlots(IntStream.range(share * i, end).toArray());
			commands.clusterSetConfigEpoch(i + 1);
			commands.clusterMeet("127.0.0.1", first.port());
		}
		Gates.until(() -> CLUSTER.stream().allMatch(RedisClusterRecordStoreTests::isJoined));
	}

	private static boolean isJoined(RedisProcess server) {
		String info = server.commands().clusterInfo();
		return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:3");
	}

	private static RedisConfiguration engine(RedisProcess seed) {
		return new RedisClusterConfiguration().clusterNode("127.0.0.1", seed.port());
	}

	@Override
	void elapse(Duration time) {
		CLUSTER.forEach((server) -> server.elapse(time));
	}

	@Override
	long engineTime() {
		return first.time();
	}

}
