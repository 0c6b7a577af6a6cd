package io.videoplatform.it.keycloak;

import java.util.stream.IntStream;

import io.videoplatform.testing.FreePort;

/**
 * The two ports of a Keycloak, free when they were chosen and kept over restarts.
 *
 * @param http where the realms are
 * @param management where health is
 */
record Ports(int http, int management) {

	static Ports free() {
		int[] free = IntStream.generate(FreePort::find).distinct().limit(2).toArray();
		return new Ports(free[0], free[1]);
	}

}
