package io.videoplatform.benchmarks.load;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.videoplatform.benchmarks.stub.Counter;
import io.videoplatform.benchmarks.stub.StubProcess;

import org.springframework.boot.WebApplicationType;

/**
 * 200 users of two applications, WebMVC and WebFlux, who call the API behind shared
 * publishers, log in again and log out. Meanwhile responses to refreshes are lost, a
 * gateway responds instead of the provider for longer than a token's lifetime, the API
 * refuses calls with long challenges, and a third application is closed again and again
 * while its calls wait for a token.
 */
final class MixedFaults implements LoadRun {

	private static final String RUN = "mixed";

	private static final int USERS = 100;

	private static final int EXPIRES_IN = 5;

	private static final int USUAL_SECONDS = 60;

	@Override
	public void run(StubProcess platform, Scale scale, Report report) {
		platform.set("expiresIn", EXPIRES_IN).set("tokenDelay", 20);
		try (PlatformApplication servlet = PlatformApplication.startForUsers(platform.rootUrl());
				PlatformApplication reactive = PlatformApplication.startForUsers(WebApplicationType.REACTIVE,
						ReactiveUserApplication.class, platform.rootUrl())) {
			Outcomes outcomes = new Outcomes();
			List<MixedUser> users = Stream.of(users(servlet, outcomes), users(reactive, outcomes))
				.flatMap(List::stream)
				.toList();
			platform.resetCounts();
			Instant end = Instant.now().plus(scale.seconds(USUAL_SECONDS));
			platform.set("challengePercent", 2).set("userLossPercent", 1);
			List<CompletableFuture<Void>> all = new ArrayList<>(
					users.stream().map((user) -> user.actUntil(end)).toList());
			all.add(CompletableFuture.runAsync(() -> gateways(platform, end)));
			CompletableFuture<Long> closed = CompletableFuture.supplyAsync(() -> ClosedWhileWaiting.until(end));
			all.forEach(CompletableFuture::join);
			report(platform, outcomes, closed.join(), report);
		}
	}

	private static List<MixedUser> users(PlatformApplication application, Outcomes outcomes) {
		return new UserAgents(application).login(USERS, 20, (i) -> "user" + i)
			.stream()
			.map((agent) -> new MixedUser(agent, outcomes, new Random(agent.user().hashCode())))
			.toList();
	}

	/**
	 * Half of the time a gateway responds, for twice the lifetime of a token.
	 */
	private static void gateways(StubProcess platform, Instant end) {
		while (Instant.now().isBefore(end)) {
			for (int status : IntStream.of(502, 504).toArray()) {
				platform.set("gateway", status);
				Moments.pause(Duration.ofSeconds(EXPIRES_IN));
			}
			platform.set("gateway", 0);
			Moments.pause(Duration.ofSeconds(2 * EXPIRES_IN));
		}
	}

	private static void report(StubProcess platform, Outcomes outcomes, long slowest, Report report) {
		long refused = platform.counts().of(Counter.REFUSED_USER_REFRESHES);
		long loggedOut = outcomes.of(Outcomes.Kind.LOGGED_OUT);
		for (Outcomes.Kind kind : Outcomes.Kind.values()) {
			report.note(RUN, kind.name(), outcomes.of(kind));
		}
		outcomes.examples().forEach((example) -> report.note(RUN, "example", example));
		report.exactly(RUN, "responses with another user's token", outcomes.of(Outcomes.Kind.ANOTHER_USER), 0);
		report.exactly(RUN, "calls without a response", outcomes.of(Outcomes.Kind.NO_RESPONSE), 0);
		report.exactly(RUN, "other failures", outcomes.of(Outcomes.Kind.OTHER), 0);
		report.add(RUN, "logged out", loggedOut, "at most %d refused refreshes".formatted(refused),
				loggedOut <= refused);
		report.atMost(RUN, "last response after a close, ms", slowest, 1_000);
	}

}
