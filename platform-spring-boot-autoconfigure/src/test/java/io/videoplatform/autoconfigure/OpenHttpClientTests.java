package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

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

}
