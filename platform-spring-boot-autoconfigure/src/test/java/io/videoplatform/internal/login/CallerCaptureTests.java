package io.videoplatform.internal.login;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.internal.token.TokenSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.task.support.ContextPropagatingTaskDecorator;
import org.springframework.security.concurrent.DelegatingSecurityContextExecutor;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.security.core.context.SecurityContextImpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Who subscribed a chain, wherever it goes on.
 */
class CallerCaptureTests {

	private final LoginParts parts = new LoginParts();

	private final CallerCapture callers = new CallerCapture();

	private final CallerCapture ofAnotherContext = new CallerCapture();

	private final Authentication ann = this.parts.logIn("ann");

	private final Authentication bob = this.parts.logIn("bob");

	private final Sinks.One<String> sink = Sinks.one();

	@BeforeEach
	void open() {
		this.ofAnotherContext.afterSingletonsInstantiated();
		this.callers.afterSingletonsInstantiated();
	}

	@AfterEach
	void close() {
		this.callers.destroy();
		this.ofAnotherContext.destroy();
		SecurityContextHolder.clearContext();
		this.parts.close();
	}

	private static void onThread(@Nullable Authentication authentication) {
		SecurityContextHolder.setContext(new SecurityContextImpl(authentication));
	}

	private Mono<TokenSource> call() {
		return call(this.callers);
	}

	private Mono<TokenSource> call(CallerCapture capture) {
		LoginTokenSelector selector = new LoginTokenSelector(this.parts.client, this.parts.resolver, capture);
		return Mono.deferContextual((context) -> selector.select(Map.of(), context));
	}

	private static void assertFails(CompletableFuture<?> call, String reason) {
		assertThat(call).failsWithin(LoginParts.PATIENCE)
			.withThrowableThat()
			.havingRootCause()
			.isInstanceOf(PlatformAuthorizationException.class)
			.withMessageContaining(reason);
	}

	@ParameterizedTest
	@ValueSource(strings = { "flatMap", "concatMap", "then", "zip", "switch", "retry", "resume", "nested", "delay" })
	void selectWhenChainGoesOnOnTheThreadOfAnotherUserThenTheSubscriber(String operator) {
		Mono<String> shared = this.sink.asMono();
		Mono<TokenSource> chain = switch (operator) {
			case "flatMap" -> shared.flatMap((value) -> call());
			case "concatMap" -> shared.flux().concatMap((value) -> call(), 0).last();
			case "then" -> shared.then(call());
			case "zip" -> shared.flatMap((value) -> Mono.zip(call(), call(), (one, other) -> other));
			case "switch" -> shared.flux().switchMap((value) -> call()).last();
			case "retry" -> shared.flatMap((value) -> Flux.concat(call(), call()).last()).retry(1);
			case "resume" -> shared.<TokenSource>map((value) -> {
				throw new IllegalStateException();
			}).onErrorResume((ex) -> call());
			case "nested" -> shared.flatMap((value) -> Mono.just(value).hide().flatMap((same) -> call()));
			default -> shared.delayElement(Duration.ZERO).flatMap((value) -> call());
		};
		onThread(this.ann);
		CompletableFuture<TokenSource> anns = chain.toFuture();
		SecurityContextHolder.clearContext();
		CompletableFuture<TokenSource> nobodys = chain.toFuture();
		onThread(this.bob);
		CompletableFuture<TokenSource> bobs = chain.toFuture();
		this.sink.tryEmitValue("done");
		assertThat(anns).succeedsWithin(LoginParts.PATIENCE).isSameAs(this.parts.source(this.ann));
		assertThat(bobs).succeedsWithin(LoginParts.PATIENCE).isSameAs(this.parts.source(this.bob));
		assertFails(nobodys, "the call is made for no user");
	}

