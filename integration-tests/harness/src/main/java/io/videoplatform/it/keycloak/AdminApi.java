package io.videoplatform.it.keycloak;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keycloak's admin REST API, for what {@link Realm} does not know.
 *
 * <p>
 * Paths begin with {@code /admin/realms}. Every method throws an
 * {@link IllegalStateException} when the response is no success.
 *
 * @since 0.1.0
 */
public final class AdminApi {

	private static final JsonMapper MAPPER = new JsonMapper();

	private final URI keycloak;

	private @Nullable String token;

	private long tokenGoodUntil;

	AdminApi(URI keycloak) {
		this.keycloak = keycloak;
	}

	/**
	 * Reads.
	 * @param path the path with its query
	 * @return the response
	 */
	public JsonNode get(String path) {
		return MAPPER.readTree(exchange("GET", path, null));
	}

	/**
	 * Creates or acts.
	 * @param path the path
	 * @param json the body, empty for none
	 */
	public void post(String path, String json) {
		exchange("POST", path, json);
	}

	/**
	 * Changes.
	 * @param path the path
	 * @param json the body; members that are left out stay as they are
	 */
	public void put(String path, String json) {
		exchange("PUT", path, json);
	}

	/**
	 * Deletes.
	 * @param path the path
	 */
	public void delete(String path) {
		exchange("DELETE", path, null);
	}

	static String json(Map<String, ?> members) {
		return MAPPER.writeValueAsString(members);
	}

	private String exchange(String method, String path, @Nullable String json) {
		HttpRequest.Builder request = HttpJson.request(this.keycloak.resolve(path))
			.header("Authorization", "Bearer " + token())
			.method(method, (json != null) ? BodyPublishers.ofString(json) : BodyPublishers.noBody());
		if (json != null) {
			request.header("Content-Type", "application/json");
		}
		HttpResponse<String> response = HttpJson.send(request.build());
		if (response.statusCode() >= 300) {
			throw new IllegalStateException("Keycloak's admin API responded with " + response.statusCode() + " to "
					+ method + " " + path + ": " + response.body());
		}
		return response.body();
	}

	private synchronized String token() {
		String current = this.token;
		if (current != null && System.nanoTime() < this.tokenGoodUntil) {
			return current;
		}
		TokenResponse response = new TokenClient(this.keycloak.resolve("/realms/master"))
			.clientCredentials(KeycloakCommand.ADMIN_CLIENT, KeycloakCommand.ADMIN_SECRET);
		this.tokenGoodUntil = System.nanoTime() + response.expiresIn().dividedBy(2).toNanos();
		this.token = response.accessToken();
		return response.accessToken();
	}

}
