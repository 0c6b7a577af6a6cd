package io.videoplatform.internal.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.util.ReferenceCountUtil;
import reactor.netty.NettyPipeline;

/**
 * Ignores the informational responses before the final one, as RFC 9110, section 15.2
 * allows. Reactor Netty does so with 100 only, and takes another one, such as 103, for
 * the final response: the next request on the connection would receive what the one
 * before it was sent. Each channel has a handler of its own.
 */
final class InformationalResponseHandler extends ChannelInboundHandlerAdapter {

	private boolean ignoring;

	/**
	 * Add a handler behind the HTTP codec, unless the channel has one from an earlier
	 * request. By HTTP/2 each request has a channel of its own.
	 */
	static void addTo(Channel channel) {
		ChannelPipeline pipeline = channel.pipeline();
		if (pipeline.get(NettyPipeline.HttpCodec) != null
				&& pipeline.context(InformationalResponseHandler.class) == null) {
			pipeline.addAfter(NettyPipeline.HttpCodec, null, new InformationalResponseHandler());
		}
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		if (message instanceof HttpResponse response) {
			this.ignoring = isIgnored(response);
		}
		if (!this.ignoring) {
			context.fireChannelRead(message);
			return;
		}
		ReferenceCountUtil.release(message);
		// Reactor Netty reads when it is asked to, and does not know of this response
		context.read();
	}

	/**
	 * Not 101, which no other response follows, nor one that cannot be read.
	 */
	private static boolean isIgnored(HttpResponse response) {
		HttpResponseStatus status = response.status();
		return response.decoderResult().isSuccess() && status.codeClass() == HttpStatusClass.INFORMATIONAL
				&& !HttpResponseStatus.CONTINUE.equals(status)
				&& !HttpResponseStatus.SWITCHING_PROTOCOLS.equals(status);
	}

}
