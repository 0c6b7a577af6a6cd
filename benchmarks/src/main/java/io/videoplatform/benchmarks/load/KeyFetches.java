package io.videoplatform.benchmarks.load;

import java.util.List;

import io.videoplatform.benchmarks.stub.Counter;
import io.videoplatform.benchmarks.stub.Counts;
import io.videoplatform.benchmarks.stub.StubProcess;

/**
 * 1,000 users who log in to an application that has just started, 50 at a time.
 */
final class KeyFetches implements LoadRun {

	private static final String RUN = "logins";

	@Override
	public void run(StubProcess platform, Scale scale, Report report) {
		int logins = scale.times(1_000);
		try (PlatformApplication application = PlatformApplication.startForUsers(platform.rootUrl())) {
			long start = System.nanoTime();
			List<UserAgent> agents = new UserAgents(application).login(logins, 50, (i) -> "user" + i);
			long took = System.nanoTime() - start;
			Counts counts = platform.counts();
			report.exactly(RUN, "users logged in", agents.size(), logins);
			report.exactly(RUN, "codes exchanged", counts.of(Counter.CODES), logins);
			report.exactly(RUN, "key fetches", counts.of(Counter.KEYS), 1);
			report.exactly(RUN, "WebFinger requests", counts.of(Counter.WEB_FINGER), 1);
			report.note(RUN, "configuration requests", counts.of(Counter.CONFIGURATION));
			report.exactly(RUN, "logins held", application.logins().tokens().count(), logins);
			report.note(RUN, "logins per second", logins * 1_000_000_000L / took);
		}
	}

}
