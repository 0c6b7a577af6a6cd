package io.videoplatform.internal.discovery;

import java.net.URI;
import java.util.concurrent.CountDownLatch;

import io.videoplatform.Gates;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which document discovery says that it waits for.
 */
class UnfinishedDiscoveryTests {

	private final Platform platform = new Platform();

	private final Discovery discovery = this.platform.discovery();

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void unfinishedWhenDocumentsAreRequestedThenNamesTheOneUnderWay() {
		CountDownLatch webFinger = gate(this.platform.api, Platform.WEBFINGER,
				TestResponse.json(this.platform.jrdFor(this.platform.issuer())));
		CountDownLatch document = gate(this.platform.login, Platform.DOCUMENT,
				TestResponse.json(Platform.configuration(this.platform.issuer())));
		assertThat(this.discovery.unfinished()).isNull();
		this.discovery.provider();
		assertUnfinished(PlatformStep.WEBFINGER, this.platform.api.url() + Platform.WEBFINGER);
		webFinger.countDown();
		Gates.until(() -> isUnfinished(PlatformStep.PROVIDER_CONFIGURATION));
		assertUnfinished(PlatformStep.PROVIDER_CONFIGURATION, this.platform.login.url() + Platform.DOCUMENT);
		document.countDown();
		Platform.get(this.discovery);
		assertThat(this.discovery.unfinished()).isNull();
	}

	private boolean isUnfinished(PlatformStep step) {
		PlatformException unfinished = this.discovery.unfinished();
		return unfinished != null && unfinished.getStep() == step;
	}

	private void assertUnfinished(PlatformStep step, String url) {
		PlatformException unfinished = this.discovery.unfinished();
		assertThat(unfinished).isNotNull().hasMessageContaining(url);
		assertThat(unfinished.getStep()).isEqualTo(step);
		assertThat(unfinished.getUri()).isEqualTo(URI.create(url));
	}

	private static CountDownLatch gate(TestServer server, String path, TestResponse reply) {
		CountDownLatch gate = new CountDownLatch(1);
		server.on(path, (request) -> {
			Gates.await(gate);
			return reply;
		});
		return gate;
	}

}
