package io.videoplatform.internal.login;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

import org.reactivestreams.Subscription;

/**
 * Finds out whether this thread is signalling on behalf of a source that chains of
 * several users may have subscribed: a cache, a sink, a shared publisher, a listener or a
 * future of the JDK; or resumes a coroutine or cancels a chain, which may be another
 * user's. What runs then may belong to any of them, and the identity of the thread says
 * nothing of it. The only class that knows frames of the JDK, Reactor and kotlinx by
 * name.
 * <p>
 * A servlet that handles a request has that request's thread, whatever is below it on the
 * stack: containers and Spring Security's filters are not searched, which are most of the
 * stack.
 */
final class SharedSourceDetector {

	private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

	private static final String REACTOR = "reactor.core.publisher.";

	private static final String SCHEDULERS = "reactor.core.scheduler.";

	private static final String KOTLIN = "kotlinx.coroutines.";

	/**
	 * The methods that run a future's callbacks on the thread that completes it, or a
	 * coroutine on the thread that resumes it, by the class. A callback that is added to
	 * a future that is completed already runs on the thread that adds it, and a coroutine
	 * that {@code runBlocking} resumes is that thread's.
	 */
	private static final Map<String, Set<String>> COMPLETIONS = Map.of("java.util.concurrent.CompletableFuture",
			Set.of("postComplete", "postFire"), "kotlin.coroutines.SafeContinuation", Set.of("resumeWith"),
			KOTLIN + "CancellableContinuationImpl", Set.of("resume", "resumeWith", "completeResume", "cancel"),
			KOTLIN + "EventLoop", Set.of("processUnconfinedEvent"));

	private static final String EMISSION = "tryEmit";

	private static final String CANCELLATION = "cancel";

	/**
	 * The part of an operator that serves all its subscribers at once. The part that
	 * serves one of them, from what is cached already, runs on the thread of that one.
	 */
	private static final Set<String> OPERATORS = Set.of("MonoCacheTime$CoordinatorSubscriber",
			"MonoCacheInvalidateIf$CoordinatorSubscriber", "MonoCacheInvalidateWhen$CoordinatorSubscriber",
			"FluxPublish$PublishSubscriber", "FluxPublishMulticast$FluxPublishMulticaster",
			"MonoPublishMulticast$MonoPublishMulticaster", "FluxReplay$ReplaySubscriber", "SinkManyEmitterProcessor");

	/**
	 * The sinks of {@code create} and {@code push}: the listener of a source that is not
	 * Reactor's emits to the sinks of all subscribers on one thread.
	 */
	private static final List<String> SINKS = List.of("FluxCreate$", "MonoCreate$");

	private static final Set<String> CHAIN_SIGNALS = Set.of("onNext", "tryOnNext", "onComplete", "onError");

	private static final String SERVLET = "jakarta.servlet.http.HttpServlet";

	/**
	 * Each class is classified once: to name a frame's method costs more than to find it.
	 */
	private static final ClassValue<Predicate<String>> SIGNALS = new ClassValue<>() {

		@Override
		protected Predicate<String> computeValue(Class<?> type) {
			Predicate<String> signals = signals(type.getName());
			return (signals == NONE && Subscription.class.isAssignableFrom(type)) ? CANCELLATION::equals : signals;
		}

	};

	private static final Predicate<String> NONE = (method) -> false;

	private static final Predicate<String> ALL = (method) -> true;

	/**
	 * The task that runs a callback of a future on an executor. It has the security
	 * context of the thread that completed the future, if the executor hands that over.
	 */
	private static final String CALLBACK = "java.util.concurrent.CompletableFuture$Completion";

	private static final Predicate<String> STAGE = Set.of("run", "exec")::contains;

	/**
	 * The search ends at these methods.
	 */
	private static final Predicate<String> REQUESTS = "service"::equals;

	private SharedSourceDetector() {
	}

	/**
	 * Return whether such a source is on the stack. It costs microseconds, some 0.2 for
	 * each frame.
	 */
	static boolean areSignalling() {
		return STACK.walk((frames) -> areSignalling(frames.iterator()));
	}

	/**
	 * Return whether this thread subscribes by itself: no signal and no task of another
	 * chain is on the stack.
	 */
	static boolean isSubscribing() {
		return STACK.walk((frames) -> frames.noneMatch((frame) -> CHAIN_SIGNALS.contains(frame.getMethodName())
				|| frame.getClassName().startsWith(SCHEDULERS)));
	}

	/**
	 * Return whether automatic context propagation has put a subscriber around the one
	 * that is meant.
	 */
	static boolean isContextPropagation(Object subscriber) {
		return subscriber.getClass().getName().contains("ContextWriteRestoringThreadLocals");
	}

	/**
	 * A callback that an executor runs on the thread that adds it is that thread's: what
	 * is below it on the stack decides.
	 */
	private static boolean areSignalling(Iterator<StackFrame> frames) {
		boolean stage = false;
		while (frames.hasNext()) {
			StackFrame frame = frames.next();
			Predicate<String> signals = SIGNALS.get(frame.getDeclaringClass());
			if (signals != NONE && (signals == ALL || signals.test(frame.getMethodName()))) {
				if (signals != STAGE) {
					return signals != REQUESTS;
				}
				stage = true;
			}
			else if (stage && frame.getDeclaringClass() == CompletableFuture.class) {
				stage = false;
			}
		}
		return stage;
	}

	/**
	 * Return which methods of a class are signals of a shared source, or handle a
	 * request.
	 */
	private static Predicate<String> signals(String type) {
		if (type.startsWith(REACTOR)) {
			String operator = type.substring(REACTOR.length());
			if (OPERATORS.contains(operator) || SINKS.stream().anyMatch(operator::startsWith)) {
				return ALL;
			}
			return (operator.contains("Sink") || operator.contains("Processor"))
					? (method) -> method.startsWith(EMISSION) || method.equals(CANCELLATION) : NONE;
		}
		if (type.equals(SERVLET)) {
			return REQUESTS;
		}
		if (CALLBACK.equals(type)) {
			return STAGE;
		}
		Set<String> completions = COMPLETIONS.get(type);
		return (completions != null) ? completions::contains : NONE;
	}

}
