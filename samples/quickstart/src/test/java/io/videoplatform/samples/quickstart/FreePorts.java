package io.videoplatform.samples.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Ports of this machine that nobody listens on.
 */
public final class FreePorts {

	private FreePorts() {
	}

	/**
	 * Return a port.
	 * @return the port
	 */
	public static int next() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
