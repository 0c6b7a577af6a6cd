package io.videoplatform.internal.discovery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.sun.net.httpserver.HttpExchange;

/**
 * What a loopback server answers.
 *
 * @param status the status
 * @param headers the headers, each as {@code Name: value}
 * @param body the body
 */
record Reply(int status, List<String> headers, byte[] body) {

	static Reply json(String body, String... headers) {
		return of(200, body, headers).with("Content-Type: application/json");
	}

	static Reply status(int status, String... headers) {
		return of(status, "", headers);
	}

	static Reply of(int status, String body, String... headers) {
		return new Reply(status, List.of(headers), body.getBytes(StandardCharsets.UTF_8));
	}

	Reply with(String... more) {
		List<String> all = new ArrayList<>(this.headers);
		all.addAll(List.of(more));
		return new Reply(this.status, all, this.body);
	}

	void send(HttpExchange exchange) throws IOException {
		for (String header : this.headers) {
			int colon = header.indexOf(':');
			exchange.getResponseHeaders().add(header.substring(0, colon), header.substring(colon + 1).trim());
		}
		boolean hasBody = this.status != 304 && this.body.length > 0;
		exchange.sendResponseHeaders(this.status, hasBody ? this.body.length : -1);
		if (hasBody) {
			exchange.getResponseBody().write(this.body);
		}
		exchange.close();
	}

}
