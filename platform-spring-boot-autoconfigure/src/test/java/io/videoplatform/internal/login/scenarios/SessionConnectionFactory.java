package io.videoplatform.internal.login.scenarios;

import java.util.concurrent.TimeUnit;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Connections to sessions in Redis as {@code docs/nodes.md} recommends them: Lettuce may
 * stop reading from one when a thread that reads a session is suspended.
 */
final class SessionConnectionFactory extends LettuceConnectionFactory {

	private final ClientResources resources;

	SessionConnectionFactory(int port) {
		this(port, ClientResources.builder().nettyCustomizer(new NettyCustomizer() {

			@Override
			public void afterChannelInitialized(Channel channel) {
				channel.pipeline().addLast(new KeepReading());
			}

		}).build());
	}

	private SessionConnectionFactory(int port, ClientResources resources) {
		super(new RedisStandaloneConfiguration("127.0.0.1", port),
				LettuceClientConfiguration.builder().clientResources(resources).build());
		this.resources = resources;
		afterPropertiesSet();
		start();
	}

	@Override
	public void destroy() {
		super.destroy();
		this.resources.shutdown(0, 2, TimeUnit.SECONDS);
	}

	private static final class KeepReading extends ChannelInboundHandlerAdapter {

		@Override
		public void channelReadComplete(ChannelHandlerContext context) {
			context.channel().config().setAutoRead(true);
			context.fireChannelReadComplete();
		}

	}

}
