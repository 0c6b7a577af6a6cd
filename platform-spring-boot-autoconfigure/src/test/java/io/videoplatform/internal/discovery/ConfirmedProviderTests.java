package io.videoplatform.internal.discovery;

import java.time.Duration;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whether the provider itself has responded recently, which a login requires before it
 * sends a user there.
 */
class ConfirmedProviderTests {

	private static final Duration AGE = Duration.ofSeconds(5);

	private final Platform platform = new Platform();

	private final Discovery discovery = this.platform.discovery();

	@AfterEach
	void close() {
		this.platform.close();
	}

	private ProviderMetadata confirmed() {
		return Platform.get(this.discovery.confirmedProvider(AGE));
	}

	private PlatformDiscoveryException failure() {
		return Platform.failure(this.discovery.confirmedProvider(AGE));
	}

	private void pass(Duration time) {
		this.platform.clock.advance(time);
	}

	@Test
	void confirmedWhenRespondedLongerAgoThenProviderIsAskedAndTheApiIsNot() {
		Platform.get(this.discovery);
		pass(AGE);
		assertThat(confirmed()).isSameAs(Platform.get(this.discovery));
		assertThat(this.platform.documents()).isEqualTo(1);
		pass(Duration.ofMillis(1));
		confirmed();
		assertThat(this.platform.documents()).isEqualTo(2);
		assertThat(this.platform.webFingers()).isEqualTo(1);
		pass(AGE);
		confirmed();
		assertThat(this.platform.documents()).isEqualTo(2);
	}

	@Test
	void confirmedWhenProviderFailsThenFailsThoughOthersUseWhatIsHeldAndAsksOnceInAWhile() {
		ProviderMetadata held = Platform.get(this.discovery);
		this.platform.login.on(Platform.DOCUMENT, TestResponse.status(503));
		pass(AGE.plusMillis(1));
		PlatformDiscoveryException failure = failure();
		assertThat(failure.getStep()).isEqualTo(PlatformStep.PROVIDER_CONFIGURATION);
		assertThat(failure.isRetryable()).isTrue();
		assertThat(failure).hasMessageContaining("status 503");
		assertThat(Platform.get(this.discovery)).isSameAs(held);
		for (int i = 0; i < 5; i++) {
			failure();
			pass(Duration.ofMillis(999));
		}
		assertThat(this.platform.documents()).isEqualTo(2);
		pass(Duration.ofMillis(5));
		failure();
		assertThat(this.platform.documents()).isEqualTo(3);
	}

	@Test
	void confirmedWhenApiIsDownThenKnownProviderIsEnough() {
		Platform.get(this.discovery);
		this.platform.api.on(Platform.WEBFINGER, TestResponse.status(503));
		pass(Duration.ofMinutes(2));
		assertThat(confirmed().issuer()).isEqualTo(this.platform.issuer());
	}

}