	@ParameterizedTest
	@ValueSource(strings = { "cancel", "finally", "using", "sink", "future" })
	void selectWhenCallIsBegunWhereAnotherUserCancelsThenNoThreadIsAsked(String cleanup) {
		CompletableFuture<TokenSource> call = new CompletableFuture<>();
		Runnable begin = () -> call().subscribe(call::complete, call::completeExceptionally);
		Mono<String> chain = switch (cleanup) {
			case "cancel", "future" -> this.sink.asMono().doOnCancel(begin);
			case "finally" -> this.sink.asMono().doFinally((signal) -> begin.run());
			case "using" -> Mono.using(() -> "resource", (resource) -> this.sink.asMono(), (resource) -> begin.run());
			default -> Mono.<String>create((sink) -> sink.onCancel(begin::run));
		};
		onThread(this.ann);
		CompletableFuture<String> future = cleanup.equals("future") ? chain.toFuture() : new CompletableFuture<>();
		Disposable subscription = cleanup.equals("future") ? () -> future.cancel(true) : chain.subscribe();
		onThread(this.bob);
		subscription.dispose();
		assertFails(call, "it is not known in whose request");
	}

	@Test
	void selectWhenTheSecurityContextChangesLaterThenTheSubscriber() {
		SecurityContext context = new SecurityContextImpl(this.ann);
		SecurityContextHolder.setContext(context);
		CompletableFuture<TokenSource> call = this.sink.asMono().flatMap((value) -> call()).toFuture();
		context.setAuthentication(this.bob);
		this.sink.tryEmitValue("done");
		assertThat(call).succeedsWithin(LoginParts.PATIENCE).isSameAs(this.parts.source(this.ann));
	}

	/**
	 * Executors that hand the security context over, and so that of whoever completes
	 * what a task waits for.
	 */
	enum Propagation {

		DECORATOR, EXECUTOR;

		Executor executor(Executor pool) {
			return switch (this) {
				case DECORATOR -> (task) -> pool.execute(new ContextPropagatingTaskDecorator().decorate(task));
				case EXECUTOR -> new DelegatingSecurityContextExecutor(pool);
			};
		}

	}

	@ParameterizedTest
	@EnumSource
	void selectWhenAnotherUserCompletesAFutureThenItsTaskHasNoUser(Propagation propagation) {
		ExecutorService pool = Executors.newFixedThreadPool(2);
		try {
			Executor executor = propagation.executor(pool);
			CompletableFuture<String> shared = new CompletableFuture<>();
			onThread(this.ann);
			CompletableFuture<TokenSource> task = shared.thenApplyAsync((done) -> call().block(), executor);
			onThread(this.bob);
			shared.complete("done");
			assertThat(task).failsWithin(LoginParts.PATIENCE)
				.withThrowableThat()
				.havingRootCause()
				.isInstanceOf(PlatformAuthorizationException.class);
			onThread(this.ann);
			assertThat(CompletableFuture.supplyAsync(() -> call().block(), executor))
				.succeedsWithin(LoginParts.PATIENCE)
				.isSameAs(this.parts.source(this.ann));
		}
		finally {
			pool.shutdownNow();
		}
	}

	@Test
	void selectWhenTheApplicationHasAStrategyThenTheUserThatIsThere() {
		SecurityContextHolderStrategy strategy = new OwnStrategy();
		this.callers.setSecurityContextHolderStrategy(strategy);
		strategy.setContext(new SecurityContextImpl(this.ann));
		onThread(this.bob);
		assertThat(call().block()).isSameAs(this.parts.source(this.ann));
		strategy.clearContext();
		assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(() -> call().block())
			.withMessageContaining("the call is made for no user");
	}

	@Test
	void selectWhenNobodyHasSubscribedThenTheThreadThatEmitsIsNotAsked() {
		Sinks.Many<String> many = Sinks.many().multicast().onBackpressureBuffer();
		CompletableFuture<TokenSource> call = new CompletableFuture<>();
		many.asFlux()
			.flatMap((value) -> call().doOnNext(call::complete).doOnError(call::completeExceptionally))
			.onErrorComplete()
			.publish()
			.connect();
		onThread(this.bob);
		many.tryEmitNext("done");
		assertFails(call, "it is not known in whose request");
	}

