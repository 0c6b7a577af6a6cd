package io.videoplatform.it.api;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Handles requests below {@code /v1/} that carry a valid bearer token (RFC 6750).
 */
final class ApiHandler implements HttpHandler {

	private static final String BEARER = "Bearer ";

	private final JsonMapper mapper = new JsonMapper();

	private final ApiCounts counts;

	private volatile TokenCheck tokenCheck = (token) -> Optional.empty();

	private volatile @Nullable String challenge = "Bearer error=\"invalid_token\"";

	ApiHandler(ApiCounts counts) {
		this.counts = counts;
	}

	void tokenCheck(TokenCheck check) {
		this.tokenCheck = check;
	}

	void challenge(@Nullable String next) {
		this.challenge = next;
	}

	@Override
	public void handle(HttpExchange exchange) throws IOException {
		long bytes = exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
		String token = token(exchange);
		this.counts.requestArrived(!token.isEmpty());
		StubResponse response = this.tokenCheck.usernameOf(token)
			.map((username) -> accept(exchange, username, bytes))
			.orElseGet(this::refuse);
		this.counts.requestCompleted(response.status());
		response.sendTo(exchange);
	}

	private StubResponse accept(HttpExchange exchange, String username, long bytes) {
		String body = this.mapper.writeValueAsString(Map.of("method", exchange.getRequestMethod(), "path",
				exchange.getRequestURI().toString(), "username", username, "bytes", bytes, "id", "1", "items",
				List.of(Map.of("id", "1", "title", "One of " + username, "collectionId", "all"))));
		return new StubResponse(200, Map.of("Content-Type", "application/json"), body);
	}

	private StubResponse refuse() {
		String header = this.challenge;
		return new StubResponse(401, (header != null) ? Map.of("WWW-Authenticate", header) : Map.of(), "");
	}

	private static String token(HttpExchange exchange) {
		String header = exchange.getRequestHeaders().getFirst("Authorization");
		boolean bearer = header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length());
		return bearer ? header.substring(BEARER.length()) : "";
	}

}
