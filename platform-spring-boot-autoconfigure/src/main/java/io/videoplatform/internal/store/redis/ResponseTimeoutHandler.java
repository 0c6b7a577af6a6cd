package io.videoplatform.internal.store.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Closes a channel on which nothing arrives for a time after the first thing that was
 * sent since something arrived. An engine that has gone without closing its connections
 * is not noticed otherwise until TCP gives up, which takes many minutes; a channel that
 * is closed Lettuce opens again.
 */
final class ResponseTimeoutHandler extends ChannelDuplexHandler {

	private final Duration timeout;

	private @Nullable Future<?> end;

	/**
	 * Create a new instance for one channel.
	 * @param timeout longer than an engine takes to respond
	 */
	ResponseTimeoutHandler(Duration timeout) {
		this.timeout = timeout;
	}

	@Override
	public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
		if (this.end == null) {
			this.end = ctx.executor().schedule(() -> ctx.close(), this.timeout.toNanos(), TimeUnit.NANOSECONDS);
		}
		ctx.write(message, promise);
	}

	@Override
	public void channelRead(ChannelHandlerContext ctx, Object message) {
		stop();
		ctx.fireChannelRead(message);
	}

	@Override
	public void channelInactive(ChannelHandlerContext ctx) {
		stop();
		ctx.fireChannelInactive();
	}

	private void stop() {
		if (this.end != null) {
			this.end.cancel(false);
			this.end = null;
		}
	}

}
