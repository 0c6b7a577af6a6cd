package io.videoplatform.internal.discovery;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import io.videoplatform.Gates;
import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.DocumentSnapshot;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What callers get, and hosts see, while a host is down.
 */
class OutageTests {

	private final Platform platform = new Platform();

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void providerWhenHostDownThenFailsFastUntilNextAttemptSucceeds() {
		this.platform.api.on(Platform.WEBFINGER, TestResponse.status(503));
		Discovery discovery = this.platform.discovery();
		PlatformDiscoveryException first = Platform.failure(discovery);
		assertThat(first.getStep()).isEqualTo(PlatformStep.WEBFINGER);
		assertThat(first.getUri()).isEqualTo(URI.create(this.platform.api.url() + Platform.WEBFINGER));
		assertThat(first.isRetryable()).isTrue();
		Instant next = next(first);
		assertThat(Duration.between(now(), next)).isBetween(Duration.ofMillis(180), Duration.ofMillis(220));
		this.platform.clock.setTo(next.minusNanos(1));
		CompletableFuture<ProviderMetadata> second = discovery.provider();
		assertThat(second).isCompletedExceptionally();
		assertThat(Platform.failure(second)).isNotSameAs(first).hasMessage(first.getMessage());
		assertThat(this.platform.webFingers()).isEqualTo(1);
		assertThat(first).hasMessage("WebFinger at %s failed: status 503 (no content type); next attempt at %s"
			.formatted(this.platform.api.url() + Platform.WEBFINGER, next));
		this.platform.jrd(this.platform.issuer());
		this.platform.clock.setTo(next);
		Platform.get(discovery);
		assertThat(this.platform.events(Level.INFO)).first().asString().contains("succeeds again");
	}

	@Test
	void providerWhenAnotherIsNamedInPlaceOfOneThatCannotBeReadThenNextAttemptUsesIt() {
		this.platform.jrd("http://127.0.0.1:1/realms/platform", "Cache-Control: max-age=86400");
		Discovery discovery = this.platform.discovery();
		Instant next = next(Platform.failure(discovery));
		this.platform.jrd(this.platform.issuer(), "Cache-Control: max-age=86400");
		Platform.failure(discovery);
		assertThat(this.platform.webFingers()).isEqualTo(1);
		this.platform.clock.setTo(next);
		assertThat(Platform.get(discovery).issuer()).isEqualTo(this.platform.issuer());
		assertThat(this.platform.webFingers()).isEqualTo(2);
	}

	@Test
	void providerWhenHostNamesAnotherRealmWhileTheProviderIsDownThenWhatIsHeldIsUsed() {
		Discovery discovery = this.platform.discovery();
		ProviderMetadata held = Platform.get(discovery);
		this.platform.api.on(Platform.WEBFINGER,
				TestResponse.json(this.platform.jrdFor(this.platform.issuer() + "/.well-known/openid-configuration")
					.replace("\"platform\"", "\"other\"")));
		this.platform.login.on(Platform.DOCUMENT, TestResponse.status(503));
		this.platform.clock.advance(Duration.ofSeconds(61));
		assertThat(Platform.get(discovery)).isEqualTo(held);
		this.platform.document(Platform.configuration(this.platform.issuer()));
		this.platform.clock.advance(Duration.ofMinutes(1));
		assertThat(Platform.get(discovery.anew()).realm()).isEqualTo("other");
	}

