package io.videoplatform.internal.event;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;

/**
 * The errors that were reported of one outage: each is worth one warning, however often
 * it comes back.
 */
public final class ReportedErrors {

	private final Set<PlatformError> errors = ConcurrentHashMap.newKeySet();

	/**
	 * Return how much one more failure matters, and note it as reported.
	 * @param error the entry of the catalogue
	 * @return {@link Level#WARN} the first time, {@link Level#DEBUG} from then on
	 */
	public Level report(PlatformError error) {
		return this.errors.add(error) ? Level.WARN : Level.DEBUG;
	}

	/**
	 * Return whether nothing was reported.
	 * @return {@code true} if there was no failure or none was reported
	 */
	public boolean isEmpty() {
		return this.errors.isEmpty();
	}

}
