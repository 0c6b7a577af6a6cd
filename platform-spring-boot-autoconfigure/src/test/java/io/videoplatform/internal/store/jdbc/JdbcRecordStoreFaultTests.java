package io.videoplatform.internal.store.jdbc;

import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.videoplatform.Gates;
import io.videoplatform.internal.store.RecordStore.Change;
import io.videoplatform.internal.store.StoredEntry;
import io.videoplatform.internal.store.engine.EngineProxy;
import io.videoplatform.internal.store.engine.PostgresServer;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Mono;

import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@link JdbcRecordStore} with a PostgreSQL, or a network, that fails.
 */
@ExtendWith(OutputCaptureExtension.class)
class JdbcRecordStoreFaultTests {

	private static final JdbcStoreSettings USUAL = JdbcStoreSettings.of(JdbcStoreSettings.DEFAULT_TABLE_NAME);

	private static final Duration SOON = Duration.ofSeconds(20);

	private final PostgresServer engine = PostgresServer.shared();

	private final EngineProxy proxy = new EngineProxy(this.engine.port());

	private final JdbcClient table = StoreNode.emptyTable();

	JdbcRecordStoreFaultTests() throws IOException {
	}

	@AfterEach
	void close() throws IOException {
		this.proxy.close();
	}

	@Test
	void replaceWhenResponseIsLostThenDoneOnce() {
		try (StoreNode node = new StoreNode(this.proxy.port(), StoreNode.patient())) {
			node.replace("key", null, "stamp-0");
			for (int i = 1; i <= 10; i++) {
				String expected = "stamp-" + (i - 1);
				String stamp = "stamp-" + i;
				this.proxy.cutAtResponse("UPDATE 1");
				assertUnavailable(node.store().replace("key", expected, StoreNode.write(stamp)));
				assertDoneOnce(node, "key", expected, stamp);
				this.proxy.cutAtResponse("INSERT 0 1");
				assertUnavailable(node.store().replace("key-" + i, null, StoreNode.write("stamp")));
				assertDoneOnce(node, "key-" + i, null, "stamp");
			}
		}
	}

	private void assertDoneOnce(StoreNode node, String key, @Nullable String expected, String stamp) {
		assertThat(node.read(key).stamp()).isEqualTo(stamp);
		String version = version(key);
		assertThat(node.replace(key, expected, stamp).stamp()).isEqualTo(stamp);
		assertThat(version(key)).isEqualTo(version);
	}

	private String version(String key) {
		return this.table.sql("SELECT CAST(xmin AS TEXT) FROM platform_record WHERE record_key = ?")
			.param(RecordTable.bytes(key))
			.query(String.class)
			.single();
	}

	@Test
	void readWhenEngineIsPausedThenFailsByTheDeadlineAndRecovers() {
		try (StoreNode node = new StoreNode(this.engine.port(), USUAL)) {
			Gates.until(node::isAvailable);
			this.engine.pause();
			try {
				long begin = System.nanoTime();
				assertThatUnavailable(node.store().read("key"))
					.withMessage("The store in table platform_record did not respond in time");
				assertThatUnavailable(node.store().replace("key", null, StoreNode.write("stamp")))
					.withMessage("The store in table platform_record did not respond in time");
				assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
			}
			finally {
				this.engine.resume();
			}
			Gates.until(node::isAvailable);
		}
	}

	@Test
	void readWhenEngineVanishesFromTheNetworkThenFailsAndRecovers() {
		try (StoreNode node = new StoreNode(this.proxy.port(), USUAL)) {
			node.pool().setMaximumPoolSize(4);
			node.pool().setValidationTimeout(1000);
			Gates.until(node::isAvailable);
			Gates.until(() -> node.pool().getHikariPoolMXBean().getIdleConnections() == 4);
			this.proxy.silence();
			assertUnavailable(node.store().read("key"));
			Gates.until(node::isAvailable);
		}
	}

	@Test
	void changesWhenEngineIsDownThenAnyEveryFewSecondsAndOnceItIsBack() {
		Queue<Change> changes = new ConcurrentLinkedQueue<>();
		try (StoreNode node = new StoreNode(this.engine.port(), USUAL)) {
			node.store().changes().subscribe(changes::add);
			Gates.until(() -> replaced(node, "before") && changes.contains(new Change("before", 1)));
			this.engine.stop();
			changes.clear();
			try {
				Gates.until(() -> changes.stream().filter(Change.ANY::equals).count() > 1);
			}
			finally {
				this.engine.start();
			}
			changes.clear();
			Gates.until(() -> changes.contains(Change.ANY));
		}
	}

	private static boolean replaced(StoreNode node, String key) {
		return StoreNode
			.block(node.store().replace(key, null, StoreNode.write("stamp")).thenReturn(true).onErrorReturn(false));
	}

	private static void assertUnavailable(Mono<StoredEntry> operation) {
		assertThatUnavailable(operation).withMessageStartingWith("The store in table platform_record ");
	}

	private static ThrowableAssertAlternative<StoreUnavailableException> assertThatUnavailable(
			Mono<StoredEntry> operation) {
		return assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> StoreNode.block(operation));
	}

}
