package io.videoplatform.testing;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import javax.net.ssl.KeyManagerFactory;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.SslProvider;

import org.springframework.http.HttpHeaders;

/**
 * An HTTP server on a loopback address that responds by path, holds responses until a
 * gate opens, and records the requests that it receives.
 * <p>
 * An <em>endpoint</em> is a path, or the end of one; the empty string stands for all
 * paths. Where several endpoints match a request, the longest one applies.
 * <p>
 * The server keeps no connections, so that it refuses requests as soon as it is stopped.
 * Its event loops are its own: an application that ends disposes of those that are shared
 * by default. Functions that compute responses may block.
 */
public final class TestServer implements AutoCloseable {

	private static final LoopResources LOOPS = LoopResources.create("test-server", 2, true);

	private static final Scheduler HANDLERS = Schedulers
		.fromExecutorService(Executors.newCachedThreadPool(TestServer::daemon), "test-server-handlers");

	/**
	 * As common servers take them.
	 */
	private static final int LONGEST_LINE = 8192;

	private final @Nullable KeyManagerFactory tls;

	private final RequestJournal journal = new RequestJournal();

	private final Map<String, Function<RecordedRequest, TestResponse>> endpoints = new ConcurrentHashMap<>();

	private final Map<String, Publisher<?>> gates = new ConcurrentHashMap<>();

	private volatile Function<RecordedRequest, TestResponse> otherwise = (request) -> TestResponse.status(404);

	private volatile UnaryOperator<TestResponse> change = UnaryOperator.identity();

	private volatile BiFunction<RecordedRequest, TestResponse, Mono<TestResponse>> delay = (request, response) -> Mono
		.just(response);

	private volatile DisposableServer server;

	private volatile @Nullable HeldPort held;

	private volatile boolean stopped;

	/**
	 * Start on a free port.
	 */
	public TestServer() {
		this(null);
	}

	/**
	 * Start on a free port.
	 * @param tls the keys of a server that speaks TLS, {@code null} without TLS
	 */
	public TestServer(@Nullable KeyManagerFactory tls) {
		this.tls = tls;
		this.server = start(0);
	}

	private static Thread daemon(Runnable task) {
		Thread thread = new Thread(task, "test-server-handler");
		thread.setDaemon(true);
		return thread;
	}

	private DisposableServer start(int port) {
		HttpServer listener = HttpServer.create()
			.runOn(LOOPS)
			.maxKeepAliveRequests(1)
			.httpRequestDecoder((decoder) -> decoder.maxInitialLineLength(LONGEST_LINE))
			.host("127.0.0.1")
			.port(port);
		KeyManagerFactory keys = this.tls;
		if (keys != null) {
			listener = listener.secure((spec) -> spec
				.sslContext((SslProvider.GenericSslContextSpec<?>) Http11SslContextSpec.forServer(keys)));
		}
		return listener.handle(this::handle).bindNow();
	}

	/**
	 * Stop listening; {@link #restart()} listens on the same port again. Connections are
	 * refused in between.
	 */
	public void stop() {
		if (!this.stopped) {
			this.server.disposeNow();
			this.stopped = true;
			this.held = HeldPort.hold(port());
		}
	}

	/**
	 * Listen on the same port again.
	 */
	public void restart() {
		if (this.stopped) {
			free();
			this.server = start(port());
			this.stopped = false;
		}
	}

	@Override
	public void close() {
		if (this.stopped) {
			free();
		}
		else {
			this.server.disposeNow();
		}
	}

	private void free() {
		HeldPort port = this.held;
		if (port != null) {
			port.close();
			this.held = null;
		}
	}

	/**
	 * Return the port.
	 * @return the port, also while the server is stopped
	 */
	public int port() {
		return this.server.port();
	}

	/**
	 * Return the root URL.
	 * @return scheme, host and port
	 */
	public String url() {
		return ((this.tls != null) ? "https" : "http") + "://127.0.0.1:" + port();
	}

	/**
	 * Set the response at an endpoint.
	 * @param endpoint the path, or how it ends
	 * @param response the response
	 */
	public void on(String endpoint, TestResponse response) {
		on(endpoint, (request) -> response);
	}

	/**
	 * Set the responses at an endpoint.
	 * @param endpoint the path, or how it ends
	 * @param response computes the response to a request
	 */
	public void on(String endpoint, Function<RecordedRequest, TestResponse> response) {
		this.endpoints.put(endpoint, response);
	}

