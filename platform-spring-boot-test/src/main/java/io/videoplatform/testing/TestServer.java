package io.videoplatform.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.common.SingleRootFileSource;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.client.HttpClient;
import com.github.tomakehurst.wiremock.store.DefaultStores;
import com.github.tomakehurst.wiremock.store.Stores;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A WireMock server on a loopback address that responds by path, holds responses until a
 * gate opens, and records the requests that it receives.
 * <p>
 * An <em>endpoint</em> is a path, or the end of one; the empty string stands for all
 * paths. Where several endpoints match a request, the longest one applies.
 * <p>
 * The server keeps no connections, so that it refuses requests as soon as it is stopped.
 * Functions that compute responses may block.
 */
public final class TestServer implements AutoCloseable {

	/**
	 * The password of key stores.
	 */
	public static final String KEY_STORE_PASSWORD = "changeit";

	/**
	 * As common servers take them.
	 */
	private static final int LONGEST_HEADER = 16_384;

	private static final int LONGEST_RESPONSE_HEADER = 65_536;

	/**
	 * Connections that are not accepted yet.
	 */
	private static final int BACKLOG = 4_096;

	/**
	 * Not the files of an application's own WireMock.
	 */
	private static final String NO_MAPPINGS = "target/no-mappings";

	private static final AtomicBoolean LOADED = new AtomicBoolean();

	private final @Nullable Path keyStore;

	private final boolean forLoad;

	private final WireMockExchange exchange = new WireMockExchange(this);

	/**
	 * The stubs, which a restart keeps.
	 */
	private final Stores stores = new DefaultStores(new SingleRootFileSource("src/test/resources"));

	private final RequestJournal journal = new RequestJournal();

	private final Map<String, Function<RecordedRequest, TestResponse>> endpoints = new ConcurrentHashMap<>();

	private final Map<String, Publisher<?>> gates = new ConcurrentHashMap<>();

	private volatile Function<RecordedRequest, TestResponse> otherwise = (request) -> TestResponse.status(404);

	private volatile UnaryOperator<TestResponse> change = UnaryOperator.identity();

	private volatile BiFunction<RecordedRequest, TestResponse, Mono<TestResponse>> delay = (request, response) -> Mono
		.just(response);

	private volatile BiFunction<RecordedRequest, Integer, TestResponse> stubbed = (request, status) -> TestResponse
		.stubbed();

	private final Sinks.Empty<Void> closed = Sinks.empty();

	private volatile WireMockServer server;

	private volatile int port;

	private volatile @Nullable HeldPort held;

	private volatile boolean stopped;

	/**
	 * Start on a free port.
	 */
	public TestServer() {
		this(null);
	}

	/**
	 * Start on a free port, with TLS if there is a PKCS #12 file, whose password is
	 * {@value #KEY_STORE_PASSWORD}.
	 */
	public TestServer(@Nullable Path keyStore) {
		this(keyStore, false);
	}

	private TestServer(@Nullable Path keyStore, boolean forLoad) {
		if (LOADED.compareAndSet(false, true)) {
			loadClasses();
		}
		this.keyStore = keyStore;
		this.forLoad = forLoad;
		this.server = start();
	}

	/**
	 * Start on a free port a server that many requests are sent to: it keeps connections,
	 * records no requests, and listens at all addresses of loopback.
	 */
	public static TestServer forLoad() {
		return new TestServer(null, true);
	}

