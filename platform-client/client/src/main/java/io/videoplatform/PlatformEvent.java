package io.videoplatform;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Reports what happened on the way to an authorized request: a change, an outage or its
 * end. Its text holds no secret.
 *
 * <pre class="code">
 * &#64;EventListener
 * void onPlatformEvent(PlatformEvent event) {
 *     if (event.level() == PlatformEvent.Level.ERROR) {
 *         this.pager.call(event.message());
 *     }
 * }
 * </pre>
 *
 * @param time when it happened
 * @param step the step that it happened in
 * @param level how much it matters
 * @param message what happened and, if it is a problem, what to do
 * @param error the entry of the catalogue, or {@code null} if nothing is wrong
 * @since 0.1.0
 */
public record PlatformEvent(Instant time, PlatformStep step, Level level, String message,
		@Nullable PlatformError error) {

	/**
	 * How much an event matters.
	 */
	public enum Level {

		/**
		 * Ordinary work.
		 */
		DEBUG,

		/**
		 * A change, or the end of an outage.
		 */
		INFO,

		/**
		 * A problem when it begins, such as an outage. The starter goes on or tries
		 * again.
		 */
		WARN,

		/**
		 * Something that the starter refuses until a person decides: an issuer that is
		 * not trusted, or a store without its table or with other keys.
		 */
		ERROR

	}

	/**
	 * Receives events as they happen.
	 *
	 * @since 0.1.0
	 */
	@FunctionalInterface
	public interface Listener {

		/**
		 * Receive an event. Called on the threads that do the work: must neither block
		 * nor throw.
		 * @param event the event
		 */
		void onEvent(PlatformEvent event);

	}

}
