package io.videoplatform.it.keycloak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The two ports of a Keycloak, free when they were chosen and kept over restarts. They
 * are below those that operating systems hand out, or a socket of the tests that run
 * beside could get one while Keycloak starts.
 *
 * @param http where the realms are
 * @param management where health is
 */
record Ports(int http, int management) {

	private static final int LOWEST = 20_000;

	private static final int HIGHEST = 32_000;

	static Ports free() {
		List<Integer> free = ThreadLocalRandom.current()
			.ints(LOWEST, HIGHEST)
			.filter(Ports::isFree)
			.distinct()
			.limit(2)
			.boxed()
			.toList();
		return new Ports(free.get(0), free.get(1));
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
			return socket.isBound();
		}
		catch (BindException ex) {
			return false;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not find free ports", ex);
		}
	}

}
