package io.videoplatform.benchmarks.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.videoplatform.benchmarks.stub.Counter;
import io.videoplatform.benchmarks.stub.StubProcess;
import reactor.core.publisher.Mono;

/**
 * Two applications with the same account make their first call at the same moment, at a
 * provider that refuses all but one of the logins that overlap.
 */
final class SiblingLogins implements LoadRun {

	private static final String RUN = "two applications at once";

	@Override
	public void run(StubProcess platform, Scale scale, Report report) {
		platform.set("exclusiveLogins", true).set("tokenDelay", 170);
		for (int round = 0; round < scale.times(5); round++) {
			platform.resetCounts();
			try (PlatformApplication first = PlatformApplication.start(platform.rootUrl());
					PlatformApplication second = PlatformApplication.start(platform.rootUrl())) {
				long start = System.nanoTime();
				Mono.when(first.call(), second.call()).block(Duration.ofSeconds(60));
				long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
				report.atMost(RUN, "ms until both have a response", took, 10_000);
				report.note(RUN, "logins refused", platform.counts().of(Counter.REFUSED_LOGINS));
			}
		}
	}

}
