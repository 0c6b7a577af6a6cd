package io.videoplatform.benchmarks.call;

import java.time.Duration;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.videoplatform.benchmarks.call.FreshTokenBenchmark.Client;
import io.videoplatform.benchmarks.stub.StubPlatform;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Whether the benchmark measures what it says; no times.
 */
@Tag("full")
class FreshTokenBenchmarkTests {

	@ParameterizedTest
	@EnumSource
	void sendWhenAnyClientThenRequestIsWrittenWithToken(Client client) {
		FreshTokenBenchmark benchmark = new FreshTokenBenchmark();
		benchmark.client = client;
		for (Call call : Call.values()) {
			benchmark.call = call;
			benchmark.start();
			assertThat(benchmark.send()).extracting(ResponseEntity::getStatusCode).isEqualTo(HttpStatus.OK);
		}
		benchmark.stop();
	}

	/**
	 * The node looks every few seconds whether Redis responds, whatever it is used for.
	 */
	@Test
	void sendWhenTokenIsSharedThenNoTripToEngine() {
		try (StubPlatform platform = new StubPlatform();
				ConfigurableApplicationContext other = CallApplication.start(platform)) {
			SharedApplication application = new SharedApplication(other, platform);
			WebClient client = application.client();
			Call.GET.send(client);
			long before = application.redis().calls("evalsha");
			for (int i = 0; i < 1_000; i++) {
				Call.GET.send(client);
			}
			assertThat(application.redis().calls("evalsha") - before).isLessThan(10);
		}
	}

	@ParameterizedTest
	@EnumSource(names = "METERED_.*", mode = EnumSource.Mode.MATCH_ALL)
	void sendWhenMeteredThenEachCallIsTimedOnce(Client client) {
		try (StubPlatform platform = new StubPlatform();
				ConfigurableApplicationContext other = CallApplication.start(platform);
				ConfigurableApplicationContext context = MeteredApplication.start(other, platform)) {
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			Supplier<ResponseEntity<Void>> sending = client.sendingIn(context, Call.GET, platform);
			for (int i = 0; i < 10; i++) {
				sending.get();
			}
			// A WebClient's observation ends just after its response
			await().atMost(Duration.ofMinutes(5))
				.untilAsserted(() -> assertThat(meters.get("http.client.requests").timers())
					.filteredOn((timer) -> String.valueOf(timer.getId().getTag("uri")).endsWith("collections/7/videos"))
					.singleElement()
					.extracting(Timer::count)
					.isEqualTo(10L));
		}
	}

	@Test
	void sendWhenNoTokenThenFails() {
		WebClient bare = WebClient.builder().exchangeFunction(new InMemoryExchange()).build();
		assertThatIllegalStateException().isThrownBy(() -> Call.GET.send(bare));
	}

}
