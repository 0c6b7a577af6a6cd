package io.videoplatform.it.proxy;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.videoplatform.it.keycloak.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * The requests that came through the proxy.
 *
 * @since 0.1.0
 */
public final class RequestLog {

	private final List<String> paths = new CopyOnWriteArrayList<>();

	private final List<TokenRequest> tokenRequests = new CopyOnWriteArrayList<>();

	private final List<Integer> tokenStatuses = new CopyOnWriteArrayList<>();

	RequestLog() {
	}

	/**
	 * Counts requests by their path.
	 * @param suffix the end of the path, for example
	 * {@code /.well-known/openid-configuration}
	 * @return the number of requests that arrived
	 */
	public long count(String suffix) {
		return this.paths.stream().filter((path) -> path.endsWith(suffix)).count();
	}

	/**
	 * Returns the requests that arrived at the token endpoint.
	 * @return the requests in their order
	 */
	public List<TokenRequest> tokenRequests() {
		return List.copyOf(this.tokenRequests);
	}

	/**
	 * Returns the requests that arrived at the token endpoint for one grant.
	 * @param grantType the grant
	 * @return the requests in their order
	 */
	public List<TokenRequest> tokenRequests(String grantType) {
		return this.tokenRequests.stream().filter((request) -> request.grantType().equals(grantType)).toList();
	}

	/**
	 * Returns what the provider said to token requests, also where the client never heard
	 * it.
	 * @return the HTTP statuses in the order of the responses
	 */
	public List<Integer> tokenStatuses() {
		return List.copyOf(this.tokenStatuses);
	}

	/**
	 * Forgets all requests.
	 */
	public void clear() {
		this.paths.clear();
		this.tokenRequests.clear();
		this.tokenStatuses.clear();
	}

	/**
	 * Notes a request.
	 * @param request the request
	 * @return what it is at the token endpoint, {@code null} if it goes elsewhere
	 */
	@Nullable TokenRequest arrived(HttpMessage request) {
		this.paths.add(request.path());
		if (!request.path().endsWith("/protocol/openid-connect/token")) {
			return null;
		}
		Map<String, String> form = form(new String(request.body(), StandardCharsets.UTF_8));
		String refreshToken = form.get("refresh_token");
		TokenRequest tokenRequest = new TokenRequest(Instant.now(), form.getOrDefault("grant_type", ""),
				form.get("client_id"), (refreshToken != null) ? Fingerprint.of(refreshToken) : null);
		this.tokenRequests.add(tokenRequest);
		return tokenRequest;
	}

	void tokenResponded(int status) {
		this.tokenStatuses.add(status);
	}

	private static Map<String, String> form(String body) {
		Map<String, String> parameters = new HashMap<>();
		for (String pair : body.split("&")) {
			String[] nameAndValue = pair.split("=", 2);
			if (nameAndValue.length == 2) {
				parameters.put(decode(nameAndValue[0]), decode(nameAndValue[1]));
			}
		}
		return parameters;
	}

	private static String decode(String text) {
		return URLDecoder.decode(text, StandardCharsets.UTF_8);
	}

}
