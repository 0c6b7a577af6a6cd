package io.videoplatform.internal.transport;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.netty.NettyPipeline;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What Netty's codecs make of informational responses, and what of it is passed on.
 */
class InformationalResponseHandlerTests {

	private static final String FINAL = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

	private final EmbeddedChannel channel = new EmbeddedChannel();

	@AfterEach
	void close() {
		this.channel.finishAndReleaseAll();
	}

	private void handleBehind(ChannelHandler codec) {
		this.channel.pipeline().addLast(NettyPipeline.HttpCodec, codec);
		InformationalResponseHandler.addTo(this.channel);
	}

	private void receive(String text) {
		this.channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
	}

	/**
	 * Return what has been passed on, the ends of messages as 0.
	 */
	private List<Integer> passed() {
		List<Integer> passed = new ArrayList<>();
		for (Object message = this.channel.readInbound(); message != null; message = this.channel.readInbound()) {
			if (message instanceof HttpResponse response) {
				passed.add(response.status().code());
			}
			if (message instanceof LastHttpContent) {
				passed.add(0);
			}
			ReferenceCountUtil.release(message);
		}
		return passed;
	}

	private static String informational(int status) {
		return "HTTP/1.1 %d X\r\nLink: x\r\n\r\n".formatted(status);
	}

	@Test
	void readWhenInformationalThenOnly100And101ArePassed() {
		handleBehind(new HttpClientCodec());
		receive(informational(100) + informational(102) + informational(103) + informational(199) + FINAL);
		receive(informational(104) + FINAL + FINAL + informational(101));
		assertThat(passed()).containsExactly(100, 0, 200, 0, 200, 0, 200, 0, 101, 0);
	}

	@Test
	void readWhenIgnoredThenReadsOn() {
		AtomicInteger reads = new AtomicInteger();
		this.channel.config().setAutoRead(false);
		this.channel.pipeline().addLast(new ChannelOutboundHandlerAdapter() {

			@Override
			public void read(ChannelHandlerContext context) throws Exception {
				reads.incrementAndGet();
				super.read(context);
			}

		});
		handleBehind(new HttpClientCodec());
		receive(informational(100) + FINAL);
		assertThat(reads).hasValue(0);
		receive(informational(103));
		assertThat(reads).hasPositiveValue();
	}

	@Test
	void readWhenInformationalCannotBeReadThenFailureIsPassed() {
		handleBehind(new HttpClientCodec(4096, 50, 8192));
		receive("HTTP/1.1 103 X\r\nLink: " + "x".repeat(100) + "\r\n\r\n");
		HttpResponse response = this.channel.readInbound();
		assertThat(response.decoderResult().isFailure()).isTrue();
	}

}
