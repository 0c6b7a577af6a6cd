package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.lettuce.core.api.sync.RedisCommands;
import io.videoplatform.Gates;
import io.videoplatform.internal.store.engine.RedisProcess;
import io.videoplatform.internal.store.redis.RedisRecordStore;
import io.videoplatform.internal.store.redis.StoreConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.data.redis.connection.RedisClusterConfiguration;

/**
 * {@link RedisRecordStore} on a cluster: keys and subscriptions are spread over its
 * servers.
 */
class RedisClusterRecordStoreTests extends AbstractRecordStoreTests {

	@RegisterExtension
	static final RedisProcess first = new RedisProcess("--cluster-enabled", "yes");

	@RegisterExtension
	static final RedisProcess second = new RedisProcess("--cluster-enabled", "yes");

	@RegisterExtension
	static final RedisProcess third = new RedisProcess("--cluster-enabled", "yes");

	private static final List<RedisProcess> CLUSTER = List.of(first, second, third);

	private static final int SLOTS = 16384;

	private static final Duration DEADLINE = Duration.ofSeconds(3);

	private final RecordStore store = newStore(first);

	private final RecordStore otherStore = newStore(second);

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

	private static RecordStore newStore(RedisProcess seed) {
		RedisClusterConfiguration cluster = new RedisClusterConfiguration().clusterNode("127.0.0.1", seed.port());
		return new RedisRecordStore(new StoreConnectionFactory(cluster, null), "platform:", DEADLINE, DEADLINE);
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
		CLUSTER.forEach((server) -> server.elapse(time));
	}

	@Override
	long engineTime() {
		return first.time();
	}

}
