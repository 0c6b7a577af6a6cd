package io.videoplatform.it.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.jspecify.annotations.Nullable;

/**
 * A port that accepts connections, and can refuse them for a while.
 */
final class Listener {

	private static final int BACKLOG = 2000;

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "proxy");
		thread.setDaemon(true);
		return thread;
	});

	private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

	private final Connection handler;

	private @Nullable ServerSocket server;

	private CompletableFuture<Void> accepting = CompletableFuture.completedFuture(null);

	private int port;

	Listener(Connection handler) {
		this.handler = handler;
	}

	int port() {
		return this.port;
	}

	/**
	 * Listens, on the same port as before if there was one. Does nothing if it listens.
	 */
	synchronized void open() {
		if (this.server != null) {
			return;
		}
		try {
			ServerSocket opened = new ServerSocket();
			opened.setReuseAddress(true);
			opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.port), BACKLOG);
			this.port = opened.getLocalPort();
			this.server = opened;
			this.accepting = CompletableFuture.runAsync(() -> accept(opened), this.threads);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not listen on port " + this.port, ex);
		}
	}

	/**
	 * Refuses new connections and ends those that exist.
	 */
	synchronized void shut() {
		if (this.server == null) {
			return;
		}
		try {
			this.server.close();
			this.server = null;
			// A thread that is about to accept may still get a connection
			this.accepting.join();
			for (Socket connection : this.connections) {
				connection.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not close port " + this.port, ex);
		}
	}

	void shutForGood() {
		shut();
		this.threads.shutdownNow();
	}

	private void accept(ServerSocket opened) {
		while (!opened.isClosed()) {
			try {
				Socket connection = opened.accept();
				if (opened.isClosed()) {
					connection.close();
					return;
				}
				this.connections.add(connection);
				this.threads.execute(() -> serve(connection));
			}
			catch (IOException ex) {
				Failures.note("accept", ex);
			}
		}
	}

	private void serve(Socket connection) {
		try (connection) {
			connection.setTcpNoDelay(true);
			this.handler.serve(connection);
		}
		catch (IOException ex) {
			Failures.note("serve", ex);
		}
		finally {
			this.connections.remove(connection);
		}
	}

	/**
	 * What happens on a connection.
	 */
	@FunctionalInterface
	interface Connection {

		void serve(Socket connection) throws IOException;

	}

}
