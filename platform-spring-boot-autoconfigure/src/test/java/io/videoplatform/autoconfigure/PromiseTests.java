package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.Gates;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.PlatformSnapshot;
import io.videoplatform.client.TokenState;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the starter promises, a test for each promise: where a token goes, whom the client
 * trusts, one refresh, no hang, that it goes on, and that nothing leaks. Whose token a
 * call carries is in {@code WhoseCallTests}, and what nodes share in
 * {@code SharedLoginTests}.
 */
@ExtendWith(OutputCaptureExtension.class)
class PromiseTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final TestPlatform platform = new TestPlatform();

	private final TestPlatform foreign = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final ApplicationContextRunner application = ClientApplication.of(this.platform)
		.withBean("platformClock", Clock.class, () -> this.clock);

	@AfterEach
	void close() {
		this.platform.close();
		this.foreign.close();
	}

	@Test
	void whereItGoesWhenUrlOrRedirectLeadsElsewhereThenTokenStaysHere() {
		this.foreign.api((request) -> TestResponse.json("{}"));
		this.platform.api((request) -> request.path().endsWith("moved")
				? TestResponse.redirect(this.foreign.rootUrl() + "/videos") : TestResponse.json("{}"));
		this.application.run((context) -> {
			get(context, "videos");
			get(context, this.foreign.rootUrl() + "/videos");
			get(context, "moved");
		});
		assertThat(this.platform.calls()).extracting(RecordedRequest::authorization).containsOnly("Bearer access-1");
		assertThat(this.foreign.calls()).hasSize(1).extracting(RecordedRequest::authorization).containsOnlyNulls();
	}

	@Test
	void whereItGoesWhenThereIsNoTokenThenCallIsNotSentBare() {
		this.platform.fail("/token", 503);
		this.application.run((context) -> assertThatExceptionOfType(PlatformAuthorizationException.class)
			.isThrownBy(() -> get(context, "videos")));
		assertThat(this.platform.calls()).isEmpty();
	}

	@Test
	void whomWeTrustWhenAnotherIssuerIsNamedThenItGetsNothing() {
		this.platform.documents().caching("max-age=60", "max-age=60");
		this.application.run((context) -> {
			get(context, "videos");
			this.platform.documents().named(this.foreign.issuer());
			for (int i = 0; i < 5; i++) {
				this.clock.advance(Duration.ofMinutes(2));
				get(context, "videos");
			}
			Gates.until(() -> this.foreign.issuer().equals(snapshot(context).discovery().quarantinedIssuer()));
			this.clock.advance(Duration.ofHours(1));
			get(context, "videos");
			assertThat(snapshot(context).discovery().issuer()).isEqualTo(this.platform.issuer());
		});
		assertThat(this.foreign.tokenRequests()).isEmpty();
	}

	@Test
	void oneRefreshWhenManyCallsNeedItThenOneRequest() {
		this.application.run((context) -> {
			getAll(context, 100);
			assertThat(this.platform.tokenRequests()).hasSize(1);
			this.clock.advance(Duration.ofHours(1));
			getAll(context, 100);
		});
		assertThat(this.platform.tokenRequests()).extracting((request) -> request.get("grant_type"))
			.containsExactly("password", "refresh_token");
	}

	@Test
	void noHangWhenContextClosesThenWaitingCallFails() {
		this.platform.server().hold("/token", Mono.never());
		this.application.run((context) -> {
			CompletableFuture<?> call = client(context).get().uri("videos").retrieve().toBodilessEntity().toFuture();
			this.platform.server().awaitRequests("/token", 1);
			context.close();
			assertThat(call).failsWithin(PATIENCE)
				.withThrowableThat()
				.withStackTraceContaining("the application is closing");
		});
	}

	@Test
	void itGoesOnWhenProviderIsDownThenTokenIsUsedToItsEnd() {
		this.application.run((context) -> {
			get(context, "videos");
			this.platform.fail("/token", 503);
			this.clock.setTo(Objects.requireNonNull(snapshot(context).token().refreshAt()));
			get(context, "videos");
			// The refresh behind the call has failed
			Gates.until(() -> snapshot(context).token().failures() == 1);
			assertThat(snapshot(context).token().state()).isEqualTo(TokenState.STALE);
			this.platform.repair();
			this.clock.advance(Duration.ofMinutes(10));
			get(context, "videos");
		});
	}

	@Test
	void nothingLeaksWhenCallsSucceedAndFailThenLogAndSnapshotHoldNoSecret(CapturedOutput output) {
		this.application.withPropertyValues("logging.level.io.videoplatform=trace").run((context) -> {
			get(context, "videos");
			this.platform.fail("/token", 400);
			this.clock.advance(Duration.ofHours(1));
			assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(() -> get(context, "videos"))
				.satisfies((failure) -> assertThat(failure.toString()).doesNotContain("access-1", "canary"));
			assertThat(snapshot(context).toString()).doesNotContain("access-1", "refresh-1", "canary");
		});
		assertThat(output).doesNotContain("access-1", "refresh-1", "canary");
	}

	@Test
	void rowsThatNoPeerHasWhenOnlyRootUrlIsSetThenAllElseIsDiscovered() {
		this.application.run((context) -> {
			get(context, "videos");
			assertThat(this.platform.requests("/.well-known/webfinger")).isNotEmpty();
			assertThat(context).hasBean("platformWebClient").hasSingleBean(PlatformClients.class);
		});
	}

	private static WebClient client(AssertableApplicationContext context) {
		return context.getBean("platformWebClient", WebClient.class);
	}

	private static void get(AssertableApplicationContext context, String uri) {
		client(context).get().uri(uri).exchangeToMono((response) -> response.releaseBody()).block(PATIENCE);
	}

	private static void getAll(AssertableApplicationContext context, int number) {
		Flux.range(0, number)
			.flatMap((i) -> client(context).get().uri("videos").retrieve().toBodilessEntity(), number)
			.then()
			.block(PATIENCE);
	}

	private static PlatformSnapshot snapshot(AssertableApplicationContext context) {
		return context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT).snapshot();
	}

}
