package io.videoplatform.benchmarks.load;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What came of users' calls.
 */
final class Outcomes {

	private final Map<Kind, LongAdder> counts = new ConcurrentHashMap<>();

	private final Map<String, String> examples = new ConcurrentHashMap<>();

	void add(Kind kind, String example) {
		this.counts.computeIfAbsent(kind, (key) -> new LongAdder()).increment();
		if (kind != Kind.OWN_USER) {
			this.examples.putIfAbsent(kind + example.substring(0, Math.min(3, example.length())), kind + " " + example);
		}
	}

	long of(Kind kind) {
		LongAdder count = this.counts.get(kind);
		return (count != null) ? count.sum() : 0;
	}

	Collection<String> examples() {
		return this.examples.values();
	}

	/**
	 * The kinds.
	 */
	enum Kind {

		/**
		 * A response for the calling user.
		 */
		OWN_USER,

		/**
		 * A response for another user.
		 */
		ANOTHER_USER,

		/**
		 * A retryable failure: there is no token for now.
		 */
		NO_TOKEN_NOW,

		/**
		 * The API's own refusal.
		 */
		REFUSED_BY_API,

		/**
		 * The user has to log in again.
		 */
		LOGGED_OUT,

		/**
		 * Nothing within the deadline.
		 */
		NO_RESPONSE,

		/**
		 * Whatever else.
		 */
		OTHER

	}

}
