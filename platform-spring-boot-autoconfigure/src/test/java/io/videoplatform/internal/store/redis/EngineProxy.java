package io.videoplatform.internal.store.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;

/**
 * A proxy between nodes and an engine, for connections that break at a chosen moment.
 */
public final class EngineProxy implements AutoCloseable {

	private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Set<Link> links = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean cutNext = new AtomicBoolean();

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
	 * Cut the connection on which the engine sends a response next, in its place.
	 */
	public void cutAtNextResponse() {
		this.cutNext.set(true);
	}

	/**
	 * Cut all connections.
	 */
	public void cut() {
		this.links.forEach(Link::close);
	}

	/**
	 * Pass nothing on any more on the present connections, as when an engine vanishes
	 * from the network. They stay open, and later ones work.
	 */
	public void silence() {
		this.links.forEach((link) -> link.silent = true);
	}

	/**
	 * Return how much has been passed on to the engine.
	 * @return the number of bytes
	 */
	public long requested() {
		return this.requested.get();
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
		try (node; Socket engine = new Socket(InetAddress.getLoopbackAddress(), this.target)) {
			Link link = new Link(node, engine);
			this.links.add(link);
			this.threads.execute(link::passResponses);
			link.passRequests();
			this.links.remove(link);
		}
		catch (IOException ex) {
			// The engine is down: the node finds its connection closed
			this.cutNext.set(false);
		}
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

		private void passRequests() {
			pass(this.node, this.engine, (length) -> EngineProxy.this.requested.addAndGet(length) > 0);
		}

		private void passResponses() {
			pass(this.engine, this.node, (length) -> !EngineProxy.this.cutNext.compareAndSet(true, false));
		}

		private void pass(Socket from, Socket to, IntPredicate passedOn) {
			byte[] buffer = new byte[8192];
			try {
				int length = from.getInputStream().read(buffer);
				while (length > 0 && passedOn.test(length)) {
					if (!this.silent) {
						to.getOutputStream().write(buffer, 0, length);
					}
					length = from.getInputStream().read(buffer);
				}
			}
			catch (IOException ex) {
				// One side has gone: so does the other
				this.silent = true;
			}
			close();
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
