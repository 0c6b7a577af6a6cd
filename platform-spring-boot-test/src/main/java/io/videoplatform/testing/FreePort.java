package io.videoplatform.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port for a process that is about to start. It lies below those that operating systems
 * give to outgoing connections: one of these could take it before the process does.
 */
public final class FreePort {

	private static final int FIRST = 10_000;

	private static final int BOUND = 32_000;

	private FreePort() {
	}

	/**
	 * Find a port that no process listens on.
	 */
	public static int find() {
		while (true) {
			int port = ThreadLocalRandom.current().nextInt(FIRST, BOUND);
			if (isFree(port)) {
				return port;
			}
		}
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
			return socket.isBound();
		}
		catch (BindException ex) {
			return false;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
