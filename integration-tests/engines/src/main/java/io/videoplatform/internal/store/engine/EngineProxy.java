package io.videoplatform.internal.store.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * A proxy between nodes and an engine, for connections that break at a chosen moment.
 */
public final class EngineProxy implements AutoCloseable {

	private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Set<Link> links = ConcurrentHashMap.newKeySet();

	private final AtomicReference<@Nullable String> cut = new AtomicReference<>();

	private final AtomicLong requested = new AtomicLong();

	private volatile int target;

	/**
	 * Start on a free port.
	 * @param target the port of the engine on the loopback interface
	 * @throws IOException if there is no free port
	 */
	public EngineProxy(int target) throws IOException {
		this.target = target;
		this.threads.execute(this::accept);
	}

	/**
	 * Return the port.
	 * @return the port
	 */
	public int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Lead later connections to another engine. The present ones stay where they are.
	 * @param target the port of the engine on the loopback interface
	 */
	public void leadTo(int target) {
		this.target = target;
	}

	/**
	 * Cut a connection once, in the place of a response.
	 * @param text what the response contains, empty for the next one
	 */
	public void cutAtResponse(String text) {
		this.cut.set(text);
	}

	/**
	 * Return whether the response has not come yet in whose place a connection is cut.
	 * @return whether it has not
	 */
	public boolean isCutAwaited() {
		return this.cut.get() != null;
	}

	/**
	 * Cut all connections.
	 */
	public void cut() {
		this.links.forEach(Link::close);
	}

	/**
	 * Return how much has been passed on to the engine.
	 * @return the number of bytes
	 */
	public long requested() {
		return this.requested.get();
	}

	/**
	 * Pass nothing on any more on the present connections, as when an engine vanishes
	 * from the network. They stay open, and later ones work.
	 */
	public void silence() {
		this.links.forEach((link) -> link.silent = true);
	}

	private void accept() {
		while (!this.listener.isClosed()) {
			try {
				Socket node = this.listener.accept();
				this.threads.execute(() -> connect(node));
			}
			catch (IOException ex) {
				if (!this.listener.isClosed()) {
					throw new UncheckedIOException(ex);
				}
			}
		}
	}

	private void connect(Socket node) {
		Link link = new Link(node, new Socket());
		this.links.add(link);
		try {
			link.engine.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.target));
			this.threads.execute(() -> link.pass(link.engine, node));
			link.pass(node, link.engine);
		}
		catch (IOException ex) {
			// The engine is down: the node finds its connection closed
			this.cut.set(null);
			link.close();
		}
		this.links.remove(link);
	}

	@Override
	public void close() throws IOException {
		this.listener.close();
		cut();
		this.threads.shutdownNow();
	}

	/**
	 * The connection of a node, and the one to the engine that belongs to it.
	 */
	private final class Link {

		private final Socket node;

		private final Socket engine;

		private volatile boolean silent;

		private Link(Socket node, Socket engine) {
			this.node = node;
			this.engine = engine;
		}

		private void pass(Socket from, Socket to) {
			byte[] buffer = new byte[8192];
			try {
				InputStream in = from.getInputStream();
				int length = in.read(buffer);
				while (length > 0 && !isCut(from, buffer, length)) {
					if (!this.silent) {
						to.getOutputStream().write(buffer, 0, length);
					}
					length = in.read(buffer);
				}
			}
			catch (IOException ex) {
				// One side has gone: so does the other
				this.silent = true;
			}
			close();
		}

		private boolean isCut(Socket from, byte[] buffer, int length) {
			if (from == this.node) {
				EngineProxy.this.requested.addAndGet(length);
				return false;
			}
			String text = EngineProxy.this.cut.get();
			return text != null && new String(buffer, 0, length, StandardCharsets.ISO_8859_1).contains(text)
					&& EngineProxy.this.cut.compareAndSet(text, null);
		}

		private void close() {
			try {
				this.node.close();
				this.engine.close();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