	/**
	 * Set the responses to requests that match no endpoint, which is status 404
	 * otherwise.
	 * @param response computes the response to a request
	 */
	public void otherwise(Function<RecordedRequest, TestResponse> response) {
		this.otherwise = response;
	}

	/**
	 * Change all responses.
	 * @param change changes a response
	 */
	public void every(UnaryOperator<TestResponse> change) {
		this.change = change;
	}

	/**
	 * Hold the responses at an endpoint until a gate opens. What they say is settled
	 * before.
	 * @param endpoint the path, or how it ends
	 * @param gate completes to open the gate
	 */
	public void hold(String endpoint, Publisher<?> gate) {
		this.gates.put(endpoint, gate);
	}

	/**
	 * Delay responses. What they say is settled before.
	 * @param delay returns what emits the response to a request when it is to be sent
	 */
	public void delay(BiFunction<RecordedRequest, TestResponse, Mono<TestResponse>> delay) {
		this.delay = delay;
	}

	/**
	 * Forget the requests received so far.
	 */
	public void forgetRequests() {
		this.journal.clear();
	}

	/**
	 * Remove all endpoints and gates.
	 */
	public void reset() {
		this.endpoints.clear();
		this.gates.clear();
	}

	/**
	 * Return all requests.
	 * @return the requests received so far, the oldest first
	 */
	public List<RecordedRequest> requests() {
		return this.journal.matching((request) -> true);
	}

	/**
	 * Return the requests to an endpoint.
	 * @param endpoint the path, or how it ends
	 * @return the requests received so far, the oldest first
	 */
	public List<RecordedRequest> requests(String endpoint) {
		return this.journal.matching((request) -> request.path().endsWith(endpoint));
	}

	/**
	 * Return the last request to an endpoint.
	 * @param endpoint the path, or how it ends
	 * @return the request
	 */
	public RecordedRequest lastRequest(String endpoint) {
		List<RecordedRequest> all = requests(endpoint);
		return all.get(all.size() - 1);
	}

	/**
	 * Wait until an endpoint has received a number of requests.
	 * @param endpoint the path, or how it ends
	 * @param number the number
	 * @return the requests received so far, the oldest first
	 * @throws IllegalStateException if the requests are not received within a minute
	 */
	public List<RecordedRequest> awaitRequests(String endpoint, int number) {
		return this.journal.await((request) -> request.path().endsWith(endpoint), number);
	}

	private Mono<Void> handle(HttpServerRequest request, HttpServerResponse response) {
		HttpHeaders headers = new HttpHeaders();
		request.requestHeaders().forEach((header) -> headers.add(header.getKey(), header.getValue()));
		return request.receive()
			.aggregate()
			.asByteArray()
			.defaultIfEmpty(new byte[0])
			.map((body) -> new RecordedRequest(request.method().name(), request.uri(), headers, body))
			.publishOn(HANDLERS)
			.flatMap((received) -> respond(received).flatMap((result) -> ResponseWriter.send(response, result)));
	}

	private Mono<TestResponse> respond(RecordedRequest request) {
		return Mono.fromSupplier(() -> settle(request))
			.map((response) -> this.change.apply(response))
			.delayUntil((response) -> Mono.from(find(this.gates, request).orElse(Mono.empty())))
			.flatMap((response) -> this.delay.apply(request, response));
	}

	/**
	 * A request is recorded before the function of an endpoint runs, which may block, and
	 * otherwise after its response is settled, so that its effects are seen with it.
	 */
	private TestResponse settle(RecordedRequest request) {
		Optional<Function<RecordedRequest, TestResponse>> endpoint = find(this.endpoints, request);
		if (endpoint.isPresent()) {
			this.journal.add(request);
			return endpoint.get().apply(request);
		}
		TestResponse response = this.otherwise.apply(request);
		this.journal.add(request);
		return response;
	}

	private static <T> Optional<T> find(Map<String, T> endpoints, RecordedRequest request) {
		String path = request.path();
		return endpoints.entrySet()
			.stream()
			.filter((entry) -> path.endsWith(entry.getKey()))
			.max(Comparator.comparingInt((entry) -> entry.getKey().length()))
			.map(Map.Entry::getValue);
	}

}
