package io.videoplatform.it.api;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;

/**
 * Handles WebFinger requests for one resource (RFC 7033, section 4.2).
 */
final class WebFingerHandler implements HttpHandler {

	private static final StubResponse BAD_REQUEST = new StubResponse(400, Map.of(), "");

	private static final StubResponse NOT_FOUND = new StubResponse(404, Map.of(), "");

	private final ApiCounts counts;

	private volatile WebFinger response = new WebFinger(404, Map.of(), "");

	private volatile String resource = "";

	WebFingerHandler(ApiCounts counts) {
		this.counts = counts;
	}

	void respond(WebFinger next) {
		this.response = next;
	}

	void resource(String name) {
		this.resource = name;
	}

	@Override
	public void handle(HttpExchange exchange) throws IOException {
		this.counts.webFingerRequested(exchange.getRequestHeaders().containsKey("Authorization")
				|| exchange.getRequestHeaders().containsKey("Cookie"));
		responseTo(exchange).sendTo(exchange);
	}

	private StubResponse responseTo(HttpExchange exchange) {
		List<String> resources = resources(exchange.getRequestURI().getRawQuery());
		boolean here = exchange.getRequestURI().getRawPath().equals("/.well-known/webfinger");
		if (!here || !exchange.getRequestMethod().equals("GET")) {
			return NOT_FOUND;
		}
		if (resources.size() != 1) {
			return BAD_REQUEST;
		}
		WebFinger found = this.response;
		return resources.get(0).equals(this.resource) ? new StubResponse(found.status(), found.headers(), found.body())
				: NOT_FOUND;
	}

	private static List<String> resources(String query) {
		return Stream.of((query != null) ? query.split("&") : new String[0])
			.filter((parameter) -> parameter.startsWith("resource="))
			.map((parameter) -> parameter.substring("resource=".length()))
			.map((value) -> URLDecoder.decode(value, StandardCharsets.UTF_8))
			.toList();
	}

}
