package io.videoplatform.benchmarks.load;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Browsers that share a machine.
 */
final class UserAgents {

	private static final long PATIENCE = 120;

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(PATIENCE))
		.build();

	private final int port;

	UserAgents(PlatformApplication application) {
		this.port = application.port();
	}

	UserAgent open(String user) {
		return new UserAgent(this.http, this.port, user);
	}

	/**
	 * Log users in, so many at a time.
	 */
	List<UserAgent> login(int number, int atATime, IntFunction<String> user) {
		List<UserAgent> agents = new ArrayList<>();
		for (int begin = 0; begin < number; begin += atATime) {
			List<CompletableFuture<UserAgent>> logins = new ArrayList<>();
			for (int i = begin; i < Math.min(number, begin + atATime); i++) {
				logins.add(open(user.apply(i)).login());
			}
			await(logins);
			logins.forEach((login) -> agents.add(login.join()));
		}
		return agents;
	}

	static void await(List<? extends CompletableFuture<?>> responses) {
		CompletableFuture.allOf(responses.toArray(CompletableFuture[]::new))
			.orTimeout(PATIENCE, TimeUnit.SECONDS)
			.join();
	}

}
