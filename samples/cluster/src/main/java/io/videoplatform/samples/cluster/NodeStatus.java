package io.videoplatform.samples.cluster;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a node says about itself.
 *
 * @param node its name
 * @param calls what became of its calls since it was started
 * @param events what the starter has reported, the oldest first
 */
record NodeStatus(String node, Calls calls, List<Event> events) {

	/**
	 * What became of the calls that a node makes for the users.
	 *
	 * @param succeeded the number of successful calls
	 * @param failed the number of calls that failed and may succeed later
	 * @param loginRequired the number of calls that found no login
	 * @param lastFailure why the last of them failed
	 */
	record Calls(long succeeded, long failed, long loginRequired, @Nullable String lastFailure) {

		static final Calls NONE = new Calls(0, 0, 0, null);

		Calls plus(Calls later) {
			return new Calls(this.succeeded + later.succeeded, this.failed + later.failed,
					this.loginRequired + later.loginRequired,
					(later.lastFailure != null) ? later.lastFailure : this.lastFailure);
		}

	}

	/**
	 * Event of the starter.
	 *
	 * @param time when it happened
	 * @param level how much it matters
	 * @param message one sentence
	 */
	record Event(Instant time, String level, String message) {

	}

}
