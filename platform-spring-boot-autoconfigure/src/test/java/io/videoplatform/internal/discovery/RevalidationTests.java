package io.videoplatform.internal.discovery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.videoplatform.Gates;
import io.videoplatform.client.DocumentSnapshot;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How documents are held, confirmed and requested again (RFC 9111, RFC 5861).
 */
class RevalidationTests {

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
	void requestsWhenServerSetsCookieThenNotSentBack() {
		this.platform.jrd(this.platform.issuer(), "Set-Cookie: a=b", "Cache-Control: max-age=60");
		Discovery discovery = this.platform.discovery();
		Platform.get(discovery);
		this.platform.clock.advance(Duration.ofMinutes(2));
		Platform.get(discovery);
		assertThat(this.platform.api.lastRequest(Platform.WEBFINGER).header("Cookie")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "\"abc\"", "W/\"abc\"", "\"\"", "W/\"a,b c\"", "unquoted" })
	void providerWhenEntityTagThenConfirmedAsItCame(String tag) {
		this.platform.document(Platform.configuration(this.platform.issuer()), "Cache-Control: max-age=60",
				"ETag: " + tag, "Last-Modified: Sun, 01 Nov 2026 11:00:00 GMT");
		Discovery discovery = this.platform.discovery();
		ProviderMetadata first = Platform.get(discovery);
		this.platform.login.on(Platform.DOCUMENT, TestResponse.status(304, "Cache-Control: max-age=300"));
		this.platform.clock.advance(Duration.ofSeconds(60));
		assertThat(Platform.get(discovery)).isSameAs(first);
		assertThat(this.platform.login.lastRequest(Platform.DOCUMENT).header("If-None-Match")).isEqualTo(tag);
		assertThat(this.platform.login.lastRequest(Platform.DOCUMENT).header("If-Modified-Since")).isEmpty();
		assertThat(document(discovery).freshUntil()).isEqualTo(now().plusSeconds(300));
		assertThat(document(discovery).fetchedAt()).isEqualTo(now());
	}

	@Test
	void providerWhenLastModifiedOnlyThenConfirmedByIt() {
		String modified = "Sun, 01 Nov 2026 11:00:00 GMT";
		this.platform.jrd(this.platform.issuer(), "Last-Modified: " + modified, "Cache-Control: max-age=60");
		Discovery discovery = this.platform.discovery();
		Platform.get(discovery);
		this.platform.api.on(Platform.WEBFINGER, TestResponse.status(304));
		this.platform.clock.advance(Duration.ofSeconds(61));
		Platform.get(discovery);
		assertThat(this.platform.api.lastRequest(Platform.WEBFINGER).header("If-Modified-Since")).isEqualTo(modified);
		assertThat(webFinger(discovery).freshUntil()).isEqualTo(now().plusSeconds(60));
	}

	@Test
	void providerWhenNotModifiedWithoutStoredThenError() {
		this.platform.login.on(Platform.DOCUMENT, TestResponse.status(304));
		assertThat(Platform.failure(this.platform.discovery())).hasMessageContaining("failed: status 304");
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '`', textBlock = """
			"a", "b"
			"a", W/"b"
			W/"a", "b"
			"a", "A"
			""")
	void providerWhenNotModifiedNamesAnotherEntityTagThenAskedWithoutIt(String held, String other) {
		this.platform.document(Platform.configuration(this.platform.issuer()), "Cache-Control: max-age=60",
				"ETag: " + held);
		Discovery discovery = this.platform.discovery();
		Platform.get(discovery);
		String changed = "{\"x\":1," + Platform.configuration(this.platform.issuer()).strip().substring(1);
		this.platform.login.on(Platform.DOCUMENT, (request) -> request.header("If-None-Match").isEmpty()
				? TestResponse.json(changed, "ETag: " + other) : TestResponse.status(304, "ETag: " + other));
		this.platform.clock.advance(Duration.ofSeconds(60));
		assertThat(Platform.get(discovery).members()).containsEntry("x", 1);
		assertThat(this.platform.documents()).isEqualTo(3);
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '`', textBlock = """
			"a", W/"a"
			W/"a", "a"
			""")
	void providerWhenNotModifiedNamesTheEntityTagWeaklyThenConfirmed(String held, String confirming) {
		this.platform.document(Platform.configuration(this.platform.issuer()), "ETag: " + held);
		Discovery discovery = this.platform.discovery();
		ProviderMetadata first = Platform.get(discovery);
		this.platform.login.on(Platform.DOCUMENT, TestResponse.status(304, "ETag: " + confirming));
		this.platform.clock.advance(Duration.ofMinutes(2));
		assertThat(Platform.get(discovery)).isSameAs(first);
		assertThat(this.platform.documents()).isEqualTo(2);
	}

