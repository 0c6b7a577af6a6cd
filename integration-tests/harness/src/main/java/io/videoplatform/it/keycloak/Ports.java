package io.videoplatform.it.keycloak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * The two ports of a Keycloak, free when they were chosen and kept over restarts.
 *
 * @param http where the realms are
 * @param management where health is
 */
record Ports(int http, int management) {

	static Ports free() {
		InetAddress loopback = InetAddress.getLoopbackAddress();
		try (ServerSocket http = new ServerSocket(0, 1, loopback);
				ServerSocket management = new ServerSocket(0, 1, loopback)) {
			return new Ports(http.getLocalPort(), management.getLocalPort());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not find free ports", ex);
		}
	}

}
