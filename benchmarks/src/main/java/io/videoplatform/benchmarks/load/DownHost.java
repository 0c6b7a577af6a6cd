package io.videoplatform.benchmarks.load;

import java.time.Duration;
import java.util.Map;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.benchmarks.stub.Counter;
import io.videoplatform.benchmarks.stub.StubProcess;
import io.videoplatform.client.DocumentSnapshot;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import org.springframework.web.reactive.function.client.WebClient;

/**
 * 500 calls per second on an application whose platform is down from the start, then up.
 */
final class DownHost implements LoadRun {

	private static final int RATE = 500;

	@Override
	public void run(StubProcess platform, Scale scale, Report report) {
		warmUp(platform, report);
		for (String health : new String[] { "UNAVAILABLE", "CLOSED", "SILENT" }) {
			platform.set("health", health);
			platform.resetCounts();
			try (PlatformApplication application = PlatformApplication.start(platform.rootUrl())) {
				whileDown("host " + health, platform, application, scale, report);
				thenUp("host " + health, platform, application, report);
			}
		}
	}

	/**
	 * Load the classes that a call needs: that takes longer than a call may take to fail.
	 * Then see how long a call takes on this machine if nothing is down.
	 */
	private static void warmUp(StubProcess platform, Report report) {
		try (PlatformApplication application = PlatformApplication.start(platform.rootUrl())) {
			new OpenLoop(RATE, application::call).run(Duration.ofSeconds(3));
			WebClient fixed = application.fixedHeaderClient();
			OpenLoop.Result floor = new OpenLoop(RATE, () -> PlatformApplication.call(fixed))
				.run(Duration.ofSeconds(10));
			report.note("host UP", "p99 of the responses, fixed header",
					Report.millis(floor.successes().getValueAtPercentile(99)));
		}
	}

	private void whileDown(String run, StubProcess platform, PlatformApplication application, Scale scale,
			Report report) {
		Burst first = Burst.send(1, application::call);
		report.note(run, "the first call's failure", first.failures().keySet());
		OpenLoop.Result result = new OpenLoop(RATE, application::call).run(scale.seconds(30));
		Histogram failures = result.failures();
		report.exactly(run, "responses while down", result.successes().getTotalCount(), 0);
		report.atMost(run, "requests that the host has seen", platform.counts().of(Counter.REQUESTS), 12);
		report.atMost(run, "attempts by the engine's own count", attempts(application), 12);
		report.add(run, "p99 of the failures", Report.millis(failures.getValueAtPercentile(99)), "under 50 ms",
				failures.getValueAtPercentile(99) < Duration.ofMillis(50).toNanos());
		report.note(run, "p50 and longest of the failures",
				Report.millis(failures.getValueAtPercentile(50)) + ", " + Report.millis(failures.getMaxValue()));
		report.add(run, "failure", describe(result.kinds()), "step, URL, cause, next attempt",
				result.kinds().size() == 1 && isComplete(failure(result.kinds())));
	}

	private void thenUp(String run, StubProcess platform, PlatformApplication application, Report report) {
		platform.set("health", "UP");
		Burst early = Burst.send(1, application::call);
		PlatformAuthorizationException failure = failure(early.failures());
		if (failure != null) {
			Moments.await(failure.getNextAttempt());
		}
		Burst later = Burst.send(1, application::call);
		report.exactly(run, "first call after the next attempt " + later.failures().values(), later.responses(), 1);
	}

	private static long attempts(PlatformApplication application) {
		return application.token().requests()
				+ application.snapshot().discovery().documents().stream().mapToLong(DocumentSnapshot::requests).sum();
	}

	private static String describe(Map<String, Throwable> kinds) {
		return String.join(", ", kinds.keySet());
	}

	private static @Nullable PlatformAuthorizationException failure(Map<String, Throwable> kinds) {
		return (PlatformAuthorizationException) kinds.get(PlatformAuthorizationException.class.getSimpleName());
	}

	private static boolean isComplete(@Nullable PlatformAuthorizationException ex) {
		return ex != null && ex.getStep() != null && ex.getUri() != null && ex.getCause() != null
				&& ex.getNextAttempt() != null;
	}

}