	@Test
	void providerWhenCauseOfOutageChangesThenOneWarningForEach() {
		Discovery discovery = this.platform.discovery();
		for (int status : new int[] { 503, 404, 500, 404 }) {
			this.platform.api.on(Platform.WEBFINGER, TestResponse.status(status));
			this.platform.clock.setTo(next(Platform.failure(discovery)));
		}
		assertThat(discovery.snapshot().documents().get(0)).returns(4, DocumentSnapshot::failures)
			.returns(4L, DocumentSnapshot::requests)
			.satisfies((document) -> assertThat(document.lastFailure()).contains("status 404"));
		assertThat(this.platform.events(Level.WARN)).satisfiesExactly(
				(first) -> assertThat(first).contains("status 503"),
				(second) -> assertThat(second).contains("status 404"));
		this.platform.jrd(this.platform.issuer());
		Platform.get(discovery);
		assertThat(this.platform.events(Level.INFO)).first().asString().contains("succeeds again");
		this.platform.clock.advance(Duration.ofDays(3));
		this.platform.api.on(Platform.WEBFINGER, TestResponse.status(503));
		Platform.failure(discovery);
		assertThat(this.platform.events(Level.WARN)).hasSize(3).last().asString().contains("status 503");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void providerWhenFiveHundredCallsASecondThenAtMostTwelveRequestsInThirtySeconds(boolean api) {
		TestServer down = api ? this.platform.api : this.platform.login;
		String path = api ? Platform.WEBFINGER : Platform.DOCUMENT;
		down.on(path, TestResponse.status(502));
		Discovery discovery = this.platform.discovery();
		for (int i = 0; i < 15_000; i++) {
			CompletableFuture<ProviderMetadata> call = discovery.provider();
			Platform.failure(call);
			this.platform.clock.advance(Duration.ofMillis(2));
		}
		assertThat(down.requests(path)).hasSizeBetween(9, 12);
	}

	@ParameterizedTest
	@CsvSource({ "503,10,10000", "429,10,10000", "503,100000,60000", "429,'Sat, 21 Nov 2026 10:00:20 GMT',20000",
			"503,-5,200", "503,garbage,200", "503,0,200", "500,10,200", "404,10,200", "400,10,200", "403,10,200" })
	void providerWhenRetryAfterThenHonoured(int status, String value, long millis) {
		this.platform.api.on(Platform.WEBFINGER, TestResponse.status(status, "Retry-After: " + value));
		Duration wait = Duration.between(now(), next(Platform.failure(this.platform.discovery())));
		assertThat(wait.toMillis()).isBetween(millis * 9 / 10, millis * 11 / 10);
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", textBlock = """
			500,-,true
			503,-,true
			429,-,true
			403,-,true
			302,-,true
			304,-,true
			204,-,true
			404,-,false
			410,-,false
			200,<html>,true
			200,not JSON,true
			200,{},true
			200,[],true
			200,MISMATCH,false
			""")
	void providerWhenRefreshFailsThenStaleOrNot(int status, @Nullable String body, boolean stale) {
		this.platform.jrd(this.platform.issuer(), "Cache-Control: max-age=31536000");
		Discovery discovery = this.platform.discovery();
		ProviderMetadata good = Platform.get(discovery);
		this.platform.clock.advance(Duration.ofHours(1));
		String text = "MISMATCH".equals(body) ? Platform.configuration("https://evil.example") : body;
		this.platform.login.on(Platform.DOCUMENT, TestResponse.of(status, Objects.requireNonNullElse(text, "")));
		for (int i = 0; i < 2; i++) {
			assertThat(discovery.provider().handle((value, failure) -> good.equals(value)).join()).isEqualTo(stale);
		}
		assertThat(discovery.snapshot().provider() != null).isEqualTo(stale);
	}

	@Test
	void providerWhenRefreshFailsThenStaleForStaleIfErrorAndTheHostIsAskedOnceInHalfAMinute() {
		Discovery discovery = this.platform.discovery();
		ProviderMetadata good = Platform.get(discovery);
		this.platform.api.on(Platform.WEBFINGER, TestResponse.status(503));
		this.platform.clock.advance(Duration.ofMinutes(2));
		for (int second = 0; second < 30; second++) {
			assertThat(Platform.get(discovery)).isEqualTo(good);
			this.platform.clock.advance(Duration.ofSeconds(1));
		}
		assertThat(this.platform.webFingers()).isEqualTo(2);
		this.platform.clock.setTo(MovableClock.START.plusSeconds(60).plus(Duration.ofHours(24)).minusNanos(1));
		assertThat(Platform.get(discovery)).isEqualTo(good);
		this.platform.clock.advance(Duration.ofNanos(1));
		Platform.failure(discovery);
		assertThat(this.platform.events(Level.WARN)).first().asString().contains("what is held stays in use until ");
	}

	@Test
	void providerWhenLastFailureWasQuickThenOthersWaitForTheRepeat() {
		this.platform.api.on(Platform.WEBFINGER, TestResponse.status(503));
		Discovery discovery = this.platform.discovery();
		this.platform.clock.setTo(next(Platform.failure(discovery)));
		CountDownLatch gate = gateAtWebFinger();
		List<CompletableFuture<ProviderMetadata>> calls = IntStream.range(0, 100)
			.mapToObj((i) -> discovery.provider())
			.toList();
		assertThat(calls).noneMatch(CompletableFuture::isDone);
		gate.countDown();
		calls.forEach(Platform::get);
		assertThat(this.platform.webFingers()).isEqualTo(2);
	}

	@Test
	void providerWhenLastFailureWasSlowThenOthersFailAtOnceDuringTheRepeat() {
		this.platform.api.on(Platform.WEBFINGER, (request) -> {
			this.platform.clock.advance(Duration.ofSeconds(2));
			return TestResponse.status(503);
		});
		Discovery discovery = this.platform.discovery();
		this.platform.clock.setTo(next(Platform.failure(discovery)));
		CountDownLatch gate = gateAtWebFinger();
		CompletableFuture<ProviderMetadata> repeat = discovery.provider();
		assertThat(repeat).isNotDone();
		CompletableFuture<ProviderMetadata> other = discovery.provider();
		assertThat(next(Platform.failure(other))).isAfter(now().plusSeconds(2));
		gate.countDown();
		Platform.get(repeat);
		this.platform.clock.setTo(next(Platform.failure(other)));
		Platform.get(discovery);
	}

	private CountDownLatch gateAtWebFinger() {
		CountDownLatch gate = new CountDownLatch(1);
		this.platform.api.on(Platform.WEBFINGER, (request) -> {
			Gates.await(gate);
			return TestResponse.json(this.platform.jrdFor(this.platform.issuer()), "Cache-Control: max-age=60");
		});
		return gate;
	}

	private static Instant next(PlatformDiscoveryException failure) {
		Instant next = failure.getNextAttempt();
		assertThat(next).isNotNull();
		return next;
	}

	private Instant now() {
		return this.platform.clock.instant();
	}

}
