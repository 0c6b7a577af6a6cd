package io.videoplatform.internal.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.videoplatform.Gates;
import io.videoplatform.internal.store.RecordStore.Write;
import io.videoplatform.internal.store.engine.RedisProcess;
import io.videoplatform.internal.store.redis.RedisRecordStore;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.data.redis.connection.RedisSentinelConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link RedisRecordStore} when Sentinel makes the replica the primary: nothing is
 * started again, and nothing is written to the former primary.
 */
@Tag("full")
class RedisSentinelTests {

	private static final Duration WAIT = Duration.ofSeconds(30);

	private static final Duration DEADLINE = Duration.ofSeconds(1);

	private static final String MASTER = "platform";

	private final String key = UUID.randomUUID().toString();

	private final RedisProcess primary = new RedisProcess();

	private RedisProcess replica;

	private RedisProcess sentinel;

	private RedisStoreNode node;

	@BeforeEach
	void start(@TempDir Path folder) {
		this.primary.start();
		this.replica = new RedisProcess("--replicaof", "127.0.0.1", Integer.toString(this.primary.port()));
		this.replica.start();
		this.sentinel = RedisProcess.sentinel(configuration(folder));
		this.sentinel.start();
		this.node = new RedisStoreNode(
				new RedisSentinelConfiguration().master(MASTER).sentinel("127.0.0.1", this.sentinel.port()), DEADLINE,
				DEADLINE);
		Gates.until(() -> this.replica.commands().info("replication").contains("master_link_status:up"));
		Gates.until(() -> this.sentinel.commands().info("sentinel").contains("slaves=1"));
		replaceEventually(null, "first");
		Gates.until(() -> !this.replica.keys("*").isEmpty());
	}

	private Path configuration(Path folder) {
		try {
			return Files.write(folder.resolve("sentinel.conf"),
					List.of("sentinel monitor %s 127.0.0.1 %d 1".formatted(MASTER, this.primary.port()),
							"sentinel down-after-milliseconds %s 500".formatted(MASTER),
							"sentinel failover-timeout %s 3000".formatted(MASTER)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@AfterEach
	void close() {
		this.node.close();
		this.sentinel.close();
		this.replica.close();
		this.primary.close();
	}

	@Test
	void primaryWhenKilledThenReplicaIsUsed() {
		this.primary.kill();
		replaceEventually("first", "second");
		assertThat(this.replica.commands().role()).first().isEqualTo("master");
		assertThat(stamp()).isEqualTo("second");
	}

	private String stamp() {
		StoredEntry entry = this.node.store().read(this.key).block(WAIT);
		return String.valueOf((entry != null) ? entry.stamp() : null);
	}

	/**
	 * An operation fails as long as there is no primary, and has no effect then or the
	 * same one as its repetition.
	 */
	private void replaceEventually(String expected, String stamp) {
		Write write = new Write(stamp, 1, new byte[0], Duration.ofMinutes(10));
		Gates.until(() -> this.node.store()
			.replace(this.key, expected, write)
			.map((entry) -> stamp.equals(entry.stamp()))
			.onErrorReturn(StoreUnavailableException.class, false)
			.blockOptional(WAIT)
			.orElse(false));
	}

}
