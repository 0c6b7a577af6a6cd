package io.videoplatform.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

import javax.net.ssl.KeyManagerFactory;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.videoplatform.testing.RecordedRequest;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.netty.DisposableServer;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.tcp.SslProvider;
import reactor.netty.tcp.TcpServer;

import org.springframework.http.HttpHeaders;

/**
 * A server on a loopback address that keeps its connections and sends any text in the
 * place of responses, piece by piece, in ISO 8859-1.
 */
final class TextServer implements AutoCloseable {

	private final boolean tls;

	private final DisposableServer server;

	/**
	 * Start on a free port.
	 * @param tls the keys, {@code null} without TLS
	 * @param responses returns what is sent after a request
	 */
	TextServer(@Nullable KeyManagerFactory tls, Function<RecordedRequest, Flux<String>> responses) {
		this.tls = tls != null;
		TcpServer listener = TcpServer.create().host("127.0.0.1").port(0);
		if (tls != null) {
			listener = listener.secure((spec) -> spec
				.sslContext((SslProvider.GenericSslContextSpec<?>) Http11SslContextSpec.forServer(tls)));
		}
		this.server = listener.doOnConnection(
				(connection) -> connection.addHandlerLast(new HttpRequestDecoder()).addHandlerLast(new Aggregator()))
			.handle((in, out) -> out.send(in.receiveObject()
				.cast(FullHttpRequest.class)
				.map(TextServer::record)
				.concatMap(responses)
				.map((text) -> Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1)), (text) -> true))
			.bindNow();
	}

	static RecordedRequest record(FullHttpRequest request) {
		HttpHeaders headers = new HttpHeaders();
		for (Map.Entry<String, String> header : request.headers()) {
			headers.add(header.getKey(), header.getValue());
		}
		byte[] content = new byte[request.content().readableBytes()];
		request.content().readBytes(content);
		return new RecordedRequest(request.method().name(), request.uri(), headers, content);
	}

	/**
	 * Return the root URL.
	 */
	String url() {
		return (this.tls ? "https" : "http") + "://127.0.0.1:" + this.server.port();
	}

	@Override
	public void close() {
		this.server.disposeNow();
	}

	/**
	 * Reads whole requests, and leaves it to others to respond to {@code Expect}.
	 */
	private static final class Aggregator extends HttpObjectAggregator {

		Aggregator() {
			super(1_000_000);
		}

		@Override
		protected @Nullable Object newContinueResponse(HttpMessage start, int limit, ChannelPipeline pipeline) {
			return null;
		}

	}

}
