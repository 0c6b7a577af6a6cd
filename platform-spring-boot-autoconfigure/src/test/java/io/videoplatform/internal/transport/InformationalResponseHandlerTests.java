package io.videoplatform.internal.transport;

import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.netty.NettyPipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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

	private void handleBehind(String name, ChannelHandler codec) {
		this.channel.pipeline().addLast(name, codec);
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

	@ParameterizedTest
	@ValueSource(strings = { NettyPipeline.HttpCodec, "HttpClientCodec#0" })
	void readWhenInformationalThenOnly100And101ArePassed(String codec) {
		handleBehind(codec, new HttpClientCodec());
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
		handleBehind(NettyPipeline.HttpCodec, new HttpClientCodec());
		receive(informational(100) + FINAL);
		assertThat(reads).hasValue(0);
		receive(informational(103));
		assertThat(reads).hasPositiveValue();
	}

	@Test
	void readWhenInformationalCannotBeReadThenFailureIsPassed() {
		handleBehind(NettyPipeline.HttpCodec, new HttpClientCodec(4096, 50, 8192));
		receive("HTTP/1.1 103 X\r\nLink: " + "x".repeat(100) + "\r\n\r\n");
		HttpResponse response = this.channel.readInbound();
		assertThat(response.decoderResult().isFailure()).isTrue();
	}

	@Test
	void readWhenFullThenReleased() {
		handleBehind(NettyPipeline.H2ToHttp11Codec, new ChannelInboundHandlerAdapter());
		FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.EARLY_HINTS,
				Unpooled.buffer(1));
		this.channel.writeInbound(response);
		assertThat(response.refCnt()).isZero();
		assertThat(passed()).isEmpty();
	}

	@Test
	void readWhenHttp2ThenOnlyFinalIsPassed() {
		handleBehind(NettyPipeline.H2ToHttp11Codec, new Http2StreamFrameToHttpObjectCodec(false));
		Stream.of("103", "102", "200")
			.forEach((status) -> this.channel.writeInbound(
					new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status(status), status.equals("200"))));
		assertThat(passed()).containsExactly(200, 0);
	}

	@Test
	void readWhenMoreThanLimitThenFailsOnceAndCloses() {
		handleBehind(NettyPipeline.HttpCodec, new HttpClientCodec());
		for (int i = 0; i < 2; i++) {
			receive(informational(103).repeat(InformationalResponseHandler.LIMIT) + FINAL);
		}
		assertThat(passed()).containsExactly(200, 0, 200, 0);
		receive(informational(103).repeat(InformationalResponseHandler.LIMIT));
		assertThat(this.channel.isOpen()).isTrue();
		assertThatExceptionOfType(ProtocolException.class)
			.isThrownBy(() -> receive(informational(100).repeat(3) + FINAL));
		assertThat(passed()).isEmpty();
		assertThat(this.channel.isOpen()).isFalse();
	}

	@Test
	void addWhenAlreadyThereOrNoCodecThenNotAdded() {
		InformationalResponseHandler.addTo(this.channel);
		assertThat(this.channel.pipeline().get(InformationalResponseHandler.class)).isNull();
		handleBehind(NettyPipeline.HttpCodec, new HttpClientCodec());
		InformationalResponseHandler.addTo(this.channel);
		this.channel.pipeline().remove(InformationalResponseHandler.class);
		assertThat(this.channel.pipeline().get(InformationalResponseHandler.class)).isNull();
	}

}
