package io.videoplatform.benchmarks.load;

import java.time.Instant;
import java.util.HashMap;

import io.videoplatform.benchmarks.stub.Counter;
import io.videoplatform.benchmarks.stub.Counts;
import io.videoplatform.benchmarks.stub.StubProcess;
import io.videoplatform.client.TokenStatus;

/**
 * 200 calls at once at each refresh point and each expiry of tokens whose refresh tokens
 * can be used once, then the same while responses are lost after the provider has
 * processed the requests.
 */
final class RotatingProvider implements LoadRun {

	private static final int CALLS = 200;

	@Override
	public void run(StubProcess platform, Scale scale, Report report) {
		platform.set("expiresIn", 2).set("tokenDelay", 50);
		try (PlatformApplication application = PlatformApplication.start(platform.rootUrl())) {
			application.call().block();
			expiries(platform, application, scale.times(10), report);
			for (String loss : new String[] { "RESET", "TRUNCATED", "GATEWAY" }) {
				for (int round = 0; round < scale.times(3); round++) {
					lossWhenStale(platform, application, loss, report);
				}
				lossWhenExpired(platform, application, loss, report);
			}
		}
	}

	private void expiries(StubProcess platform, PlatformApplication application, int rounds, Report report) {
		platform.resetCounts();
		int responses = 0;
		for (int round = 0; round < rounds; round++) {
			TokenStatus token = application.token();
			Moments.await((round % 2 == 0) ? token.expiresAt() : token.refreshAt());
			responses += Burst.send(CALLS, application::call).responses();
			awaitNewToken(application, token);
		}
		Counts counts = platform.counts();
		report.exactly("rotation", "responses", responses, (long) CALLS * rounds);
		report.exactly("rotation", "refreshes", counts.of(Counter.REFRESHES), rounds);
		report.exactly("rotation", "refused refreshes", counts.of(Counter.REFUSED_REFRESHES), 0);
	}

	private void lossWhenStale(StubProcess platform, PlatformApplication application, String loss, Report report) {
		String run = "lost (%s) while stale".formatted(loss);
		application.call().block();
		TokenStatus token = application.token();
		platform.resetCounts();
		platform.set("loss", loss);
		Moments.await(token.refreshAt());
		report(run, platform, callUntilNewToken(application, token), report);
	}

	private void lossWhenExpired(StubProcess platform, PlatformApplication application, String loss, Report report) {
		String run = "lost (%s) once expired".formatted(loss);
		TokenStatus token = application.token();
		platform.resetCounts();
		platform.set("loss", loss);
		Moments.await(token.expiresAt());
		report(run, platform, callUntilNewToken(application, token), report);
	}

	private static void report(String run, StubProcess platform, Burst calls, Report report) {
		Counts counts = platform.counts();
		report.exactly(run, "responses lost", counts.of(Counter.LOST_RESPONSES), 1);
		report.exactly(run, "refresh tokens used again too early", counts.of(Counter.EARLY_REUSES), 0);
		report.note(run, "token requests", counts.tokenRequests());
		report.exactly(run, "failing bursts " + calls.failures().values(), calls.failures().size(), 0);
	}

	private static Burst callUntilNewToken(PlatformApplication application, TokenStatus token) {
		Burst all = new Burst(0, new HashMap<>());
		Instant patience = Instant.now().plusSeconds(20);
		do {
			Burst calls = Burst.send(CALLS, application::call);
			all.failures().putAll(calls.failures());
		}
		while (isSame(application, token) && Instant.now().isBefore(patience));
		return all;
	}

	private static void awaitNewToken(PlatformApplication application, TokenStatus token) {
		Instant patience = Instant.now().plusSeconds(20);
		while (isSame(application, token) && Instant.now().isBefore(patience)) {
			Thread.onSpinWait();
		}
	}

	private static boolean isSame(PlatformApplication application, TokenStatus token) {
		return token.obtainedAt() != null && token.obtainedAt().equals(application.token().obtainedAt());
	}

}
