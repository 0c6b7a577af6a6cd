package io.videoplatform.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;

import org.jspecify.annotations.Nullable;

/**
 * A port that is in use while nothing listens on it: connections are refused, and no
 * other process gets it.
 */
final class HeldPort implements AutoCloseable {

	private final Socket socket;

	private HeldPort(Socket socket) {
		this.socket = socket;
	}

	/**
	 * Hold the port of a listener that has just been closed, once it refuses connections:
	 * Java's selectors close a channel when they select the next time.
	 */
	static @Nullable HeldPort hold(int port) {
		InetSocketAddress address = new InetSocketAddress("127.0.0.1", port);
		while (listening(address)) {
			Thread.onSpinWait();
		}
		Socket socket = new Socket();
		try {
			// Connections of the listener before may not have ended
			socket.setReuseAddress(true);
			socket.bind(address);
			return new HeldPort(socket);
		}
		catch (BindException ex) {
			return null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static boolean listening(InetSocketAddress address) {
		try (Socket socket = new Socket()) {
			socket.connect(address);
			return true;
		}
		catch (ConnectException ex) {
			return false;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		try {
			this.socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
