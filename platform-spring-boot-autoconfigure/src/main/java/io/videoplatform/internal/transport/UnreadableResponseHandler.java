package io.videoplatform.internal.transport;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpObject;
import reactor.netty.NettyPipeline;

/**
 * Replaces the failures of responses that are not HTTP. Netty's quote what was sent, and
 * Reactor Netty logs them; the response to a token request may contain tokens or repeat
 * the credentials of the request.
 */
@Sharable
final class UnreadableResponseHandler extends ChannelInboundHandlerAdapter {

	private static final UnreadableResponseHandler INSTANCE = new UnreadableResponseHandler();

	private UnreadableResponseHandler() {
	}

	/**
	 * Add a handler behind the HTTP codec.
	 * @param pipeline the pipeline of a request that is about to be sent
	 */
	static void addTo(ChannelPipeline pipeline) {
		if (pipeline.context(UnreadableResponseHandler.class) == null) {
			pipeline.addAfter(NettyPipeline.HttpCodec, null, INSTANCE);
		}
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		if (message instanceof HttpObject part && part.decoderResult().isFailure()
				&& !(part.decoderResult().cause() instanceof TooLongFrameException)) {
			part.setDecoderResult(DecoderResult.failure(new DecoderException("the response is not HTTP")));
		}
		context.fireChannelRead(message);
	}

}
