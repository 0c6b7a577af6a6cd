package io.videoplatform.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A proxy that leads every tunnel (RFC 9110, section 9.3.6) to one port of loopback, and
 * notes where it was meant to lead.
 */
public final class TunnelProxy implements AutoCloseable {

	private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Queue<String> targets = new ConcurrentLinkedQueue<>();

	private final int target;

	/**
	 * Start on a free port.
	 */
	public TunnelProxy(int target) throws IOException {
		this.target = target;
		this.threads.execute(this::accept);
	}

	/**
	 * Return the port.
	 */
	public int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Return the request lines that opened tunnels.
	 */
	public Queue<String> targets() {
		return this.targets;
	}

	private void accept() {
		while (!this.listener.isClosed()) {
			try {
				Socket client = this.listener.accept();
				this.threads.execute(() -> tunnel(client));
			}
			catch (IOException ex) {
				if (!this.listener.isClosed()) {
					throw new UncheckedIOException(ex);
				}
			}
		}
	}

	private void tunnel(Socket client) {
		try (client; Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target)) {
			BufferedReader reader = new BufferedReader(
					new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII), 1);
			this.targets.add(Objects.requireNonNull(reader.readLine()));
			String header;
			do {
				header = reader.readLine();
			}
			while (header != null && !header.isEmpty());
			client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
			this.threads.execute(() -> copy(server, client));
			copy(client, server);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void copy(Socket from, Socket to) {
		try {
			InputStream in = from.getInputStream();
			in.transferTo(to.getOutputStream());
			to.shutdownOutput();
		}
		catch (IOException ex) {
			// One side has gone: so does the other
			close(from);
			close(to);
		}
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() throws IOException {
		this.listener.close();
		this.threads.shutdownNow();
	}

}
