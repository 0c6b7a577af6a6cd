package io.videoplatform.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Sends a {@link TestResponse}, with its faults.
 */
final class ResponseWriter {

	private static final Duration PACE = Duration.ofMillis(100);

	private static final String NOT_HTTP = "lskdu018973t09sylgasjkfg1][]'./.sdlv";

	private final HttpServerResponse response;

	private final TestResponse content;

	private ResponseWriter(HttpServerResponse response, TestResponse content) {
		this.response = response;
		this.content = content;
	}

	static Mono<Void> send(HttpServerResponse response, TestResponse content) {
		return new ResponseWriter(response, content).send();
	}

	private Mono<Void> send() {
		if (this.content.status() == TestResponse.RESET) {
			return end(ResponseWriter::reset);
		}
		return switch (this.content.ending()) {
			case COMPLETE -> withHeaders().sendByteArray(Mono.just(body())).then();
			case TRUNCATED -> sendHalf(end(ResponseWriter::reset));
			case STALLED -> sendHalf(Mono.never());
			case SLOW -> sendSlowly();
			case EMPTY -> end(Channel::close);
			case GARBAGE -> end((channel) -> sendRaw(channel, NOT_HTTP));
			case MALFORMED_CHUNK ->
				end((channel) -> sendRaw(channel, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + NOT_HTTP));
		};
	}

	private HttpServerResponse withHeaders() {
		this.response.status(this.content.status());
		this.content.headers()
			.forEach((name, values) -> values.forEach((value) -> this.response.addHeader(name, value)));
		return this.response;
	}

	private byte[] body() {
		byte[] bytes = this.content.body().getBytes(StandardCharsets.UTF_8);
		return "gzip".equals(this.content.headers().getFirst("Content-Encoding")) ? gzip(bytes) : bytes;
	}

	private static byte[] gzip(byte[] content) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
			gzip.write(content);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return bytes.toByteArray();
	}

	private Mono<Void> sendHalf(Mono<Void> then) {
		byte[] body = body();
		ByteBuf half = Unpooled.wrappedBuffer(body, 0, body.length / 2);
		return withLength(body).send(Flux.just(half).concatWith(then.cast(ByteBuf.class)), (buffer) -> true).then();
	}

	private Mono<Void> sendSlowly() {
		byte[] body = body();
		Flux<ByteBuf> bytes = Flux.range(0, body.length)
			.delayElements(PACE)
			.map((position) -> Unpooled.wrappedBuffer(body, position, 1));
		return withLength(body).send(bytes, (buffer) -> true).then();
	}

	private HttpServerResponse withLength(byte[] body) {
		return withHeaders().header("Content-Length", String.valueOf(body.length));
	}

	/**
	 * End the connection instead of the response.
	 */
	private Mono<Void> end(Consumer<Channel> ending) {
		return Mono
			.<Void>fromRunnable(() -> this.response.withConnection((connection) -> ending.accept(connection.channel())))
			.then(Mono.never());
	}

	private static void reset(Channel channel) {
		channel.config().setOption(ChannelOption.SO_LINGER, 0);
		channel.close();
	}

	private static void sendRaw(Channel channel, String text) {
		channel.pipeline()
			.context(NettyPipeline.HttpCodec)
			.writeAndFlush(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII))
			.addListener(ChannelFutureListener.CLOSE);
	}

}
