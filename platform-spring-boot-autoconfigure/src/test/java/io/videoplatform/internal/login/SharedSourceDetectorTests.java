package io.videoplatform.internal.login;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.MethodCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Futures, sinks and coroutines whose callbacks run on the thread of whoever completes
 * them.
 */
class SharedSourceDetectorTests {

	private final AtomicReference<Boolean> signalling = new AtomicReference<>();

	private void callback() {
		this.signalling.set(SharedSourceDetector.areSignalling());
	}

	/**
	 * Each of them serves all its subscribers at once.
	 */
	@ParameterizedTest
	@EnumSource
	void signallingWhenReactorsOperatorServesSeveralThenItIs(Operator operator) {
		operator.subscribe(this::callback);
		assertThat(this.signalling).hasValue(true);
	}

	@Test
	void signallingWhenSinkServesAnotherSubscriberThanTheOneThatRequestsThenItIs() {
		Sinks.Many<String> sink = Sinks.many().multicast().onBackpressureBuffer();
		sink.asFlux().subscribe(new BaseSubscriber<>() {

			@Override
			protected void hookOnSubscribe(Subscription subscription) {
				subscription.request(1);
			}

			@Override
			protected void hookOnNext(String value) {
				callback();
			}

		});
		BaseSubscriber<String> last = new BaseSubscriber<>() {

			@Override
			protected void hookOnSubscribe(Subscription subscription) {
			}

		};
		sink.asFlux().subscribe(last);
		sink.tryEmitNext("done");
		assertThat(this.signalling).hasValue(null);
		last.request(1);
		assertThat(this.signalling).hasValue(true);
	}

	@Test
	void signallingWhenOperatorServesOneSubscriberThenItIsNot() {
		Flux.just("done").hide().map((value) -> value).subscribe((value) -> callback());
		assertThat(this.signalling).hasValue(false);
	}

	@Test
	void subscribingWhenAnotherChainSignalsOrSchedulesThenItIsNot() {
		assertThat(SharedSourceDetector.isSubscribing()).isTrue();
		assertThat(Flux.just("done").hide().map((value) -> SharedSourceDetector.isSubscribing()).blockLast()).isFalse();
		assertThat(Mono.fromCallable(SharedSourceDetector::isSubscribing).subscribeOn(Schedulers.single()).block())
			.isFalse();
	}

	@Test
	void signallingWhenFutureWasCompletedBeforeThenTheCallbackIsTheCallers() {
		CompletableFuture<String> future = new CompletableFuture<>();
		future.thenAccept((done) -> callback());
		future.complete("done");
		assertThat(this.signalling).hasValue(true);
		future.thenAccept((done) -> callback());
		assertThat(this.signalling).hasValue(false);
	}

	@Test
	void signallingWhenExecutorRunsACallbackOnTheThreadThatAddsItThenItIsThatThreads() {
		CompletableFuture.completedFuture("done").thenAcceptAsync((done) -> callback(), Runnable::run);
		assertThat(this.signalling).hasValue(false);
		CompletableFuture<String> future = new CompletableFuture<>();
		future.thenAcceptAsync((done) -> callback(), Runnable::run);
		future.complete("done");
		assertThat(this.signalling).hasValue(true);
	}

	@Test
	void signallingWhenExecutorRunsACallbackElsewhereThenIsButNotForATaskOfItsOwn() {
		CompletableFuture<String> done = CompletableFuture.completedFuture("done");
		assertThat(done.thenApplyAsync((value) -> SharedSourceDetector.areSignalling()).join()).isTrue();
		assertThat(CompletableFuture.supplyAsync(() -> SharedSourceDetector.areSignalling()).join()).isFalse();
	}

	@Test
	void signallingWhenServletHandlesARequestWithinASignalThenTheThreadIsTheRequests() {
		Sinks.One<String> sink = Sinks.one();
		sink.asMono().subscribe((value) -> service(this::callback));
		sink.tryEmitValue("done");
		assertThat(this.signalling).hasValue(false);
	}

	@Test
	void signallingWhenSourceSignalsWithinARequestThenItIs() {
		Sinks.One<String> sink = Sinks.one();
		sink.asMono().subscribe((value) -> callback());
		service(() -> sink.tryEmitValue("done"));
		assertThat(this.signalling).hasValue(true);
	}

