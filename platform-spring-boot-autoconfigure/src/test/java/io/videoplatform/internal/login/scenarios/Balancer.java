package io.videoplatform.internal.login.scenarios;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * A reverse proxy that sends each request to the next of several nodes.
 */
final class Balancer implements AutoCloseable {

	private static final Set<String> CONNECTION = Set.of("connection", "content-length", "host", "http2-settings",
			"transfer-encoding", "upgrade");

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final AtomicInteger next = new AtomicInteger();

	private final List<String> nodes = new CopyOnWriteArrayList<>();

	private final HttpServer server;

	Balancer() {
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.server.createContext("/", this::forward);
		this.server.setExecutor(this.threads);
		this.server.start();
	}

	/**
	 * Take nodes from now on, instead of those until now.
	 */
	void nodes(List<String> roots) {
		this.nodes.clear();
		this.nodes.addAll(roots);
	}

	String root() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort();
	}

	private void forward(HttpExchange exchange) throws IOException {
		try (exchange) {
			String node = this.nodes.get(this.next.getAndIncrement() % this.nodes.size());
			HttpResponse<byte[]> response = this.client.send(request(exchange, node),
					HttpResponse.BodyHandlers.ofByteArray());
			response.headers().map().forEach((name, values) -> {
				if (!CONNECTION.contains(name.toLowerCase())) {
					exchange.getResponseHeaders().put(name, values);
				}
			});
			byte[] body = response.body();
			exchange.sendResponseHeaders(response.statusCode(), (body.length > 0) ? body.length : -1);
			exchange.getResponseBody().write(body);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private HttpRequest request(HttpExchange exchange, String node) throws IOException {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(node + exchange.getRequestURI()))
			.method(exchange.getRequestMethod(),
					HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()))
			.setHeader("X-Forwarded-Proto", "http")
			.setHeader("X-Forwarded-Host", "127.0.0.1")
			.setHeader("X-Forwarded-Port", String.valueOf(this.server.getAddress().getPort()));
		exchange.getRequestHeaders().forEach((name, values) -> {
			if (!CONNECTION.contains(name.toLowerCase())) {
				values.forEach((value) -> request.header(name, value));
			}
		});
		return request.build();
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

}
