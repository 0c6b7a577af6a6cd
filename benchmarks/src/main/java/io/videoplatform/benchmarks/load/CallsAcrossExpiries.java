package io.videoplatform.benchmarks.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.videoplatform.benchmarks.stub.StubProcess;

import org.springframework.web.reactive.function.client.WebClient;

/**
 * 500 calls per second in an open loop over tokens that live for 5 s, while the token
 * endpoint takes 300 ms, and the same with a header that never changes.
 */
final class CallsAcrossExpiries implements LoadRun {

	private static final String RUN = "500/s across expiries";

	private static final int RATE = 500;

	private static final long TOLERANCE = Duration.ofMillis(2).toNanos();

	@Override
	public void run(StubProcess platform, Scale scale, Report report) {
		platform.set("tokenDelay", 300).set("expiresIn", 5);
		List<Long> ours = new ArrayList<>();
		List<Long> floor = new ArrayList<>();
		try (PlatformApplication application = PlatformApplication.start(platform.rootUrl())) {
			WebClient fixed = application.fixedHeaderClient();
			measure(fixed, Duration.ofSeconds(5));
			measure(application.webClient(), Duration.ofSeconds(5));
			for (int round = 0; round < scale.times(5); round++) {
				floor.add(measure(fixed, scale.seconds(20)).successes().getValueAtPercentile(99));
				ours.add(round(platform, application, scale, report));
			}
		}
		long median = median(ours);
		long fixedMedian = median(floor);
		report.note(RUN, "p99 of the fixed header, rounds", floor.stream().map(Report::millis).toList());
		report.note(RUN, "p99 of the platform's client, rounds", ours.stream().map(Report::millis).toList());
		report.add(RUN, "p99, median of rounds", Report.millis(median),
				"1.5 x %s or 2 ms more".formatted(Report.millis(fixedMedian)),
				median <= Math.max(fixedMedian * 3 / 2, fixedMedian + TOLERANCE));
	}

	private static long round(StubProcess platform, PlatformApplication application, Scale scale, Report report) {
		PlatformApplication.call(application.webClient()).block();
		platform.resetCounts();
		RefreshPoints points = RefreshPoints.watch(application::token);
		OpenLoop.Result result = measure(application.webClient(), scale.seconds(20));
		long passed = points.stop();
		Moments.pause(Duration.ofMillis(500));
		long requests = platform.counts().tokenRequests();
		report.add(RUN, "token requests", requests, "%d refresh points ± 1".formatted(passed),
				Math.abs(requests - passed) <= 1);
		report.exactly(RUN, "failures " + result.kinds(), result.failures().getTotalCount(), 0);
		return result.successes().getValueAtPercentile(99);
	}

	private static OpenLoop.Result measure(WebClient client, Duration duration) {
		return new OpenLoop(RATE, () -> PlatformApplication.call(client)).run(duration);
	}

	private static long median(List<Long> values) {
		List<Long> sorted = new ArrayList<>(values);
		Collections.sort(sorted);
		return sorted.get(sorted.size() / 2);
	}

}
