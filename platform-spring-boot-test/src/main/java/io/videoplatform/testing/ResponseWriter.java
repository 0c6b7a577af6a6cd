package io.videoplatform.testing;

import java.util.function.Consumer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Sends a {@link TestResponse}, with its faults.
 */
final class ResponseWriter {

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
			case COMPLETE -> withHeaders().sendByteArray(Mono.just(this.content.content())).then();
			case TRUNCATED -> sendHalf(end(ResponseWriter::reset));
			case STALLED -> sendHalf(Mono.never());
		};
	}

	private HttpServerResponse withHeaders() {
		this.response.status(this.content.status());
		this.content.headers()
			.forEach((name, values) -> values.forEach((value) -> this.response.addHeader(name, value)));
		return this.response;
	}

	private Mono<Void> sendHalf(Mono<Void> then) {
		byte[] body = this.content.content();
		ByteBuf half = Unpooled.wrappedBuffer(body, 0, body.length / 2);
		return withLength(body).send(Flux.just(half).concatWith(then.cast(ByteBuf.class)), (buffer) -> true).then();
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

}
