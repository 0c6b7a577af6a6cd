package io.videoplatform.benchmarks.load;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.videoplatform.benchmarks.stub.StubProcess;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * Closes an application while its calls wait for a token, again and again.
 */
final class ClosedWhileWaiting {

	private static final int CALLS = 50;

	private static final long PATIENCE = 30;

	private ClosedWhileWaiting() {
	}

	/**
	 * Go on until a moment.
	 * @return how long the slowest call took from the close on, in milliseconds
	 */
	static long until(Instant end) {
		long slowest = 0;
		try (StubProcess platform = StubProcess.start()) {
			platform.set("tokenDelay", 8_000);
			while (Instant.now().isBefore(end)) {
				slowest = Math.max(slowest, closeOnce(platform));
			}
		}
		return slowest;
	}

	private static long closeOnce(StubProcess platform) {
		PlatformApplication application = PlatformApplication.start(WebApplicationType.NONE, Application.class,
				platform.rootUrl());
		CompletableFuture<?>[] calls = IntStream.range(0, CALLS)
			.mapToObj((i) -> application.call().toFuture().handle((response, failure) -> System.nanoTime()))
			.toArray(CompletableFuture[]::new);
		Moments.pause(Duration.ofMillis(500));
		long begin = System.nanoTime();
		application.close();
		CompletableFuture.allOf(calls).orTimeout(PATIENCE, TimeUnit.SECONDS).join();
		long last = IntStream.range(0, CALLS).mapToLong((i) -> (Long) calls[i].join()).max().orElse(begin);
		return TimeUnit.NANOSECONDS.toMillis(last - begin);
	}

	/**
	 * An application that takes nothing of the others with it.
	 */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	@Import(OwnNettyResources.class)
	static class Application {

	}

}
