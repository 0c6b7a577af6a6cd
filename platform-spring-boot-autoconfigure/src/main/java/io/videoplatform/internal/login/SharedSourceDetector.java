package io.videoplatform.internal.login;

import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.Set;

/**
 * Finds out whether this thread is signalling on behalf of a source that chains of
 * several users may have subscribed: a cache, a sink, a shared publisher, a listener, a
 * future, or one of RxJava. What runs then may belong to any of them, and the identity of
 * the thread says nothing of it.
 */
final class SharedSourceDetector {

	private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

	private static final String REACTOR = "reactor.core.publisher.";

	private static final String FUTURE = "java.util.concurrent.CompletableFuture";

	private static final Set<String> COMPLETIONS = Set.of("postComplete", "postFire");

	private static final String EMISSION = "tryEmit";

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

	private static final String RXJAVA = "io.reactivex.";

	/**
	 * Each class is classified once: to name a frame's method costs more than to find it.
	 */
	private static final ClassValue<Role> ROLES = new ClassValue<>() {

		@Override
		protected Role computeValue(Class<?> type) {
			return role(type.getName());
		}

	};

	private SharedSourceDetector() {
	}

	/**
	 * Return whether such a source is on the stack. It costs microseconds.
	 */
	static boolean areSignalling() {
		return STACK.walk((frames) -> frames.anyMatch(SharedSourceDetector::isSignal));
	}

	private static boolean isSignal(StackFrame frame) {
		return switch (ROLES.get(frame.getDeclaringClass())) {
			case NONE -> false;
			case SHARED -> true;
			case BY_METHOD -> frame.getMethodName().startsWith(EMISSION) || COMPLETIONS.contains(frame.getMethodName());
		};
	}

	private static Role role(String type) {
		if (type.startsWith(REACTOR)) {
			String operator = type.substring(REACTOR.length());
			if (OPERATORS.contains(operator) || SINKS.stream().anyMatch(operator::startsWith)) {
				return Role.SHARED;
			}
			return (operator.contains("Sink") || operator.contains("Processor")) ? Role.BY_METHOD : Role.NONE;
		}
		if (type.equals(FUTURE)) {
			return Role.BY_METHOD;
		}
		return type.startsWith(RXJAVA) ? Role.SHARED : Role.NONE;
	}

	/**
	 * What a class on the stack says.
	 */
	private enum Role {

		/**
		 * Nothing.
		 */
		NONE,

		/**
		 * A shared source is signalling.
		 */
		SHARED,

		/**
		 * One is if the method is a signal.
		 */
		BY_METHOD

	}

}
