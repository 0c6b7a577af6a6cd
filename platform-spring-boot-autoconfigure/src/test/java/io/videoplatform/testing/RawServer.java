package io.videoplatform.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A server that sends the same bytes on every connection, whether they are HTTP or not.
 */
public final class RawServer implements AutoCloseable {

	private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final ExecutorService thread = Executors.newSingleThreadExecutor();

	private final byte[] response;

	/**
	 * Start on a free port.
	 */
	public RawServer(String response) throws IOException {
		this.response = response.getBytes(StandardCharsets.UTF_8);
		this.thread.execute(this::serve);
	}

	/**
	 * Return the origin.
	 */
	public String origin() {
		return "http://127.0.0.1:" + this.listener.getLocalPort();
	}

	private void serve() {
		while (!this.listener.isClosed()) {
			try (Socket client = this.listener.accept()) {
				if (client.getInputStream().read(new byte[4096]) > 0) {
					client.getOutputStream().write(this.response);
				}
			}
			catch (IOException ex) {
				if (!this.listener.isClosed()) {
					throw new UncheckedIOException(ex);
				}
			}
		}
	}

	@Override
	public void close() throws IOException {
		this.listener.close();
		this.thread.shutdownNow();
	}

}
