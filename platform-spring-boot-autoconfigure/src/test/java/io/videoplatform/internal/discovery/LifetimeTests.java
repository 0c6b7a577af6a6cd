package io.videoplatform.internal.discovery;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.videoplatform.Gates;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How documents are held, confirmed and requested again (RFC 9111, RFC 5861).
 */
class LifetimeTests {

	private final Platform platform = new Platform();

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void requestsWhenSentThenConstantHeadersAndNoCredentials() {
		Platform.get(this.platform.discovery());
		RecordedRequest webFinger = this.platform.api.lastRequest(Platform.WEBFINGER);
		assertThat(webFinger.uri()).isEqualTo(
				Platform.WEBFINGER + "?resource=http%3A%2F%2F127.0.0.1%3A" + this.platform.api.port() + "%2Fv1%2F");
		assertThat(webFinger.header("Accept")).isEqualTo("application/jrd+json, application/json");
		RecordedRequest document = this.platform.login.lastRequest(Platform.DOCUMENT);
		assertThat(document.header("Accept")).isEqualTo("application/json");
		assertThat(document.uri()).isEqualTo(Platform.DOCUMENT);
		for (RecordedRequest request : new RecordedRequest[] { webFinger, document }) {
			assertThat(List.of("Authorization", "Cookie", "If-None-Match", "If-Modified-Since"))
				.noneMatch(request.headers()::containsHeader);
		}
	}

	@Test
	void providerWhenOneDocumentIsNewThenNewMetadataAndTheOtherIsNotAsked() {
		this.platform.jrd(this.platform.issuer(), "Cache-Control: max-age=3600");
		Discovery discovery = this.platform.discovery();
		ProviderMetadata first = Platform.get(discovery);
		this.platform.document("{\"x\":1," + Platform.configuration(this.platform.issuer()).strip().substring(1));
		this.platform.clock.advance(Duration.ofSeconds(60));
		ProviderMetadata second = Platform.get(discovery);
		assertThat(second).isNotEqualTo(first);
		assertThat(second.members()).containsEntry("x", 1);
		assertThat(discovery.snapshot().provider()).isEqualTo(second);
		assertThat(this.platform.webFingers()).isEqualTo(1);
		assertThat(this.platform.documents()).isEqualTo(2);
	}

	@ParameterizedTest
	@CsvSource({ "max-age=5,5", "no-store,60", "'no-cache, must-revalidate, no-transform, no-store',60",
			"max-age=31536000,86400" })
	void providerWhenLifetimeIsStatedThenItHoldsAndElseTheMinimum(String cacheControl, long seconds) {
		this.platform.jrd(this.platform.issuer(), "Cache-Control: " + cacheControl);
		this.platform.document(Platform.configuration(this.platform.issuer()), "Cache-Control: " + cacheControl);
		Discovery discovery = this.platform.discovery();
		Platform.get(discovery);
		this.platform.clock.advance(Duration.ofSeconds(seconds).minusNanos(1));
		Platform.get(discovery);
		assertThat(this.platform.webFingers() + this.platform.documents()).isEqualTo(2);
		this.platform.clock.advance(Duration.ofNanos(1));
		Platform.get(discovery);
		assertThat(this.platform.webFingers() + this.platform.documents()).isEqualTo(4);
	}

	@Test
	void providerWhenNearItsEndThenAtOnceAndOneRequestBehindAndNeverLater() {
		this.platform.random = () -> 0;
		this.platform.jrd(this.platform.issuer(), "Cache-Control: max-age=1000");
		this.platform.document(Platform.configuration(this.platform.issuer()), "Cache-Control: max-age=100");
		Discovery discovery = this.platform.discovery();
		ProviderMetadata first = Platform.get(discovery);
		CountDownLatch gate = new CountDownLatch(1);
		this.platform.login.on(Platform.DOCUMENT, (request) -> {
			Gates.await(gate);
			return TestResponse.json("{\"x\":1," + Platform.configuration(this.platform.issuer()).strip().substring(1),
					"Cache-Control: max-age=100");
		});
		this.platform.clock.advance(Duration.ofSeconds(91));
		for (int i = 0; i < 100; i++) {
			assertThat(discovery.provider()).isCompletedWithValue(first);
		}
		this.platform.clock.advance(Duration.ofSeconds(9));
		CompletableFuture<ProviderMetadata> waiting = discovery.provider();
		assertThat(waiting).isNotDone();
		gate.countDown();
		assertThat(Platform.get(waiting).members()).containsEntry("x", 1);
		assertThat(this.platform.documents()).isEqualTo(2);
	}

}
