package io.videoplatform.benchmarks.load;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.videoplatform.benchmarks.stub.Counter;
import io.videoplatform.benchmarks.stub.Counts;
import io.videoplatform.benchmarks.stub.StubProcess;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

import org.springframework.boot.WebApplicationType;

/**
 * 1,000 calls at once on an application that has neither discovered anything nor a token,
 * while the token endpoint takes 300 ms.
 */
final class ColdStampede implements LoadRun {

	private static final int CALLS = 1_000;

	@Override
	public void run(StubProcess platform, Scale scale, Report report) {
		platform.set("tokenDelay", 300);
		for (int round = 0; round < scale.times(3); round++) {
			servlet(platform, report);
			reactive(platform, report);
			plain(platform, report);
		}
	}

	private void servlet(StubProcess platform, Report report) {
		platform.resetCounts();
		try (PlatformApplication application = PlatformApplication.start(WebApplicationType.SERVLET,
				StampedeApplication.class, platform.rootUrl(), "server.port=0", "server.tomcat.threads.max=" + CALLS,
				"server.tomcat.accept-count=" + CALLS)) {
			report("cold, WebMVC", platform, application, overHttp(application, "/blocking"), report);
		}
	}

	private void reactive(StubProcess platform, Report report) {
		platform.resetCounts();
		try (PlatformApplication application = PlatformApplication.start(WebApplicationType.REACTIVE,
				StampedeApplication.class, platform.rootUrl(), "server.port=0")) {
			report("cold, WebFlux", platform, application, overHttp(application, "/reactive"), report);
		}
	}

	private void plain(StubProcess platform, Report report) {
		platform.resetCounts();
		try (PlatformApplication application = PlatformApplication.start(WebApplicationType.NONE,
				StampedeApplication.class, platform.rootUrl())) {
			report("cold, plain threads", platform, application, onThreads(application), report);
		}
	}

	private static int overHttp(PlatformApplication application, String path) {
		HttpClient client = HttpClient.create(ConnectionProvider.create("callers", CALLS))
			.baseUrl("http://127.0.0.1:" + application.port());
		return Burst
			.send(CALLS,
					() -> client.get()
						.uri(path)
						.responseSingle((response, body) -> (response.status().code() == 200) ? body.asString()
								: Mono.error(new IllegalStateException("Responded with " + response.status()))))
			.responses();
	}

	private static int onThreads(PlatformApplication application) {
		AtomicInteger responses = new AtomicInteger();
		Thread[] threads = new Thread[CALLS];
		for (int i = 0; i < CALLS; i++) {
			threads[i] = new Thread(() -> {
				if (application.call().block(Duration.ofSeconds(30)) != null) {
					responses.incrementAndGet();
				}
			});
			threads[i].start();
		}
		for (Thread thread : threads) {
			join(thread);
		}
		return responses.get();
	}

	private static void join(Thread thread) {
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException("Interrupted while callers run", ex);
		}
	}

	private static void report(String run, StubProcess platform, PlatformApplication application, int responses,
			Report report) {
		long end = System.currentTimeMillis();
		Counts counts = platform.counts();
		report.exactly(run, "responses", responses, CALLS);
		report.exactly(run, "WebFinger requests", counts.of(Counter.WEB_FINGER), 1);
		report.exactly(run, "configuration requests", counts.of(Counter.CONFIGURATION), 1);
		report.exactly(run, "token requests", counts.tokenRequests(), 1);
		report.atMost(run, "ms from the token to the last response", end - counts.of(Counter.LAST_TOKEN_AT), 5_000);
		int threads = application.bean(StampedeApplication.ReleaseThreads.class).names().size();
		report.add(run, "threads that callers were released on", threads, "more than 1", threads > 1);
	}

}
