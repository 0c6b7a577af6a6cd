package io.videoplatform.it.keycloak;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import tools.jackson.databind.JsonNode;

/**
 * The clients of a realm, as an administrator sees them.
 *
 * @since 0.1.0
 */
public final class Clients {

	private final AdminApi admin;

	private final String path;

	Clients(AdminApi admin, String realm) {
		this.admin = admin;
		this.path = realm + "/clients";
	}

	/**
	 * Registers a client whose tokens are meant for the API.
	 * @param settings its settings, by the names of the admin API
	 */
	public void register(Map<String, ?> settings) {
		Map<String, Object> all = new LinkedHashMap<>(settings);
		all.put("protocolMappers",
				List.of(Map.of("name", "audience", "protocol", "openid-connect", "protocolMapper",
						"oidc-audience-mapper", "config",
						Map.of("included.client.audience", "platform-api", "access.token.claim", "true"))));
		this.admin.post(this.path, AdminApi.json(all));
	}

	/**
	 * Removes a client.
	 * @param clientId the client
	 */
	public void delete(String clientId) {
		this.admin.delete(this.path + "/" + id(clientId));
	}

	/**
	 * Changes settings of a client, and leaves all others as they are.
	 * @param clientId the client
	 * @param settings the settings, by the names of the admin API
	 */
	public void change(String clientId, Map<String, ?> settings) {
		this.admin.put(this.path + "/" + id(clientId), AdminApi.json(settings));
	}

	/**
	 * Makes Keycloak notify an application when a session of one of its users ends
	 * (OpenID Connect Back-Channel Logout 1.0). The logout token names the session.
	 * @param clientId the client that the application is
	 * @param uri the application's back-channel logout URI
	 */
	public void backChannelLogout(String clientId, URI uri) {
		change(clientId, Map.of("clientId", clientId, "attributes",
				Map.of("backchannel.logout.url", uri.toString(), "backchannel.logout.session.required", "true")));
	}

	private String id(String clientId) {
		JsonNode clients = this.admin.get(this.path + "?clientId=" + clientId);
		if (clients.size() != 1) {
			throw new IllegalStateException("No client '" + clientId + "' in " + this.path);
		}
		return clients.path(0).path("id").asString();
	}

}
