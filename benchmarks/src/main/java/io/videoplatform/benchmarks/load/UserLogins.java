package io.videoplatform.benchmarks.load;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.benchmarks.stub.Counter;
import io.videoplatform.benchmarks.stub.Counts;
import io.videoplatform.benchmarks.stub.StubProcess;

/**
 * 100 users whose tokens have all run out, each with 20 calls at once, at a provider that
 * ends a login if a refresh token comes twice. Meanwhile some of them log in with a
 * second browser, and log out with the second browser of the round before.
 */
final class UserLogins implements LoadRun {

	private static final int USERS = 100;

	private static final int CALLS = 20;

	private static final int SECOND_BROWSERS = 20;

	private static final int EXPIRES_IN = 30;

	private static final String RUN = "users";

	@Override
	public void run(StubProcess platform, Scale scale, Report report) {
		platform.set("expiresIn", EXPIRES_IN).set("tokenDelay", 50);
		try (PlatformApplication application = PlatformApplication.startForUsers(platform.rootUrl())) {
			UserAgents agents = new UserAgents(application);
			List<UserAgent> staying = agents.login(USERS, 25, (i) -> "user" + i);
			for (int call = 0; call < CALLS; call++) {
				UserAgents.await(staying.stream().map((agent) -> agent.get("/blocking")).toList());
			}
			List<UserAgent> leaving = agents.login(SECOND_BROWSERS, SECOND_BROWSERS, (i) -> "user" + i);
			for (int round = 0; round < scale.times(5); round++) {
				awaitExpiry(platform);
				platform.resetCounts();
				leaving = round(agents, staying, leaving, report);
				report(platform, application, report);
			}
		}
	}

	private static void awaitExpiry(StubProcess platform) {
		Instant last = Instant.ofEpochMilli(platform.counts().of(Counter.LAST_TOKEN_AT));
		Moments.await(last.plusSeconds(EXPIRES_IN));
	}

	private static List<UserAgent> round(UserAgents agents, List<UserAgent> staying, List<UserAgent> leaving,
			Report report) {
		List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
		List<CompletableFuture<HttpResponse<String>>> callsOfLeaving = new ArrayList<>();
		List<CompletableFuture<HttpResponse<String>>> logouts = new ArrayList<>();
		List<CompletableFuture<UserAgent>> logins = new ArrayList<>();
		for (int call = 0; call < CALLS; call++) {
			String path = (call % 2 == 0) ? "/blocking" : "/reactive";
			staying.forEach((agent) -> calls.add(agent.get(path)));
			leaving.forEach((agent) -> callsOfLeaving.add(agent.get(path)));
			// One logs in and one out after every call of the others
			UserAgent second = agents.open(staying.get(call).user());
			logins.add(second.login().thenCompose((agent) -> {
				CompletableFuture<HttpResponse<String>> first = agent.get(path);
				return first.thenApply((response) -> {
					calls.add(first);
					return agent;
				});
			}));
			logouts.add(leaving.get(call).logout());
		}
		UserAgents.await(logins);
		UserAgents.await(logouts);
		List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>(calls);
		UserAgents.await(all);
		UserAgents.await(callsOfLeaving);
		report.exactly(RUN, "responses with the user's own token " + statuses(all), succeeded(all), all.size());
		report.note(RUN, "responses to those who log out", statuses(callsOfLeaving));
		List<CompletableFuture<HttpResponse<String>>> late = leaving.stream()
			.map((agent) -> agent.get("/blocking"))
			.toList();
		UserAgents.await(late);
		report.exactly(RUN, "responses to those who have logged out " + statuses(late), succeeded(late), 0);
		return logins.stream().map(CompletableFuture::join).toList();
	}

	private static long succeeded(List<CompletableFuture<HttpResponse<String>>> responses) {
		return responses.stream()
			.map(CompletableFuture::join)
			.filter((response) -> response.statusCode() == 200 && response.body().equals("true"))
			.count();
	}

	private static Map<Integer, Integer> statuses(List<CompletableFuture<HttpResponse<String>>> responses) {
		Map<Integer, Integer> statuses = new TreeMap<>();
		responses.forEach((response) -> statuses.merge(response.join().statusCode(), 1, Integer::sum));
		return statuses;
	}

	private static void report(StubProcess platform, PlatformApplication application, Report report) {
		Instant patience = Instant.now().plusSeconds(10);
		while (platform.counts().of(Counter.ACTIVE_LOGINS) != USERS + SECOND_BROWSERS
				&& Instant.now().isBefore(patience)) {
			Moments.pause(Duration.ofMillis(50));
		}
		Counts counts = platform.counts();
		long refreshes = counts.of(Counter.USER_REFRESHES);
		report.add(RUN, "refreshes", refreshes, USERS + " to " + (USERS + SECOND_BROWSERS),
				refreshes >= USERS && refreshes <= USERS + SECOND_BROWSERS);
		report.exactly(RUN, "second refreshes within an expiry", counts.of(Counter.EARLY_USER_REFRESHES), 0);
		report.exactly(RUN, "refresh tokens used twice", counts.of(Counter.USER_REUSES), 0);
		report.exactly(RUN, "logins at the provider", counts.of(Counter.ACTIVE_LOGINS), USERS + SECOND_BROWSERS);
		report.exactly(RUN, "logins in the application", application.logins().tokens().count(),
				USERS + SECOND_BROWSERS);
	}

}
