package io.videoplatform.it.browser;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaders;
import org.reactivestreams.Publisher;
import reactor.netty.ByteBufFlux;
import reactor.netty.DisposableServer;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.tcp.SslProvider;

/**
 * Proxy of a site's server: it terminates TLS, passes the requested host name on, and
 * records each request with its response before the browser has that. It keeps no
 * connections.
 */
final class TlsFront implements AutoCloseable {

	private final List<Message> messages = new CopyOnWriteArrayList<>();

	private final HttpClient client = HttpClient.newConnection().disableRetry(true);

	private final Site site;

	private final DisposableServer server;

	private volatile List<String> dropped = List.of();

	private volatile URI upstream = URI.create("http://127.0.0.1:9");

	private TlsFront(Site site, TestAuthority authority) {
		this.site = site;
		this.server = HttpServer.create()
			.host("127.0.0.1")
			.maxKeepAliveRequests(1)
			.secure((spec) -> spec.sslContext(
					(SslProvider.GenericSslContextSpec<?>) Http11SslContextSpec.forServer(authority.siteKeys())))
			.handle(this::forward)
			.bindNow();
	}

	/**
	 * Listens on a free port.
	 */
	static TlsFront of(Site site, TestAuthority authority) {
		return new TlsFront(site, authority);
	}

	/**
	 * Changes the server behind it.
	 */
	void standBefore(URI server) {
		this.upstream = server;
	}

	/**
	 * Keeps headers of responses from the browser, from now on.
	 */
	void dropHeaders(List<String> names) {
		this.dropped = List.copyOf(names);
	}

	/**
	 * Returns the requests of the browser.
	 */
	URI uri() {
		return this.site.at(this.server.port());
	}

	/**
	 * Returns what has passed.
	 */
	List<Message> messages() {
		return List.copyOf(this.messages);
	}

	@Override
	public void close() {
		this.server.disposeNow();
	}

	private Publisher<Void> forward(HttpServerRequest request, HttpServerResponse response) {
		HttpClient.RequestSender sender = this.client.headers(naming(request))
			.request(request.method())
			.uri(this.upstream.resolve(request.uri()));
		HttpClient.ResponseReceiver<?> receiver = hasBody(request) ? sender.send(request.receive().retain()) : sender;
		return receiver.response((received, body) -> received(request, response, received, body));
	}

	private Publisher<Void> received(HttpServerRequest request, HttpServerResponse response,
			HttpClientResponse received, ByteBufFlux body) {
		ByteArrayOutputStream text = new ByteArrayOutputStream();
		response.status(received.status()).headers(received.responseHeaders());
		this.dropped.forEach(response.responseHeaders()::remove);
		return response.send(body.retain()
			.doOnNext(keeping(received, text))
			.collectList()
			.doOnNext((parts) -> this.messages.add(new Message(this.site, request.method().name(), request.uri(),
					map(request.requestHeaders()), received.status().code(), map(received.responseHeaders()),
					text.toString(StandardCharsets.UTF_8))))
			.flatMapIterable(Function.identity()));
	}

	private static boolean hasBody(HttpServerRequest request) {
		return request.requestHeaders().contains("Content-Length")
				|| request.requestHeaders().contains("Transfer-Encoding");
	}

	private Consumer<HttpHeaders> naming(HttpServerRequest request) {
		return (headers) -> headers.set(request.requestHeaders())
			.set("X-Forwarded-Host", uri().getAuthority())
			.set("X-Forwarded-Port", uri().getPort())
			.set("X-Forwarded-Proto", "https");
	}

	private static Consumer<ByteBuf> keeping(HttpClientResponse received, ByteArrayOutputStream text) {
		String type = received.responseHeaders().get("Content-Type", "");
		boolean isText = type.contains("text") || type.contains("json") || type.contains("javascript");
		return (buffer) -> {
			if (isText) {
				text.writeBytes(ByteBufUtil.getBytes(buffer));
			}
		};
	}

	private static Map<String, List<String>> map(HttpHeaders headers) {
		Map<String, List<String>> map = new TreeMap<>();
		headers.names().forEach((name) -> map.put(name.toLowerCase(Locale.ROOT), headers.getAll(name)));
		return map;
	}

}
