package io.videoplatform.internal.transport;

import java.util.concurrent.CountDownLatch;

import io.videoplatform.internal.engine.ClientSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReloadableHttpClient}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ReloadableHttpClientTests {

	private static final SslBundle FIRST = SslBundle.of(SslStoreBundle.NONE);

	private static final SslBundle SECOND = SslBundle.of(SslStoreBundle.NONE);

	private static final SslBundle THIRD = SslBundle.of(SslStoreBundle.NONE);

	private final DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry("test", FIRST);

	@Test
	void updateWhenAnotherOneIsUnderWayThenTheLastBundleIsUsed() throws InterruptedException {
		CountDownLatch building = new CountDownLatch(1);
		CountDownLatch built = new CountDownLatch(1);
		ReloadableHttpClient<SslBundle> reloadable = new ReloadableHttpClient<>(HttpClientSettings.defaults(),
				ReloadableSslBundle.named(new ClientSettings.Ssl("platform.ssl.bundle", "test"), this.bundles),
				(settings) -> {
					if (settings.sslBundle() == SECOND) {
						building.countDown();
						await(built);
					}
					return settings.sslBundle();
				});
		Thread second = update(SECOND);
		await(building);
		Thread third = update(THIRD);
		while (third.getState() != Thread.State.BLOCKED && third.isAlive()) {
			Thread.onSpinWait();
		}
		built.countDown();
		second.join();
		third.join();
		assertThat(reloadable.current()).isSameAs(THIRD);
	}

	private Thread update(SslBundle bundle) {
		Thread thread = new Thread(() -> this.bundles.updateBundle("test", bundle));
		thread.start();
		return thread;
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
