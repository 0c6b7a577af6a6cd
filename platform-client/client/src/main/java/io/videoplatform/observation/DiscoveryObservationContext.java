package io.videoplatform.observation;

import io.videoplatform.PlatformStep;

/**
 * A request for a discovered document, redirects and checks included. Its outcome is
 * {@code RECEIVED}, {@code CONFIRMED} (the host has confirmed that the document has not
 * changed) or {@code FAILED}.
 *
 * @since 0.1.0
 */
public class DiscoveryObservationContext extends PlatformObservationContext {

	private final PlatformStep step;

	/**
	 * Create a new instance.
	 * @param step the step that reads the document
	 */
	public DiscoveryObservationContext(PlatformStep step) {
		this.step = step;
	}

	/**
	 * Return the step that reads the document.
	 * @return the step
	 */
	public PlatformStep getStep() {
		return this.step;
	}

}
