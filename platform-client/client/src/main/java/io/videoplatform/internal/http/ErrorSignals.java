package io.videoplatform.internal.http;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoOperator;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Makes signals of whatever is thrown where a chain goes on. Reactor throws errors of the
 * virtual machine on the thread that brings a value; where that is not the caller's,
 * nothing else would end its wait.
 */
public final class ErrorSignals {

	private ErrorSignals() {
	}

	/**
	 * Return a publisher that signals what is thrown by its source and by the operators
	 * that follow.
	 */
	public static <T> Mono<T> of(Mono<T> source) {
		return new SignallingMono<>(source);
	}

	/**
	 * Return a publisher that signals also what is thrown when its source is created.
	 */
	public static <T> Mono<T> defer(Supplier<Mono<T>> source) {
		return of(Mono.defer(source));
	}

	private static final class SignallingMono<T> extends MonoOperator<T, T> {

		SignallingMono(Mono<T> source) {
			super(source);
		}

		@Override
		public void subscribe(CoreSubscriber<? super T> actual) {
			Guard<T> guard = new Guard<>(actual);
			try {
				this.source.subscribe(guard);
			}
			catch (Throwable ex) {
				guard.end(ex);
			}
		}

	}

	/**
	 * Passes signals on, and ends with what that throws.
	 */
	private static final class Guard<T> implements CoreSubscriber<T> {

		private final CoreSubscriber<? super T> actual;

		private @Nullable Subscription subscription;

		private volatile boolean ended;

		Guard(CoreSubscriber<? super T> actual) {
			this.actual = actual;
		}

		@Override
		public Context currentContext() {
			return this.actual.currentContext();
		}

		@Override
		public void onSubscribe(Subscription subscription) {
			this.subscription = subscription;
			this.actual.onSubscribe(subscription);
		}

		@Override
		public void onNext(T value) {
			pass(() -> this.actual.onNext(value));
		}

		@Override
		public void onError(Throwable ex) {
			pass(() -> this.actual.onError(ex));
		}

		@Override
		public void onComplete() {
			pass(this.actual::onComplete);
		}

		private void pass(Runnable signal) {
			if (this.ended) {
				return;
			}
			try {
				signal.run();
			}
			catch (Throwable ex) {
				end(ex);
			}
		}

		void end(Throwable ex) {
			this.ended = true;
			if (this.subscription == null) {
				Operators.error(this.actual, ex);
				return;
			}
			this.subscription.cancel();
			this.actual.onError(ex);
		}

	}

}
