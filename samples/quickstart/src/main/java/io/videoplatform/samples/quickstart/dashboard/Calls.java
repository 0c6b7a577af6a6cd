package io.videoplatform.samples.quickstart.dashboard;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.PlatformSnapshot;
import io.videoplatform.samples.quickstart.Videos;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Calls of the platform, one each second and as many as the page requests, and the result
 * of the last one.
 */
@Component
class Calls {

	private static final Log logger = LogFactory.getLog(Calls.class);

	private final Videos videos;

	private final PlatformClient platform;

	private final AtomicReference<Outcome> latest = new AtomicReference<>(new Outcome(null, List.of(), 0, null));

	Calls(Videos videos, PlatformClients clients) {
		this.videos = videos;
		this.platform = clients.get(PlatformClients.DEFAULT);
	}

	Outcome latest() {
		return Objects.requireNonNull(this.latest.get());
	}

	PlatformSnapshot snapshot() {
		return this.platform.snapshot();
	}

	@Scheduled(initialDelayString = "${quickstart.interval:0s}", fixedDelayString = "${quickstart.interval:1s}")
	void callAgain() {
		call().block();
	}

	/**
	 * Make the requested number of calls at once, and wait for all responses.
	 */
	Batch callAtOnce(int count) {
		PlatformSnapshot before = snapshot();
		long start = System.nanoTime();
		long succeeded = Flux.range(0, count)
			.flatMap((number) -> call(), count)
			.filter((outcome) -> outcome.error() == null)
			.count()
			.blockOptional()
			.orElse(0L);
		long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
		return new Batch(count, succeeded, tokenRequests(snapshot()) - tokenRequests(before), millis);
	}

	private Mono<Outcome> call() {
		return this.videos.list()
			.map((page) -> new Outcome(Instant.now(), page.items(), page.total(), null))
			.onErrorResume((ex) -> Mono.just(failed(ex)))
			.doOnNext(this::keep);
	}

	private Outcome failed(Throwable ex) {
		Outcome before = latest();
		return new Outcome(before.respondedAt(), before.videos(), before.total(), String.valueOf(ex.getMessage()));
	}

	private void keep(Outcome outcome) {
		Outcome before = Objects.requireNonNull(this.latest.getAndSet(outcome));
		if (outcome.error() != null && before.error() == null) {
			logger.warn("A call failed, and the next ones may: " + outcome.error());
		}
		if (outcome.error() == null && (before.error() != null || before.respondedAt() == null)) {
			logger.info("The API responds to calls: %d videos".formatted(outcome.total()));
		}
	}

	private static long tokenRequests(PlatformSnapshot snapshot) {
		return (snapshot.token() != null) ? snapshot.token().requests() : 0;
	}

	/**
	 * What is known of the videos after a call.
	 *
	 * @param respondedAt when the API last responded
	 * @param videos the videos of the last response
	 * @param total the number of all videos
	 * @param error why the last call failed, or {@code null} if it did not
	 */
	record Outcome(@Nullable Instant respondedAt, List<Videos.Video> videos, int total, @Nullable String error) {

	}

	/**
	 * What became of calls that were made at once.
	 *
	 * @param calls the number of calls
	 * @param succeeded the number of successful calls
	 * @param tokenRequests the number of token requests sent meanwhile
	 * @param millis the time until the last response, in milliseconds
	 */
	record Batch(int calls, long succeeded, long tokenRequests, long millis) {

	}

}
