package io.videoplatform.internal.login.scenarios;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.videoplatform.Gates;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * Publishers that the requests of several users share, and that go on when a request
 * completes them: whoever waited goes on on one and the same thread.
 */
final class SharedWork {

	private final Map<String, Round> rounds = new ConcurrentHashMap<>();

	private final Scheduler scheduler;

	SharedWork(Scheduler scheduler) {
		this.scheduler = scheduler;
	}

	Mono<String> publisher(String kind, String round) {
		return round(round).publisher(kind);
	}

	/**
	 * Wait until a number of callers waits.
	 */
	void awaitWaiting(String round, int number) {
		Gates.until(() -> round(round).waiting.get() >= number);
	}

	void complete(String round) {
		round(round).complete();
	}

	private Round round(String round) {
		return this.rounds.computeIfAbsent(round, (name) -> new Round(this.scheduler));
	}

	private static final class Round {

		private final AtomicInteger waiting = new AtomicInteger();

		private final CountDownLatch gate = new CountDownLatch(1);

		private final Sinks.One<String> sink = Sinks.one();

		private final CompletableFuture<String> future = new CompletableFuture<>();

		private final Mono<String> slow;

		private final Mono<String> cached;

		private final Mono<String> hot;

		Round(Scheduler scheduler) {
			this.slow = Mono.fromCallable(() -> {
				this.waiting.incrementAndGet();
				this.gate.await();
				return "done";
			}).subscribeOn(scheduler);
			this.cached = this.slow.cache();
			this.hot = this.slow.share();
		}

		Mono<String> publisher(String kind) {
			return switch (kind) {
				case "cache" -> counted(this.cached, 2);
				case "share" -> counted(this.hot, 2);
				case "sink" -> counted(this.sink.asMono(), 1);
				default -> counted(Mono.fromFuture(this.future, true), 1);
			};
		}

		/**
		 * The first who waits for slow work is counted when that begins.
		 */
		private Mono<String> counted(Mono<String> publisher, int first) {
			return Mono.defer(() -> {
				boolean begins = first > 1 && this.waiting.get() == 0;
				return begins ? publisher : publisher.doOnRequest((number) -> this.waiting.incrementAndGet());
			});
		}

		void complete() {
			this.gate.countDown();
			this.sink.tryEmitValue("done");
			this.future.complete("done");
		}

	}

}
