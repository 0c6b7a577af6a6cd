package io.videoplatform.discovery;

import java.net.URI;
import java.util.concurrent.CountDownLatch;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformStep;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which document discovery says that it waits for.
 */
class PendingDiscoveryTests {

	private final Platform platform = new Platform();

	private final Discovery discovery = this.platform.discovery();

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void pendingWhenDocumentsAreAskedForThenNamesTheOneUnderWay() {
		CountDownLatch webFinger = gate(this.platform.api, Platform.WEBFINGER,
				Reply.json(this.platform.jrdFor(this.platform.issuer())));
		CountDownLatch document = gate(this.platform.login, Platform.DOCUMENT,
				Reply.json(Platform.configuration(this.platform.issuer())));
		assertThat(this.discovery.pending()).isNull();
		this.discovery.provider();
		assertPending(PlatformStep.WEBFINGER, this.platform.api.url() + Platform.WEBFINGER);
		webFinger.countDown();
		Gates.until(() -> isPending(PlatformStep.PROVIDER_CONFIGURATION));
		assertPending(PlatformStep.PROVIDER_CONFIGURATION, this.platform.login.url() + Platform.DOCUMENT);
		document.countDown();
		Platform.get(this.discovery);
		assertThat(this.discovery.pending()).isNull();
	}

	private boolean isPending(PlatformStep step) {
		PlatformDiscoveryException pending = this.discovery.pending();
		return pending != null && pending.getStep() == step;
	}

	private void assertPending(PlatformStep step, String url) {
		PlatformDiscoveryException pending = this.discovery.pending();
		assertThat(pending).isNotNull().hasMessageContaining(url);
		assertThat(pending.getStep()).isEqualTo(step);
		assertThat(pending.getUri()).isEqualTo(URI.create(url));
	}

	private static CountDownLatch gate(LoopbackServer server, String path, Reply reply) {
		CountDownLatch gate = new CountDownLatch(1);
		server.on(path, (request) -> {
			Gates.await(gate);
			return reply;
		});
		return gate;
	}

}
