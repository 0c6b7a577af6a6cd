package io.videoplatform.discovery;

import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The way from the root URL to the provider's configuration.
 */
class DiscoveryTests {

	private final Platform platform = new Platform();

	private final Discovery discovery = this.platform.discovery();

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void createWhenNoCallThenNothingAsked() {
		assertThat(this.platform.api.total()).isZero();
		assertThat(this.discovery.snapshot().documents()).singleElement()
			.returns(0L, DocumentSnapshot::requests)
			.returns(PlatformStep.WEBFINGER, DocumentSnapshot::step);
	}

	@Test
	void providerWhenFirstCallThenBothDocumentsRead() {
		ProviderMetadata metadata = Platform.get(this.discovery);
		assertThat(metadata.issuer()).isEqualTo(this.platform.issuer());
		assertThat(metadata.issuerStated()).isTrue();
		assertThat(metadata.tokenEndpoint()).isEqualTo(URI.create(this.platform.issuer() + "/token"));
		assertThat(metadata.realm()).isEqualTo("platform");
		assertThat(metadata.authServerUrl()).isEqualTo(this.platform.login.url() + "/");
		assertThat(this.platform.events(Level.INFO)).singleElement()
			.isEqualTo("Pinned issuer %1$s; set platform.issuer=%1$s to keep it across restarts"
				.formatted(this.platform.issuer()));
	}

	@Test
	void providerWhenManyCallersThenOneRequestForEachDocument() {
		List<CompletableFuture<ProviderMetadata>> futures = IntStream.range(0, 500)
			.mapToObj((i) -> this.discovery.provider())
			.toList();
		futures.forEach(Platform::get);
		assertThat(this.platform.webFingers()).isEqualTo(1);
		assertThat(this.platform.documents()).isEqualTo(1);
	}

	@Test
	void providerWhenFreshThenSameInstanceWithoutRequest() {
		ProviderMetadata first = Platform.get(this.discovery);
		this.platform.clock.advance(Duration.ofSeconds(59));
		CompletableFuture<ProviderMetadata> second = this.discovery.provider();
		assertThat(second).isCompletedWithValue(first);
		assertThat(this.platform.api.total() + this.platform.login.total()).isEqualTo(2);
	}

	@Test
	void providerWhenHostDownThenFailureNamesStepUrlCauseAndNextAttempt() {
		this.platform.api.close();
		PlatformDiscoveryException failure = Platform.failure(this.discovery);
		assertThat(failure.getStep()).isEqualTo(PlatformStep.WEBFINGER);
		assertThat(failure.getUri()).isEqualTo(URI.create(this.platform.api.url() + "/.well-known/webfinger"));
		assertThat(failure.getNextAttempt()).isAfter(this.platform.clock.instant());
		assertThat(failure.isRetryable()).isTrue();
		assertThat(failure).hasMessageContaining("Connection refused").hasRootCauseInstanceOf(ConnectException.class);
		assertThat(this.discovery.provider()).isCompletedExceptionally();
	}

}
