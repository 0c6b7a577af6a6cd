package io.videoplatform.benchmarks.load;

import io.videoplatform.benchmarks.stub.Counter;
import io.videoplatform.benchmarks.stub.Counts;
import io.videoplatform.benchmarks.stub.StubProcess;

/**
 * Tokens that the API no longer accepts: all of them revoked at once under 200 calls, and
 * an API that refuses everything for a minute.
 */
final class RejectedTokens implements LoadRun {

	private static final int CALLS = 200;

	@Override
	public void run(StubProcess platform, Scale scale, Report report) {
		try (PlatformApplication application = PlatformApplication.start(platform.rootUrl())) {
			Burst.send(CALLS, application::call);
			for (int round = 0; round < scale.times(3); round++) {
				platform.resetCounts();
				platform.revokeAccessTokens();
				revoked("access tokens revoked", platform, application, 0, report);
			}
		}
		try (PlatformApplication application = PlatformApplication.start(platform.rootUrl())) {
			Burst.send(CALLS, application::call);
			platform.resetCounts();
			platform.revokeAllTokens();
			revoked("all tokens revoked", platform, application, 1, report);
		}
		try (PlatformApplication application = PlatformApplication.start(platform.rootUrl())) {
			refused(platform, application, scale, report);
		}
	}

	private static void revoked(String run, StubProcess platform, PlatformApplication application, long logins,
			Report report) {
		Burst calls = Burst.send(CALLS, application::call);
		Counts counts = platform.counts();
		report.exactly(run, "responses " + calls.failures().values(), calls.responses(), CALLS);
		report.exactly(run, "refreshes", counts.of(Counter.REFRESHES), 1);
		report.exactly(run, "logins", counts.of(Counter.LOGINS), logins);
	}

	private static void refused(StubProcess platform, PlatformApplication application, Scale scale, Report report) {
		application.call().block();
		platform.resetCounts();
		platform.set("apiRefuses", true);
		OpenLoop.Result result = new OpenLoop(500, application::call).run(scale.seconds(60));
		report.exactly("API refuses everything", "responses", result.successes().getTotalCount(), 0);
		report.atMost("API refuses everything", "token requests", platform.counts().tokenRequests(), 10);
		report.note("API refuses everything", "failures", result.kinds().keySet());
	}

}