	@Test
	void selectWhenTheHookWasRemovedThenNoThreadIsAsked() {
		Hooks.resetOnLastOperator();
		onThread(this.ann);
		CompletableFuture<TokenSource> call = this.sink.asMono().flatMap((value) -> call()).toFuture();
		onThread(this.bob);
		this.sink.tryEmitValue("done");
		assertFails(call, "it is not known in whose request");
	}

	@Test
	void selectWhenChainWasSubscribedBeforeTheHookThenNoThreadIsAsked() {
		this.callers.destroy();
		onThread(this.ann);
		CompletableFuture<TokenSource> call = this.sink.asMono().flux().concatMap((value) -> call()).next().toFuture();
		this.callers.afterSingletonsInstantiated();
		onThread(this.bob);
		this.sink.tryEmitValue("done");
		assertFails(call, "it is not known in whose request");
	}

	@Test
	void selectWhenSubscriptionMeetsNoHookThenTheThreadThatSubscribes() {
		onThread(this.ann);
		assertThat(call().flux().toStream()).containsExactly(this.parts.source(this.ann));
	}

	@Test
	void selectWhenSubscribedOnASchedulerWithoutHookThenNoThreadIsAsked() {
		onThread(this.ann);
		assertThatExceptionOfType(PlatformAuthorizationException.class)
			.isThrownBy(() -> call().subscribeOn(Schedulers.immediate())
				.flux()
				.publishOn(Schedulers.single())
				.concatMap((source) -> call())
				.toStream()
				.toList())
			.withMessageContaining("it is not known in whose request");
	}

	@Test
	void selectWhenAnotherApplicationContextClosesThenOursGoesOn() {
		onThread(this.ann);
		CompletableFuture<TokenSource> ours = this.sink.asMono().flatMap((value) -> call()).toFuture();
		CompletableFuture<TokenSource> theirs = this.sink.asMono()
			.flatMap((value) -> call(this.ofAnotherContext))
			.toFuture();
		this.ofAnotherContext.destroy();
		CompletableFuture<TokenSource> later = this.sink.asMono().flatMap((value) -> call()).toFuture();
		onThread(this.bob);
		this.sink.tryEmitValue("done");
		for (CompletableFuture<TokenSource> call : List.of(ours, theirs, later)) {
			assertThat(call).succeedsWithin(LoginParts.PATIENCE).isSameAs(this.parts.source(this.ann));
		}
	}

	@Test
	void subscribeWhenTheSecurityContextCannotBeReadThenOnlyCallsFail() {
		SecurityContextHolder.getContextHolderStrategy().setDeferredContext(() -> {
			throw new StackOverflowError("the session's store is down");
		});
		assertThat(Mono.just("other").hide().map((value) -> value + " work").block()).isEqualTo("other work");
		assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(() -> call().block())
			.withMessageContaining("it is not known in whose request")
			.havingRootCause()
			.withMessage("the session's store is down");
	}

	@Test
	void subscribeWhenReadingTheSecurityContextSubscribesThenItIsRead() {
		SecurityContextHolder.getContextHolderStrategy()
			.setDeferredContext(() -> new SecurityContextImpl(Mono.just(this.ann).hide().block()));
		assertThat(call().block()).isSameAs(this.parts.source(this.ann));
	}

	/**
	 * An application's own, which the static holder does not know.
	 */
	private static final class OwnStrategy implements SecurityContextHolderStrategy {

		private SecurityContext context = createEmptyContext();

		@Override
		public void clearContext() {
			this.context = createEmptyContext();
		}

		@Override
		public SecurityContext getContext() {
			return this.context;
		}

		@Override
		public void setContext(SecurityContext context) {
			this.context = context;
		}

		@Override
		public SecurityContext createEmptyContext() {
			return new SecurityContextImpl();
		}

	}

}
