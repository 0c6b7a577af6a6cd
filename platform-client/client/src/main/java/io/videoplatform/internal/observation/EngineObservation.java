package io.videoplatform.internal.observation;

import java.util.concurrent.atomic.AtomicBoolean;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.observation.PlatformObservationContext;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * One observation of the engine's work. A handler that fails changes nothing of what is
 * observed, and only the first end counts.
 */
public final class EngineObservation {

	/**
	 * An observation of nothing.
	 */
	public static final EngineObservation NONE = new EngineObservation(Observation.NOOP);

	/**
	 * Where Micrometer's context propagation and {@code WebClient} look for the parent.
	 */
	public static final String KEY = "micrometer.observation";

	private static final Log logger = LogFactory.getLog(EngineObservation.class);

	private final Observation observation;

	private final AtomicBoolean ended = new AtomicBoolean();

	private EngineObservation(Observation observation) {
		this.observation = observation;
	}

	/**
	 * Start an observation, as a part of its parent and not of what is current on this
	 * thread. Handlers before one that fails have started and wait for the end.
	 */
	static EngineObservation start(Observation observation, @Nullable Observation parent) {
		observation.parentObservation(parent);
		guarded(observation::start);
		return new EngineObservation(observation);
	}

	/**
	 * Return the observation that a reactive caller's context holds.
	 * @param context the caller's context
	 * @return the observation, or {@code null} if there is none
	 */
	public static @Nullable Observation of(ContextView context) {
		return (context.getOrDefault(KEY, null) instanceof Observation observation) ? observation : null;
	}

	/**
	 * Call handlers. Whatever they throw must not keep the engine's work from its end.
	 */
	static void guarded(Runnable notification) {
		try {
			notification.run();
		}
		catch (Throwable ex) {
			logger.warn(EventLog.explained(PlatformError.OTHER, "A handler of observations failed"), ex);
		}
	}

	/**
	 * Make all that is subscribed with a context a part of this observation.
	 */
	public Context addTo(Context context) {
		return this.observation.isNoop() ? context : context.put(KEY, this.observation);
	}

	/**
	 * End this observation without a failure.
	 */
	public void succeed(String outcome) {
		end(outcome, KeyValue.NONE_VALUE, null);
	}

	/**
	 * End this observation with a failure, whose name is one of a closed set.
	 */
	public void fail(String outcome, String errorType, Throwable failure) {
		end(outcome, errorType, failure);
	}

	private void end(String outcome, String errorType, @Nullable Throwable failure) {
		if (!(this.observation.getContext() instanceof PlatformObservationContext context)
				|| !this.ended.compareAndSet(false, true)) {
			return;
		}
		guarded(() -> {
			context.setResult(outcome, errorType);
			if (failure != null) {
				this.observation.error(failure);
			}
		});
		guarded(this.observation::stop);
	}

}
