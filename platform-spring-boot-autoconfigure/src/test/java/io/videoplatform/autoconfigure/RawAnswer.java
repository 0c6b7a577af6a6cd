package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A server that answers every connection with the same bytes, be they HTTP or not.
 */
final class RawAnswer implements AutoCloseable {

	private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final ExecutorService thread = Executors.newSingleThreadExecutor();

	private final byte[] answer;

	RawAnswer(String answer) throws IOException {
		this.answer = answer.getBytes(StandardCharsets.UTF_8);
		this.thread.execute(this::serve);
	}

	String origin() {
		return "http://127.0.0.1:" + this.listener.getLocalPort();
	}

	private void serve() {
		while (!this.listener.isClosed()) {
			try (Socket client = this.listener.accept()) {
				if (client.getInputStream().read(new byte[4096]) > 0) {
					client.getOutputStream().write(this.answer);
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