	private static void service(Runnable handler) {
		HttpServlet servlet = new HttpServlet() {

			@Override
			protected void doGet(HttpServletRequest request, HttpServletResponse response) {
				handler.run();
			}

		};
		try {
			servlet.service(new MockHttpServletRequest("GET", "/"), new MockHttpServletResponse());
		}
		catch (ServletException | IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Kotlin is not on the class path; the tests of Kotlin prove that these methods are
	 * there.
	 */
	@ParameterizedTest
	@CsvSource({ "kotlin.coroutines.SafeContinuation, resumeWith, true",
			"kotlinx.coroutines.CancellableContinuationImpl, resumeWith, true",
			"kotlinx.coroutines.CancellableContinuationImpl, resume, true",
			"kotlinx.coroutines.CancellableContinuationImpl, completeResume, true",
			"kotlinx.coroutines.CancellableContinuationImpl, cancel, true",
			"kotlinx.coroutines.CancellableContinuationImpl, resumeUndispatched, false",
			"kotlinx.coroutines.EventLoop, processUnconfinedEvent, true",
			"kotlinx.coroutines.EventLoop, processNextEvent, false" })
	void signallingWhenClassOfThatNameRunsListenersThenByMethod(String type, String method, boolean signalling)
			throws Exception {
		Class<?> future = new ByteBuddy().subclass(Object.class)
			.name(type)
			.defineMethod(method, void.class, Modifier.PUBLIC | Modifier.STATIC)
			.withParameters(Runnable.class)
			.intercept(MethodCall.invoke(Runnable.class.getMethod("run")).onArgument(0))
			.make()
			.load(getClass().getClassLoader())
			.getLoaded();
		Runnable listener = this::callback;
		future.getMethod(method, Runnable.class).invoke(null, listener);
		assertThat(this.signalling).hasValue(signalling);
	}

	/**
	 * Operators, sinks and listeners of Reactor, and how a chain behind them runs.
	 */
	enum Operator {

		CACHE((callback) -> value().cache(Duration.ofDays(1)).subscribe((value) -> callback.run())),
		CACHE_INVALIDATE_IF(
				(callback) -> value().cacheInvalidateIf((value) -> false).subscribe((value) -> callback.run())),
		CACHE_INVALIDATE_WHEN((callback) -> value().cacheInvalidateWhen((value) -> Mono.never())
			.subscribe((value) -> callback.run())),
		PUBLISH((callback) -> connect(value().flux().publish(), callback)),
		REPLAY((callback) -> connect(value().flux().replay(), callback)),
		PUBLISH_MULTICAST((callback) -> value().flux()
			.publish((shared) -> shared.doOnNext((value) -> callback.run()))
			.subscribe()),
		MONO_PUBLISH_MULTICAST(
				(callback) -> value().publish((shared) -> shared.doOnNext((value) -> callback.run())).subscribe()),
		CREATE((callback) -> {
			AtomicReference<FluxSink<String>> listener = new AtomicReference<>();
			Flux.create(listener::set).subscribe((value) -> callback.run());
			listener.get().next("done");
		}), PUSH((callback) -> {
			AtomicReference<FluxSink<String>> listener = new AtomicReference<>();
			Flux.push(listener::set).subscribe((value) -> callback.run());
			listener.get().next("done");
		}), MONO_CREATE((callback) -> {
			AtomicReference<MonoSink<String>> listener = new AtomicReference<>();
			Mono.create(listener::set).subscribe((value) -> callback.run());
			listener.get().success("done");
		}), SINK((callback) -> {
			Sinks.One<String> sink = Sinks.one();
			sink.asMono().subscribe((value) -> callback.run());
			sink.tryEmitValue("done");
		}), SINK_OF_MANY((callback) -> {
			Sinks.Many<String> sink = Sinks.many().multicast().directBestEffort();
			sink.asFlux().subscribe((value) -> callback.run());
			sink.tryEmitNext("done");
		}), CANCELLATION((callback) -> Mono.never().doOnCancel(callback).subscribe().dispose());

		private final Consumer<Runnable> subscription;

		Operator(Consumer<Runnable> subscription) {
			this.subscription = subscription;
		}

		void subscribe(Runnable callback) {
			this.subscription.accept(callback);
		}

		private static Mono<String> value() {
			return Mono.just("done").hide();
		}

		private static void connect(ConnectableFlux<String> flux, Runnable callback) {
			flux.subscribe((value) -> callback.run());
			flux.connect();
		}

	}

}
