package io.videoplatform.internal.login;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
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
import reactor.core.publisher.Sinks;

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

	@ParameterizedTest
	@EnumSource
	void signallingWhenPromiseOfNettyIsCompletedThenItsListenersAre(Completion completion) {
		Promise<String> promise = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
		promise.addListener((completed) -> callback());
		completion.complete.accept(promise);
		assertThat(this.signalling).hasValue(true);
	}

	@Test
	void signallingWhenPromiseOfNettyWasCompletedBeforeThenTheListenerIsTheCallers() {
		Promise<String> promise = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
		promise.setSuccess("done");
		promise.addListener((completed) -> callback());
		assertThat(this.signalling).hasValue(false);
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
	 * Guava and Kotlin are not on the class path.
	 */
	@ParameterizedTest
	@CsvSource({ "com.google.common.util.concurrent.AbstractFuture, complete, true",
			"com.google.common.util.concurrent.AbstractFuture, executeListener, false",
			"com.google.common.util.concurrent.ExecutionList, execute, true",
			"com.google.common.util.concurrent.ExecutionList, executeListener, false",
			"com.google.common.util.concurrent.AbstractTransformFuture, run, true",
			"com.google.common.util.concurrent.AbstractCatchingFuture, run, true",
			"com.google.common.util.concurrent.Futures$CallbackListener, run, true",
			"kotlin.coroutines.SafeContinuation, resumeWith, true",
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
	 * The ways to complete a promise.
	 */
	enum Completion {

		SUCCESS((promise) -> promise.setSuccess("done")), SUCCESS_IF_OPEN((promise) -> promise.trySuccess("done")),
		FAILURE((promise) -> promise.setFailure(new IllegalStateException())),
		FAILURE_IF_OPEN((promise) -> promise.tryFailure(new IllegalStateException())),
		CANCELLATION((promise) -> promise.cancel(true));

		private final Consumer<Promise<String>> complete;

		Completion(Consumer<Promise<String>> complete) {
			this.complete = complete;
		}

	}

}