	/**
	 * Serve once, so that no client of a test waits for WireMock's classes to be loaded.
	 */
	private static void loadClasses() {
		try (TestServer server = new TestServer()) {
			URL url = URI.create(server.url()).toURL();
			((HttpURLConnection) url.openConnection(Proxy.NO_PROXY)).getResponseCode();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private WireMockServer start() {
		WireMockConfiguration options = WireMockConfiguration.options()
			.bindAddress(this.forLoad ? "0.0.0.0" : "127.0.0.1")
			.extensions(this.exchange)
			.withStores(this.stores)
			.fileSource(new SingleRootFileSource(NO_MAPPINGS))
			.httpClientFactory((all, trustAll, trusted, system) -> noProxy())
			.threadPoolFactory((all) -> SharedThreads.INSTANCE)
			.jettyAcceptors(0)
			.jettyAcceptQueueSize(BACKLOG)
			.jettyStopTimeout(0L)
			.jettyHeaderRequestSize(LONGEST_HEADER)
			.jettyHeaderResponseSize(LONGEST_RESPONSE_HEADER)
			.http2PlainDisabled(true)
			.http2TlsDisabled(true)
			.gzipDisabled(true)
			.disableRequestJournal()
			.stubRequestLoggingDisabled(true);
		Path keys = this.keyStore;
		if (keys == null) {
			options.port(this.port);
		}
		else {
			options.httpDisabled(true)
				.httpsPort(this.port)
				.keystorePath(keys.toString())
				.keystoreType("PKCS12")
				.keystorePassword(KEY_STORE_PASSWORD)
				.keyManagerPassword(KEY_STORE_PASSWORD);
		}
		WireMockServer started = new WireMockServer(options);
		started.start();
		this.port = (keys != null) ? started.httpsPort() : started.port();
		return started;
	}

	/**
	 * A client that is costly to make, and that a server which asks no other one lacks.
	 */
	private static HttpClient noProxy() {
		return (request) -> {
			throw new UnsupportedOperationException("A test server sends no requests to other servers");
		};
	}

	/**
	 * Stop listening; {@link #restart()} listens on the same port again. Connections are
	 * refused in between.
	 */
	public void stop() {
		if (!this.stopped) {
			this.server.stop();
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
			this.server = start();
			this.stopped = false;
		}
	}

	@Override
	public void close() {
		this.closed.tryEmitEmpty();
		if (this.stopped) {
			free();
		}
		else {
			this.server.stop();
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
	 */
	public int port() {
		return this.port;
	}

	/**
	 * Return the root URL.
	 */
	public String url() {
		return ((this.keyStore != null) ? "https" : "http") + "://127.0.0.1:" + port();
	}

	/**
	 * Set the response at an endpoint.
	 */
	public void on(String endpoint, TestResponse response) {
		on(endpoint, (request) -> response);
	}

	/**
	 * Set the responses at an endpoint.
	 */
	public void on(String endpoint, Function<RecordedRequest, TestResponse> response) {
		this.endpoints.put(endpoint, response);
	}

	/**
	 * Set the responses to requests that match no endpoint, which is status 404
	 * otherwise.
	 */
	public void otherwise(Function<RecordedRequest, TestResponse> response) {
		this.otherwise = response;
	}

	/**
	 * Change all responses.
	 */
	public void every(UnaryOperator<TestResponse> change) {
		this.change = change;
	}

	/**
	 * Hold the responses at an endpoint until a gate opens. What they say is settled
	 * before.
	 */
	public void hold(String endpoint, Publisher<?> gate) {
		this.gates.put(endpoint, gate);
	}

	/**
	 * Delay responses. What they say is settled before.
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
	 */
	public List<RecordedRequest> requests() {
		return this.journal.matching((request) -> true);
	}

	/**
	 * Return the requests to an endpoint.
	 */
	public List<RecordedRequest> requests(String endpoint) {
		return this.journal.matching((request) -> request.path().endsWith(endpoint));
	}

	/**
	 * Return the last request to an endpoint.
	 */
	public RecordedRequest lastRequest(String endpoint) {
		List<RecordedRequest> all = requests(endpoint);
		return all.get(all.size() - 1);
	}

	/**
	 * Wait until an endpoint has received a number of requests.
	 * @throws IllegalStateException if the requests are not received within a minute
	 */
	public List<RecordedRequest> awaitRequests(String endpoint, int number) {
		return this.journal.await((request) -> request.path().endsWith(endpoint), number);
	}

	/**
	 * Return WireMock, to add stubs.
	 */
	public WireMockServer wireMock() {
		return this.server;
	}

	/**
	 * Replace responses of WireMock's stubs.
	 */
	public void stubbed(BiFunction<RecordedRequest, Integer, TestResponse> change) {
		this.stubbed = change;
	}

	TestResponse respond(RecordedRequest request) {
		TestResponse response = this.change.apply(settle(request));
		find(this.gates, request).ifPresent(this::await);
		return (response.ending() != TestResponse.Ending.STUBBED) ? delayed(request, response) : response;
	}

	TestResponse respond(RecordedRequest request, int status) {
		return delayed(request, this.stubbed.apply(request, status));
	}

	private TestResponse delayed(RecordedRequest request, TestResponse response) {
		return this.delay.apply(request, response).blockOptional().orElse(response);
	}

	private void await(Publisher<?> gate) {
		Mono.firstWithSignal(Mono.from(gate).then(), this.closed.asMono()).block();
	}

	void awaitClose() {
		this.closed.asMono().block();
	}

	/**
	 * A request is recorded before the function of an endpoint runs, which may block, and
	 * otherwise after its response is settled, so that its effects are seen with it.
	 */
	private TestResponse settle(RecordedRequest request) {
		Optional<Function<RecordedRequest, TestResponse>> endpoint = find(this.endpoints, request);
		if (endpoint.isPresent()) {
			record(request);
			return endpoint.get().apply(request);
		}
		TestResponse response = this.otherwise.apply(request);
		record(request);
		return response;
	}

	private void record(RecordedRequest request) {
		if (!this.forLoad) {
			this.journal.add(request);
		}
	}

	boolean keepsConnections() {
		return this.forLoad;
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
