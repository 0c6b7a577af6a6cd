package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import javax.net.ssl.KeyManagerFactory;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;
import reactor.netty.DisposableServer;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.tcp.SslProvider;
import reactor.netty.tcp.TcpServer;

/**
 * A server on a loopback address that knows HTTP/2 only, with or without TLS.
 */
final class Http2Server implements AutoCloseable {

	private final boolean tls;

	private final AtomicInteger connections = new AtomicInteger();

	private final DisposableServer server;

	/**
	 * Start on a free port.
	 * @param tls the keys, {@code null} without TLS
	 * @param responses returns the responses to a request, of which all but the last are
	 * informational
	 */
	Http2Server(@Nullable KeyManagerFactory tls, Function<RecordedRequest, List<TestResponse>> responses) {
		this.tls = tls != null;
		TcpServer listener = TcpServer.create().host("127.0.0.1").port(0);
		if (tls != null) {
			listener = listener.secure((spec) -> spec
				.sslContext((SslProvider.GenericSslContextSpec<?>) Http2SslContextSpec.forServer(tls)));
		}
		this.server = listener.doOnConnection((connection) -> {
			this.connections.incrementAndGet();
			connection.addHandlerLast(Http2FrameCodecBuilder.forServer().build())
				.addHandlerLast(new Http2MultiplexHandler(new StreamInitializer(responses)));
		}).handle((in, out) -> in.receiveObject().then()).bindNow();
	}

	/**
	 * Return the root URL.
	 */
	String url() {
		return (this.tls ? "https" : "http") + "://127.0.0.1:" + this.server.port();
	}

	/**
	 * Return how many connections were opened.
	 */
	int connections() {
		return this.connections.get();
	}

	@Override
	public void close() {
		this.server.disposeNow();
	}

	/**
	 * Lets each stream be handled as a request of its own.
	 */
	private static final class StreamInitializer extends ChannelInitializer<Channel> {

		private final Function<RecordedRequest, List<TestResponse>> responses;

		StreamInitializer(Function<RecordedRequest, List<TestResponse>> responses) {
			this.responses = responses;
		}

		@Override
		protected void initChannel(Channel stream) {
			stream.pipeline()
				.addLast(new Http2StreamFrameToHttpObjectCodec(true), new HttpObjectAggregator(1_000_000),
						new RequestHandler(this.responses));
		}

	}

	/**
	 * Responds to the request of a stream.
	 */
	private static final class RequestHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

		private final Function<RecordedRequest, List<TestResponse>> responses;

		RequestHandler(Function<RecordedRequest, List<TestResponse>> responses) {
			this.responses = responses;
		}

		@Override
		protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
			this.responses.apply(TextServer.record(request)).forEach((response) -> context.write(response(response)));
			context.flush();
		}

		private static HttpResponse response(TestResponse response) {
			HttpResponse written = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1,
					HttpResponseStatus.valueOf(response.status()), Unpooled.wrappedBuffer(response.content()));
			for (Map.Entry<String, List<String>> header : response.headers().headerSet()) {
				written.headers().add(header.getKey(), header.getValue());
			}
			return written;
		}

	}

}
