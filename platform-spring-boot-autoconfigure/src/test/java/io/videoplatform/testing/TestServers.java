package io.videoplatform.testing;

import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/**
 * HTTP servers of tests. Their event loops are their own: an application that ends takes
 * those along that are shared by default. They keep no connections, so that one that has
 * stopped answers nobody.
 */
public final class TestServers {

	private static final LoopResources LOOPS = LoopResources.create("test-server", 2, true);

	private TestServers() {
	}

	/**
	 * Return a server on a loopback address, to be configured further.
	 * @param port the port, or 0 for a free one
	 * @return the server
	 */
	public static HttpServer onPort(int port) {
		return HttpServer.create().runOn(LOOPS).maxKeepAliveRequests(1).host("127.0.0.1").port(port);
	}

}