	@Test
	void providerWhenNotModifiedAlwaysNamesAnotherEntityTagThenFails() {
		this.platform.document(Platform.configuration(this.platform.issuer()), "ETag: \"a\"");
		Discovery discovery = this.platform.discovery();
		ProviderMetadata first = Platform.get(discovery);
		this.platform.login.on(Platform.DOCUMENT, TestResponse.status(304, "ETag: \"b\""));
		this.platform.clock.advance(Duration.ofMinutes(2));
		assertThat(Platform.get(discovery)).isSameAs(first);
		assertThat(this.platform.documents()).isEqualTo(3);
		assertThat(document(discovery).lastFailure()).contains("status 304");
	}

	@Test
	void providerWhenNewDocumentThenNewMetadata() {
		Discovery discovery = this.platform.discovery();
		ProviderMetadata first = Platform.get(discovery);
		this.platform.document("{\"x\":1," + Platform.configuration(this.platform.issuer()).strip().substring(1));
		this.platform.clock.advance(Duration.ofSeconds(60));
		ProviderMetadata second = Platform.get(discovery);
		assertThat(second).isNotEqualTo(first);
		assertThat(second.members()).containsEntry("x", 1);
		assertThat(discovery.snapshot().provider()).isEqualTo(second);
	}

	@Test
	void providerWhenSameDocumentThenEqualMetadata() {
		Discovery discovery = this.platform.discovery();
		ProviderMetadata first = Platform.get(discovery);
		this.platform.clock.advance(Duration.ofSeconds(60));
		assertThat(Platform.get(discovery)).isEqualTo(first).hasSameHashCodeAs(first);
		assertThat(this.platform.documents()).isEqualTo(2);
	}

	@Test
	void providerWhenOneDocumentIsStaleThenOnlyThatIsAsked() {
		this.platform.jrd(this.platform.issuer(), "Cache-Control: max-age=3600");
		Discovery discovery = this.platform.discovery();
		Platform.get(discovery);
		this.platform.clock.advance(Duration.ofSeconds(100));
		Platform.get(discovery);
		assertThat(this.platform.webFingers()).isEqualTo(1);
		assertThat(this.platform.documents()).isEqualTo(2);
	}

	@Test
	void providerWhenNoStoreByDefaultThenKeptForTheMinLifetime() {
		this.platform.jrd(this.platform.issuer(), "Cache-Control: no-store");
		this.platform.document(Platform.configuration(this.platform.issuer()),
				"Cache-Control: no-cache, must-revalidate, no-transform, no-store");
		Discovery discovery = this.platform.discovery();
		Platform.get(discovery);
		this.platform.clock.advance(Duration.ofSeconds(59));
		Platform.get(discovery);
		assertThat(this.platform.documents()).isEqualTo(1);
		this.platform.clock.advance(Duration.ofSeconds(1));
		Platform.get(discovery);
		assertThat(this.platform.documents()).isEqualTo(2);
	}

