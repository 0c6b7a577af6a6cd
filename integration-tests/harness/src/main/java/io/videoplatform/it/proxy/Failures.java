package io.videoplatform.it.proxy;

import java.io.IOException;
import java.lang.System.Logger.Level;

/**
 * Notes connections that ended early: here that is often what a test wants.
 */
final class Failures {

	private static final System.Logger LOGGER = System.getLogger(TokenEndpointProxy.class.getName());

	private Failures() {
	}

	static void note(String step, IOException failure) {
		LOGGER.log(Level.DEBUG, step, failure);
	}

}
