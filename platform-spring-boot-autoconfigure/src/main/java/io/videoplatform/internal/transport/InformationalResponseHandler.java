package io.videoplatform.internal.transport;

import java.net.ProtocolException;
import java.util.Objects;
import java.util.stream.Stream;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;
import reactor.netty.Connection;
import reactor.netty.NettyPipeline;

/**
 * Ignores the informational responses before the final one, as RFC 9110, section 15.2
 * allows. Reactor Netty does so with 100 only, and takes another one, such as 103, for
 * the final response: the next request on the connection would receive what the one
 * before it was sent. Each channel has a handler of its own.
 */
final class InformationalResponseHandler extends ChannelInboundHandlerAdapter {

	/**
	 * How many informational responses one exchange may have. Each of them begins the
	 * read timeout anew.
	 */
	static final int LIMIT = 100;

	private int number;

	private boolean ignoring;

	private boolean failed;

	/**
	 * Add a handler behind the HTTP codec, unless the channel has one from an earlier
	 * request. By then TLS has chosen the protocol; a request by HTTP/2, which an
	 * application can choose by a customizer, has a channel of its own.
	 * @param channel the channel of a request that is about to be sent
	 */
	static void addTo(Channel channel) {
		ChannelPipeline pipeline = channel.pipeline();
		if (pipeline.context(InformationalResponseHandler.class) != null) {
			return;
		}
		ChannelHandlerContext codec = codec(pipeline);
		if (codec != null) {
			pipeline.addAfter(codec.name(), null, new InformationalResponseHandler());
		}
	}

	/**
	 * Return the codec, which has no name on a connection that may be upgraded to HTTP/2.
	 */
	static @Nullable ChannelHandlerContext codec(ChannelPipeline pipeline) {
		return Stream.of(NettyPipeline.HttpCodec, NettyPipeline.H2ToHttp11Codec, NettyPipeline.H3ToHttp11Codec)
			.map(pipeline::context)
			.filter(Objects::nonNull)
			.findFirst()
			.orElseGet(() -> pipeline.context(HttpClientCodec.class));
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		if (message instanceof HttpResponse response) {
			begin(context, response);
		}
		if (!this.ignoring) {
			context.fireChannelRead(message);
			return;
		}
		ReferenceCountUtil.release(message);
		// Reactor Netty reads when it is asked to, and does not know of this response
		context.read();
	}

	private void begin(ChannelHandlerContext context, HttpResponse response) {
		if (HttpResponseStatus.SWITCHING_PROTOCOLS.equals(response.status())) {
			leaveHttp(context);
		}
		boolean interim = isInterim(response);
		this.number = interim ? this.number + 1 : 0;
		this.ignoring = this.failed || (interim && !HttpResponseStatus.CONTINUE.equals(response.status()));
		if (this.number > LIMIT && !this.failed) {
			this.failed = true;
			this.ignoring = true;
			context.fireExceptionCaught(new ProtocolException("more than %d informational responses".formatted(LIMIT)));
			context.close();
		}
	}

	/**
	 * Let no further request use the connection: Netty's codec reads no response on it
	 * any more. An upgrade to HTTP/2 has a codec of its own.
	 */
	private static void leaveHttp(ChannelHandlerContext context) {
		if (context.pipeline().get(NettyPipeline.H2CUpgradeHandler) == null) {
			Connection.from(context.channel()).markPersistent(false);
		}
	}

	/**
	 * Return whether another response follows. None follows 101, which ends the exchange
	 * by HTTP, nor one that cannot be read.
	 */
	private static boolean isInterim(HttpResponse response) {
		return response.decoderResult().isSuccess() && response.status().codeClass() == HttpStatusClass.INFORMATIONAL
				&& !HttpResponseStatus.SWITCHING_PROTOCOLS.equals(response.status());
	}

}