	@Test
	void providerWhenNoStoreInStrictModeThenNothingIsKept() {
		this.platform.jrd(this.platform.issuer(), "Cache-Control: no-store", "ETag: \"a\"");
		this.platform.document(Platform.configuration(this.platform.issuer()), "Cache-Control: no-store",
				"ETag: \"a\"");
		Discovery discovery = this.platform.strict().discovery();
		ProviderMetadata first = Platform.get(discovery);
		assertThat(discovery.snapshot().provider()).isNull();
		assertThat(document(discovery).fetchedAt()).isNull();
		assertThat(Platform.get(discovery)).isNotSameAs(first);
		assertThat(this.platform.webFingers()).isEqualTo(2);
		assertThat(this.platform.documents()).isEqualTo(2);
		assertThat(this.platform.login.lastRequest(Platform.DOCUMENT).header("If-None-Match")).isEmpty();
	}

	@Test
	void providerWhenNoCacheInStrictModeThenConfirmedBeforeEachUse() {
		this.platform.document(Platform.configuration(this.platform.issuer()), "Cache-Control: no-cache",
				"ETag: \"a\"");
		Discovery discovery = this.platform.strict().discovery();
		ProviderMetadata first = Platform.get(discovery);
		this.platform.login.on(Platform.DOCUMENT, TestResponse.status(304));
		assertThat(Platform.get(discovery)).isSameAs(first);
		assertThat(Platform.get(discovery)).isSameAs(first);
		assertThat(this.platform.documents()).isEqualTo(3);
	}

	@Test
	void providerWhenStaleWhileRevalidateThenAtOnceAndOneRequestBehind() {
		this.platform.document(Platform.configuration(this.platform.issuer()),
				"Cache-Control: max-age=100, stale-while-revalidate=50");
		this.platform.jrd(this.platform.issuer(), "Cache-Control: max-age=1000");
		Discovery discovery = this.platform.discovery();
		ProviderMetadata first = Platform.get(discovery);
		CountDownLatch gate = new CountDownLatch(1);
		this.platform.login.on(Platform.DOCUMENT, (request) -> {
			Gates.await(gate);
			return TestResponse.json(Platform.configuration(this.platform.issuer()), "Cache-Control: max-age=100");
		});
		this.platform.clock.advance(Duration.ofSeconds(149));
		for (int i = 0; i < 100; i++) {
			assertThat(discovery.provider()).isCompletedWithValue(first);
		}
		gate.countDown();
		Gates.until(() -> now().equals(document(discovery).fetchedAt()));
		assertThat(this.platform.documents()).isEqualTo(2);
		assertThat(document(discovery).requests()).isEqualTo(2);
	}

	@Test
	void providerWhenStaleWhileRevalidateIsOverThenCallersWait() {
		this.platform.document(Platform.configuration(this.platform.issuer()),
				"Cache-Control: max-age=100, stale-while-revalidate=50");
		Discovery discovery = this.platform.discovery();
		Platform.get(discovery);
		this.platform.jrd(this.platform.issuer(), "Cache-Control: max-age=1000");
		this.platform.clock.advance(Duration.ofSeconds(61));
		Platform.get(discovery);
		CountDownLatch gate = new CountDownLatch(1);
		this.platform.login.on(Platform.DOCUMENT, (request) -> {
			Gates.await(gate);
			return TestResponse.json(Platform.configuration(this.platform.issuer()));
		});
		this.platform.clock.advance(Duration.ofSeconds(89));
		CompletableFuture<ProviderMetadata> waiting = discovery.provider();
		assertThat(waiting).isNotDone();
		gate.countDown();
		Platform.get(waiting);
	}

	@Test
	void providerWhenClockJumpsFarAheadThenAskedAgain() {
		Discovery discovery = this.platform.discovery();
		Platform.get(discovery);
		this.platform.clock.advance(Duration.ofDays(100_000));
		Platform.get(discovery);
		assertThat(this.platform.documents()).isEqualTo(2);
	}

	private Instant now() {
		return this.platform.clock.instant();
	}

	private static DocumentSnapshot webFinger(Discovery discovery) {
		return discovery.snapshot().documents().get(0);
	}

	private static DocumentSnapshot document(Discovery discovery) {
		return discovery.snapshot().documents().get(1);
	}

}
