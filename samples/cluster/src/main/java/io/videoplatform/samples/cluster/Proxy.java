package io.videoplatform.samples.cluster;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.netty.channel.ChannelOption;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientRequest;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Reverse proxy that sends each request to the next node, whichever served the last one.
 * A node that does not respond is skipped.
 */
@Component
class Proxy implements WebFilter {

	private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(5);

	private static final Duration LAST_RESPONSE_TIMEOUT = Duration.ofSeconds(40);

	static final int CONNECT_TIMEOUT = 500;

	/**
	 * Headers that concern one connection only (RFC 9110, section 7.6.1), and those that
	 * are written anew.
	 */
	private static final Set<String> NOT_FORWARDED = Set.of("connection", "content-length", "keep-alive",
			"proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding",
			"upgrade");

	private final WebClient webClient = WebClient.builder()
		.clientConnector(new ReactorClientHttpConnector(
				HttpClient.create().disableRetry(true).option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT)))
		.build();

	private final AtomicInteger turn = new AtomicInteger();

	private final Cluster cluster;

	Proxy(Cluster cluster) {
		this.cluster = cluster;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		if (PagePaths.include(exchange.getRequest())) {
			return chain.filter(exchange);
		}
		return DataBufferUtils.join(exchange.getRequest().getBody())
			.map(Proxy::read)
			.defaultIfEmpty(new byte[0])
			.flatMap((body) -> send(exchange.getRequest(), body, candidates().iterator()))
			.flatMap((response) -> write(response, exchange.getResponse()));
	}

	private static byte[] read(DataBuffer buffer) {
		byte[] bytes = new byte[buffer.readableByteCount()];
		buffer.read(bytes);
		DataBufferUtils.release(buffer);
		return bytes;
	}

	/**
	 * The nodes in turn, those that respond first.
	 */
	private List<Node> candidates() {
		List<Node> nodes = new ArrayList<>(this.cluster.nodes());
		Collections.rotate(nodes, -Math.floorMod(this.turn.getAndIncrement(), nodes.size()));
		nodes.sort((one, other) -> Boolean.compare(other.isReachable(), one.isReachable()));
		return nodes;
	}

	private Mono<ResponseEntity<byte[]>> send(ServerHttpRequest request, byte[] body, Iterator<Node> nodes) {
		if (!nodes.hasNext()) {
			return Mono.just(ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).build());
		}
		Node node = nodes.next();
		boolean others = isRepeatable(request) && nodes.hasNext();
		return send(request, body, node, others ? RESPONSE_TIMEOUT : LAST_RESPONSE_TIMEOUT)
			.onErrorResume(WebClientException.class, (ex) -> {
				node.lost();
				return isRepeatable(request) ? send(request, body, nodes)
						: Mono.just(ResponseEntity.status(HttpStatus.BAD_GATEWAY).build());
			});
	}

	private Mono<ResponseEntity<byte[]>> send(ServerHttpRequest request, byte[] body, Node node, Duration timeout) {
		URI uri = request.getURI();
		String query = (uri.getRawQuery() != null) ? "?" + uri.getRawQuery() : "";
		return this.webClient.method(request.getMethod())
			.uri(URI.create(node.address() + uri.getRawPath() + query))
			.headers((headers) -> addHeaders(request, headers))
			.httpRequest((outgoing) -> outgoing.<HttpClientRequest>getNativeRequest().responseTimeout(timeout))
			.bodyValue(body)
			.exchangeToMono((response) -> response.toEntity(byte[].class));
	}

	/**
	 * A code is sent to the provider once: who returns from there is not sent to two
	 * nodes.
	 */
	private static boolean isRepeatable(ServerHttpRequest request) {
		return HttpMethod.GET.equals(request.getMethod()) && !request.getPath().value().startsWith("/login/");
	}

	private static void addHeaders(ServerHttpRequest request, HttpHeaders headers) {
		copy(request.getHeaders(), headers);
		InetSocketAddress client = Objects.requireNonNull(request.getRemoteAddress());
		headers.set("X-Forwarded-For", client.getAddress().getHostAddress());
		headers.set("X-Forwarded-Proto", request.getURI().getScheme());
		headers.set("X-Forwarded-Host", request.getHeaders().getFirst(HttpHeaders.HOST));
		headers.set("X-Forwarded-Port", String.valueOf(request.getURI().getPort()));
	}

	private static Mono<Void> write(ResponseEntity<byte[]> from, ServerHttpResponse to) {
		to.setStatusCode(from.getStatusCode());
		copy(from.getHeaders(), to.getHeaders());
		byte[] body = from.getBody();
		if (body == null) {
			return to.setComplete();
		}
		to.getHeaders().setContentLength(body.length);
		return to.writeWith(Mono.just(to.bufferFactory().wrap(body)));
	}

	private static void copy(HttpHeaders from, HttpHeaders to) {
		from.forEach((name, values) -> {
			if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
				to.put(name, values);
			}
		});
	}

}
