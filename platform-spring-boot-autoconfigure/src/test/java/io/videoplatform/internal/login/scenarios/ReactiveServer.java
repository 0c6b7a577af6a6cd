package io.videoplatform.internal.login.scenarios;

import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A server for browsers that are quicker than people.
 */
@Configuration(proxyBeanMethods = false)
class ReactiveServer {

	/**
	 * Reactor Netty 1.3.6 at times stops reading from a connection whose next request
	 * comes before the last one has quite ended (reactor-netty#4361).
	 */
	@Bean
	NettyServerCustomizer oneRequestPerConnection() {
		return (server) -> server.maxKeepAliveRequests(1);
	}

}
