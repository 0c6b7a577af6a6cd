package io.videoplatform.it.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;

/**
 * The provider behind the proxy; each request gets a connection of its own.
 */
final class Upstream {

	private final URI provider;

	Upstream(URI provider) {
		this.provider = provider;
	}

	/**
	 * Sends a request with the {@code Host} that the client named.
	 * @param request the client's request
	 * @return the provider's response
	 * @throws IOException if there is none
	 */
	HttpMessage exchange(HttpMessage request) throws IOException {
		HttpMessage forwarded = request.withoutHeader("Upgrade")
			.withoutHeader("HTTP2-Settings")
			.withHeader("Connection", "close");
		try (Socket connection = new Socket(this.provider.getHost(), this.provider.getPort());
				InputStream response = connection.getInputStream()) {
			connection.setTcpNoDelay(true);
			connection.getOutputStream().write(forwarded.bytes());
			return HttpMessage.readResponse(response).withoutHeader("Connection");
		}
	}

}
