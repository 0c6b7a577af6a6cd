package io.videoplatform.it.keycloak;

import java.util.stream.IntStream;

import io.videoplatform.testing.FreePort;

/**
 * The ports of a Keycloak, free when they were chosen and kept over restarts.
 *
 * @param http where the realms are
 * @param https where they are with TLS
 * @param management where health is
 */
record Ports(int http, int https, int management) {

	static Ports free() {
		int[] free = IntStream.generate(FreePort::find).distinct().limit(3).toArray();
		return new Ports(free[0], free[1], free[2]);
	}

}
