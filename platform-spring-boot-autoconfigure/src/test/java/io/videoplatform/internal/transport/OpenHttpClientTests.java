package io.videoplatform.internal.transport;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link OpenHttpClient}.
 */
class OpenHttpClientTests {

	@Test
	void releaseWhenLastUseEndsThenClosedWithoutWhatTheCallerHas() {
		InheritableThreadLocal<String> user = new InheritableThreadLocal<>();
		CompletableFuture<Optional<String>> seen = new CompletableFuture<>();
		OpenHttpClient<String> client = new OpenHttpClient<>(
				new HttpClientAdapter.Built<>("client", () -> seen.complete(Optional.ofNullable(user.get()))),
				(closed) -> {
				});
		user.set("user");
		try {
			client.release();
			assertThat(seen).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(Optional.empty());
		}
		finally {
			user.remove();
		}
	}

	@Test
	void releaseWhenLastUseEndsThenClosedOnce() {
		OpenHttpClients engines = new OpenHttpClients();
		List<String> closed = new CopyOnWriteArrayList<>();
		OpenHttpClient<String> engine = engines
			.add(new HttpClientAdapter.Built<>("client", () -> closed.add("closed")));
		assertThat(engine.acquire()).isTrue();
		Runnable release = engine.releaseOnce();
		release.run();
		release.run();
		assertThat(closed).isEmpty();
		engine.release();
		await().atMost(Duration.ofSeconds(10)).until(() -> closed.size() == 1 && engines.size() == 0);
		assertThat(engine.acquire()).isFalse();
		engines.close();
		assertThat(closed).hasSize(1);
	}

}
