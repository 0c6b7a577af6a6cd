package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.RedirectPolicy;
import io.videoplatform.internal.observation.EngineObservations;
import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * The ends that every request and every wait have, whatever happens on the way.
 */
class CachedDocumentTests {

	private static final URI URL = URI.create("https://host.example.com/document");

	private static final Supplier<Mono<ClientResponse>> GOOD = () -> Mono
		.just(ClientResponse.create(HttpStatus.OK).header(HttpHeaders.CACHE_CONTROL, "max-age=600").body("{}").build());

	/**
	 * For what is waited for in vain. A document that comes takes far less, on any
	 * machine.
	 */
	private static final Duration DEADLINE = Duration.ofSeconds(3);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final MovableClock clock = new MovableClock();

	private final ExecutorService threads = Executors.newFixedThreadPool(2);

	private final AtomicInteger requests = new AtomicInteger();

	private final List<PlatformEvent> events = new CopyOnWriteArrayList<>();

	private volatile Supplier<Mono<ClientResponse>> host = GOOD;

	private final Thread main = Thread.currentThread();

	private final AtomicBoolean nested = new AtomicBoolean();

	private volatile Runnable reading = () -> {
	};

	@AfterEach
	void shutDown() {
		this.threads.shutdownNow();
	}

	static Stream<Supplier<Mono<ClientResponse>>> brokenHosts() {
		return Stream.of(Mono::empty, Mono::never, () -> Mono.error(new IllegalStateException("broken")), () -> {
			throw new LinkageError("thrown by the client");
		}, () -> GOOD.get().publishOn(Schedulers.boundedElastic()).map((response) -> {
			throw new OutOfMemoryError("thrown in an operator");
		}), () -> Mono.error(new NoClassDefFoundError("signalled")));
	}

	@ParameterizedTest
	@MethodSource("brokenHosts")
	void getWhenHostOrClientBreaksThenFailsInTimeAndNextCallerStartsAfresh(Supplier<Mono<ClientResponse>> broken) {
		CachedDocument<String> document = document(this.threads);
		this.host = broken;
		assertThat(failure(document.get())).hasMessageContaining("Provider configuration at " + URL);
		recovers(document);
	}

	static Stream<Throwable> thrown() {
		return Stream.of(new StackOverflowError("deep"), new IllegalStateException("wrong"));
	}

	@ParameterizedTest
	@MethodSource("thrown")
	void getWhenReaderThrowsThenFailsAndNextCallerStartsAfresh(Throwable thrown) {
		CachedDocument<String> document = document(this.threads);
		this.reading = () -> sneak(thrown);
		assertThat(failure(document.get())).hasMessageContaining("unexpected " + thrown.getClass().getSimpleName());
		this.reading = () -> {
		};
		recovers(document);
	}

	@Test
	void closeWhenCallersWaitThenReleasedAndLaterOnesFailAtOnce() {
		this.host = Mono::never;
		DocumentContext context = context(this.threads);
		CachedDocument<String> document = document(context, PATIENCE);
		List<CompletableFuture<String>> waiting = Stream.generate(document::get).limit(100).toList();
		assertThat(document.unfinished())
			.hasMessage("Provider configuration at https://host.example.com/document failed: no complete response yet");
		CompletableFuture<Thread> releasing = waiting.get(0).handle((value, failure) -> Thread.currentThread());
		context.close();
		this.threads.shutdownNow();
		assertThat(releasing).succeedsWithin(PATIENCE).isNotEqualTo(Thread.currentThread());
		for (CompletableFuture<String> caller : waiting) {
			PlatformException failure = failure(caller);
			assertThat(failure)
				.hasMessage("Provider configuration at %s failed: the application is closing".formatted(URL));
			assertThat(failure.isRetryable()).isFalse();
			assertThat(failure.getNextAttempt()).isNull();
		}
		assertThat(document.get()).isCompletedExceptionally();
		assertThat(document.confirmed(Duration.ofSeconds(5))).isCompletedExceptionally();
		assertThat(document.newerThan("x")).isCompletedExceptionally();
		assertThat(this.requests).hasValueLessThanOrEqualTo(1);
		assertThat(this.events).isEmpty();
	}

	@Test
	void closeWhenResultWaitsForTheExecutorThenReleased() {
		List<Runnable> queue = new CopyOnWriteArrayList<>();
		DocumentContext context = context(queue::add);
		CachedDocument<String> document = document(context, PATIENCE);
		CompletableFuture<String> caller = document.get();
		queue.get(0).run();
		assertThat(caller).isNotDone();
		context.close();
		assertThat(failure(caller)).hasMessageContaining("the application is closing");
	}

	@Test
	void getWhenCalledWhileTheLoadEndsThenNoOtherLoad() {
		CachedDocument<String> document = document(this.threads);
		List<CompletableFuture<String>> others = new CopyOnWriteArrayList<>();
		this.clock.onRead(() -> {
			if (Thread.currentThread() != this.main && this.nested.compareAndSet(false, true)) {
				others.add(document.get());
				this.nested.set(false);
			}
		});
		assertThat(document.get()).succeedsWithin(PATIENCE);
		assertThat(others).isNotEmpty().allSatisfy((other) -> assertThat(other).succeedsWithin(PATIENCE));
		assertThat(this.requests).hasValue(1);
	}

	@Test
	void getWhenALoadBeginsAndEndsMeanwhileThenNoOtherLoad() {
		CachedDocument<String> document = document(this.threads);
		this.clock.onRead(() -> {
			if (Thread.currentThread() == this.main && this.nested.compareAndSet(false, true)) {
				assertThat(document.get()).succeedsWithin(PATIENCE);
			}
		});
		assertThat(document.get()).succeedsWithin(PATIENCE);
		assertThat(this.requests).hasValue(1);
	}

	private void recovers(CachedDocument<String> document) {
		this.host = GOOD;
		this.clock.advance(Duration.ofSeconds(6));
		assertThat(document.get()).succeedsWithin(PATIENCE);
	}

	private CachedDocument<String> document(Executor executor) {
		return document(context(executor), DEADLINE);
	}

	private CachedDocument<String> document(DocumentContext context, Duration deadline) {
		WebClient client = WebClient.builder().exchangeFunction((request) -> {
			this.requests.incrementAndGet();
			return this.host.get();
		}).build();
		return new CachedDocument<>(new Source(), new BoundedExchange(client, deadline, DataSize.ofMegabytes(1)),
				DocumentSettings.DEFAULTS, context);
	}

	private DocumentContext context(Executor executor) {
		return new DocumentContext(this.clock, executor, () -> Long.MIN_VALUE, this.events::add,
				EngineObservations.none());
	}

	private static PlatformException failure(CompletableFuture<?> future) {
		Throwable thrown = catchThrowable(() -> future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
		assertThat(thrown).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(PlatformDiscoveryException.class);
		return (PlatformException) thrown.getCause();
	}

	@SuppressWarnings("unchecked")
	private static <E extends Throwable> void sneak(Throwable thrown) throws E {
		throw (E) thrown;
	}

	/**
	 * A document that is read to a new text each time.
	 */
	private final class Source implements DocumentReader<String> {

		@Override
		public DocumentRequest request() {
			return new DocumentRequest(PlatformStep.PROVIDER_CONFIGURATION, URL, "/document", "application/json",
					RedirectPolicy.SAME_ORIGIN, UnaryOperator.identity());
		}

		@Override
		public String read(Map<String, Object> members) {
			CachedDocumentTests.this.reading.run();
			return "document";
		}

	}

}
