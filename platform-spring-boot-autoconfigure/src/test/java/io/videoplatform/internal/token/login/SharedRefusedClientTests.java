package io.videoplatform.internal.token.login;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.internal.store.MemoryRecordStore;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins that nodes share after the provider has refused the client's secret: the pause
 * concerns the node that was refused.
 */
class SharedRefusedClientTests {

	private final LoginPlatform platform = new LoginPlatform();

	private final MovableClock engine = new MovableClock();

	private final CountingStore store = new CountingStore(new MemoryRecordStore(this.engine));

	private final List<Node> nodes = new ArrayList<>();

	private final Node a = node();

	private final Node b = node();

	private LoginKey login;

	@BeforeEach
	void refuseTheClient() {
		this.platform.provider.issued().expiresIn(60);
		this.login = this.platform.login(this.a.tokens, "ann");
		elapse(Duration.ofSeconds(65));
		this.platform.provider.tokenEndpoint().next(TestResponse.error(401, "invalid_client"));
		assertThat(failure(this.a)).isInstanceOf(PlatformAuthorizationException.class)
			.hasMessageContaining("invalid_client");
	}

	@AfterEach
	void close() {
		this.nodes.forEach(Node::close);
		this.platform.close();
	}

	private Node node() {
		Node node = new Node(this.platform.provider.issuer(), this.store, new MovableClock());
		this.nodes.add(node);
		return node;
	}

	private void elapse(Duration duration) {
		this.engine.advance(duration);
		this.platform.clock.advance(duration);
		this.nodes.forEach((node) -> node.clock.advance(duration));
	}

	private Throwable failure(Node node) {
		CompletableFuture<Throwable> failure = node.source(this.login)
			.await()
			.<Throwable>map((token) -> new IllegalStateException("a token was obtained"))
			.onErrorResume(Mono::just)
			.toFuture();
		LoginPlatform.until(() -> {
			elapse(Duration.ofMillis(100));
			return failure.isDone();
		});
		return failure.join();
	}

	@Test
	void refreshWhenTheSecretOfThisNodeHasChangedThenTriedWithoutPause() {
		elapse(Duration.ofSeconds(1));
		assertThat(failure(this.a)).isInstanceOf(PlatformAuthorizationException.class);
		this.a.secret = "new";
		assertThat(this.a.obtain(this.login)).isEqualTo(this.b.obtain(this.login));
		assertThat(this.platform.refreshTokensSent()).hasSize(2);
	}

	@Test
	void refreshWhenAnotherNodeHasHadTheNewSecretBeforeThenItIsNotHeldBack() {
		elapse(Duration.ofSeconds(1));
		this.b.secret = "new";
		assertThat(this.b.obtain(this.login)).isNotNull();
		assertThat(this.a.obtain(this.login)).isEqualTo(this.b.obtain(this.login));
		assertThat(this.platform.refreshTokensSent()).hasSize(2);
	}

}
