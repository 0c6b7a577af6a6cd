package io.videoplatform.internal.discovery;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * An HTTP server on the loopback address that answers by path and remembers what it was
 * asked.
 */
final class LoopbackServer implements AutoCloseable {

	private final HttpServer server;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Map<String, Function<Request, Reply>> routes = new ConcurrentHashMap<>();

	private final List<Request> requests = new CopyOnWriteArrayList<>();

	LoopbackServer() {
		this(0);
	}

	LoopbackServer(int port) {
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
		}
		catch (IOException ex) {
			throw new IllegalStateException("no server", ex);
		}
		this.server.setExecutor(this.threads);
		this.server.createContext("/", this::handle);
		this.server.start();
	}

	private void handle(HttpExchange exchange) throws IOException {
		Request request = new Request(exchange.getRequestURI().toString(), exchange.getRequestHeaders());
		this.requests.add(request);
		Function<Request, Reply> route = this.routes.get(exchange.getRequestURI().getRawPath());
		((route != null) ? route.apply(request) : Reply.status(404)).send(exchange);
	}

	void on(String path, Reply reply) {
		on(path, (request) -> reply);
	}

	void on(String path, Function<Request, Reply> route) {
		this.routes.put(path, route);
	}

	String url() {
		return "http://127.0.0.1:" + port();
	}

	int port() {
		return this.server.getAddress().getPort();
	}

	long count(String path) {
		return requests(path).size();
	}

	List<Request> requests(String path) {
		return this.requests.stream().filter((request) -> request.uri().split("\\?")[0].equals(path)).toList();
	}

	Request last(String path) {
		List<Request> all = requests(path);
		return all.get(all.size() - 1);
	}

	int total() {
		return this.requests.size();
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	/**
	 * A request that was received.
	 *
	 * @param uri path and query
	 * @param headers the headers
	 */
	record Request(String uri, Headers headers) {

		String header(String name) {
			return Objects.requireNonNullElse(this.headers.getFirst(name), "");
		}

	}

}
