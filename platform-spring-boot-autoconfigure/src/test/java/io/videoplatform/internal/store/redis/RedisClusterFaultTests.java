package io.videoplatform.internal.store.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.stream.IntStream;

import io.lettuce.core.cluster.SlotHash;
import io.videoplatform.Gates;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.engine.EngineProxy;
import io.videoplatform.internal.store.engine.RedisProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

import org.springframework.data.redis.connection.RedisClusterConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link RedisRecordStore} when one server of a cluster fails.
 */
class RedisClusterFaultTests {

	@RegisterExtension
	static final RedisProcess first = new RedisProcess("--cluster-enabled", "yes");

	private static final Duration DEADLINE = Duration.ofMillis(500);

	private static final int HALF = SlotHash.SLOT_COUNT / 2;

	@Test
	void readWhenOneConnectionIsSilentThenReplacedWhileOthersRespond() throws IOException {
		try (EngineProxy proxy = new EngineProxy(first.port());
				RedisProcess second = new RedisProcess("--cluster-enabled", "yes", "--cluster-announce-port",
						Integer.toString(proxy.port()))) {
			second.start();
			proxy.leadTo(second.port());
			join(second, proxy.port());
			RecordStore store = new RedisRecordStore(
					new StoreConnectionFactory(new RedisClusterConfiguration().clusterNode("127.0.0.1", first.port()),
							null),
					"platform:", DEADLINE, DEADLINE);
			String atFirst = key(0);
			String atSecond = key(HALF);
			Gates.until(() -> responds(store, atFirst) && responds(store, atSecond));
			Disposable others = Flux.interval(Duration.ofMillis(100))
				.onBackpressureDrop()
				.concatMap((tick) -> store.read(atFirst))
				.subscribe();
			proxy.silence();
			assertThat(responds(store, atSecond)).isFalse();
			Gates.until(() -> responds(store, atSecond));
			assertThat(others.isDisposed()).as("the other server has failed").isFalse();
			others.dispose();
			store.close();
		}
	}

	private static void join(RedisProcess second, int announced) {
		first.commands().clusterAddSlots(IntStream.range(0, HALF).toArray());
		second.commands().clusterAddSlots(IntStream.range(HALF, SlotHash.SLOT_COUNT).toArray());
		first.commands().clusterSetConfigEpoch(1);
		second.commands().clusterSetConfigEpoch(2);
		second.commands().clusterMeet("127.0.0.1", first.port());
		Gates.until(() -> isJoined(first, announced) && isJoined(second, announced));
	}

	private static boolean isJoined(RedisProcess server, int announced) {
		return server.commands().clusterInfo().contains("cluster_state:ok")
				&& server.commands().clusterNodes().contains(":%d@".formatted(announced));
	}

	private static boolean responds(RecordStore store, String key) {
		return Boolean.TRUE.equals(store.read(key).map((entry) -> true).onErrorReturn(false).block());
	}

	private static String key(int firstSlot) {
		return IntStream.range(0, 1000)
			.mapToObj(Integer::toString)
			.filter((key) -> SlotHash.getSlot("platform:" + key) / HALF == firstSlot / HALF)
			.findFirst()
			.orElseThrow();
	}

}
