package io.videoplatform.it.api;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import com.sun.net.httpserver.HttpExchange;

/**
 * A complete HTTP response.
 *
 * @param status the HTTP status
 * @param headers the headers
 * @param body the body
 */
record StubResponse(int status, Map<String, String> headers, String body) {

	void sendTo(HttpExchange exchange) throws IOException {
		byte[] bytes = this.body.getBytes(StandardCharsets.UTF_8);
		this.headers.forEach(exchange.getResponseHeaders()::set);
		exchange.sendResponseHeaders(this.status, (bytes.length > 0) ? bytes.length : -1);
		if (bytes.length > 0) {
			exchange.getResponseBody().write(bytes);
		}
	}

}
