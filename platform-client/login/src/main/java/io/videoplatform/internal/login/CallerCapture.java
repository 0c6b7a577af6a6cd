package io.videoplatform.internal.login;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolderStrategy;

/**
 * Records in the context of each Reactor chain which user's thread subscribed it. An
 * operator may run, and subscribe others, on the thread of whatever completes its source,
 * which may be another user's: the identity of a thread is read only at the outermost
 * subscription.
 * <p>
 * Each application context has a hook and a key of its own, while it is open.
 */
public final class CallerCapture implements SmartInitializingSingleton, DisposableBean {

	private static final AtomicLong COUNTER = new AtomicLong();

	/**
	 * Set while this thread's identity is read, which may subscribe other chains, which
	 * the hooks of all application contexts see.
	 */
	private static final ThreadLocal<Boolean> READING = new ThreadLocal<>();

	private final String hook = CallerCapture.class.getName() + "." + COUNTER.incrementAndGet();

	private volatile Supplier<SecurityContextHolderStrategy> strategy = SecurityContextHolder::getContextHolderStrategy;

	/**
	 * Set where the authentication of a thread is, by default Spring Security's static
	 * {@link SecurityContextHolder}.
	 */
	public void setSecurityContextHolderStrategy(SecurityContextHolderStrategy strategy) {
		this.strategy = () -> strategy;
	}

	/**
	 * After Spring Security's own hook, whose subscribers hide those that they wrap.
	 */
	@Override
	public void afterSingletonsInstantiated() {
		Function<? super Publisher<Object>, ? extends Publisher<Object>> lifter = Operators.liftPublisher(
				(publisher) -> !(publisher instanceof Callable), (publisher, subscriber) -> lift(subscriber));
		Hooks.onLastOperator(this.hook, lifter::apply);
	}

	@Override
	public void destroy() {
		Hooks.resetOnLastOperator(this.hook);
	}

	private CoreSubscriber<? super Object> lift(CoreSubscriber<? super Object> subscriber) {
		Context context = subscriber.currentContext();
		if (context.hasKey(this)) {
			return subscriber;
		}
		return new CallerSubscriber(subscriber,
				context.put(this, isInnerSubscriber(subscriber) ? Caller.UNKNOWN : current()));
	}

	/**
	 * A publisher that was not started by a subscription has no caller: what it
	 * subscribes is subscribed on the thread of whatever completes its source.
	 */
	private static boolean isInnerSubscriber(CoreSubscriber<?> subscriber) {
		Scannable scanned = Scannable.from(subscriber);
		Scannable downstream = scanned.scan(Scannable.Attr.ACTUAL);
		while (downstream != null && isTransparent(scanned)) {
			scanned = downstream;
			downstream = scanned.scan(Scannable.Attr.ACTUAL);
		}
		return downstream != null && downstream.isScanAvailable();
	}

	/**
	 * Hooks of other application contexts and automatic context propagation wrap the
	 * subscriber that is meant.
	 */
	private static boolean isTransparent(Scannable subscriber) {
		return subscriber instanceof CallerSubscriber || SharedSourceDetector.isContextPropagation(subscriber);
	}

	/**
	 * Return who subscribed a chain. Some subscriptions meet no hook, those of
	 * {@code toStream()} and of a {@code BaseSubscriber} for example.
	 */
	Caller of(ContextView context) {
		Caller captured = context.getOrDefault(this, null);
		if (captured != null) {
			return captured;
		}
		return SharedSourceDetector.isSubscribing() ? current() : Caller.UNKNOWN;
	}

	/**
	 * The authentication is taken out of the security context at once: threads keep and
	 * change contexts, and requests end. A subscription within an operator of another
	 * chain has the identity of the thread only if that chain is this thread's for sure.
	 */
	private Caller current() {
		if (READING.get() != null) {
			return Caller.UNKNOWN;
		}
		READING.set(true);
		try {
			Authentication authentication = this.strategy.get().getContext().getAuthentication();
			if (authentication == null) {
				return Caller.NONE;
			}
			return SharedSourceDetector.areSignalling() ? Caller.UNKNOWN : Caller.of(authentication);
		}
		catch (Throwable ex) {
			// Reported by the call that needs it: most chains make none
			return Caller.unknown(ex);
		}
		finally {
			READING.remove();
		}
	}

	/**
	 * Gives a chain its context.
	 *
	 * @param delegate the chain's last subscriber
	 * @param currentContext the context
	 */
	private record CallerSubscriber(CoreSubscriber<? super Object> delegate,
			Context currentContext) implements CoreSubscriber<Object>, Scannable {

		@Override
		public void onSubscribe(Subscription subscription) {
			this.delegate.onSubscribe(subscription);
		}

		@Override
		public void onNext(Object value) {
			this.delegate.onNext(value);
		}

		@Override
		public void onError(Throwable ex) {
			this.delegate.onError(ex);
		}

		@Override
		public void onComplete() {
			this.delegate.onComplete();
		}

		@Override
		@SuppressWarnings("rawtypes")
		public @Nullable Object scanUnsafe(Attr key) {
			return (key == Attr.ACTUAL) ? this.delegate : null;
		}

	}

}
