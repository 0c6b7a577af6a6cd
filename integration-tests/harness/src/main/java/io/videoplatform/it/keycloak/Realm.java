package io.videoplatform.it.keycloak;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import tools.jackson.databind.JsonNode;

/**
 * A copy of the realm {@code platform} and the settings that tests turn.
 *
 * <p>
 * It has the clients {@code anonymous}, {@code platform-service}, {@code platform-web},
 * {@code platform-browser} and {@code platform-api}, whose secret is their name with
 * {@code -secret}, and the user {@value #USERNAME} with the password {@value #PASSWORD}.
 *
 * @since 0.1.0
 */
public final class Realm {

	/**
	 * The name of the user that every realm has.
	 */
	public static final String USERNAME = "developer";

	/**
	 * The password of {@value #USERNAME}.
	 */
	public static final String PASSWORD = "developer-password";

	private final Keycloak keycloak;

	private final String name;

	private final String path;

	Realm(Keycloak keycloak, String name) {
		this.keycloak = keycloak;
		this.name = name;
		this.path = "/admin/realms/" + name;
	}

	/**
	 * Returns the Keycloak that holds the realm.
	 * @return the Keycloak
	 */
	public Keycloak keycloak() {
		return this.keycloak;
	}

	/**
	 * Returns the realm's name.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Returns the issuer for direct requests to Keycloak.
	 * @return the issuer
	 */
	public URI issuer() {
		return this.keycloak.issuer(this.name);
	}

	/**
	 * Returns the issuer for requests to another address.
	 * @param base scheme, host and port, of a proxy for example
	 * @return the issuer
	 */
	public URI issuer(URI base) {
		return base.resolve("/realms/" + this.name);
	}

	/**
	 * Returns a client of the realm's token endpoint, without a proxy.
	 * @return the client
	 */
	public TokenClient tokens() {
		return new TokenClient(issuer());
	}

	/**
	 * Sets how long access tokens live, whichever grant they come from.
	 * @param lifespan the lifetime, in whole seconds
	 */
	public void accessTokenLifespan(Duration lifespan) {
		change(Map.of("accessTokenLifespan", lifespan.toSeconds(), "accessTokenLifespanForImplicitFlow",
				lifespan.toSeconds()));
	}

	/**
	 * Makes each refresh return a new refresh token and refuse the old one.
	 * @param maxReuse how often an old refresh token is accepted once more
	 */
	public void rotateRefreshTokens(int maxReuse) {
		change(Map.of("revokeRefreshToken", true, "refreshTokenMaxReuse", maxReuse));
	}

	/**
	 * Lets refresh tokens be used again and again, as at the beginning.
	 */
	public void keepRefreshTokens() {
		change(Map.of("revokeRefreshToken", false));
	}

	/**
	 * Locks an account for a minute or more after so many wrong passwords.
	 * @param failures the number of failures
	 */
	public void detectBruteForce(int failures) {
		change(Map.of("bruteForceProtected", true, "failureFactor", failures));
	}

	/**
	 * Returns the realm's accounts.
	 * @return the accounts
	 */
	public Accounts accounts() {
		return new Accounts(this.keycloak.adminApi(), this.path);
	}

	/**
	 * Returns the realm's clients.
	 * @return the clients
	 */
	public Clients clients() {
		return new Clients(this.keycloak.adminApi(), this.path);
	}

	/**
	 * Counts what Keycloak has recorded, for example {@code LOGIN}, {@code LOGIN_ERROR},
	 * {@code CLIENT_LOGIN}, {@code REFRESH_TOKEN} or {@code REFRESH_TOKEN_ERROR}.
	 * @param type the type of event
	 * @return the number since the realm was made or the events were cleared
	 */
	public int countEvents(String type) {
		return this.keycloak.adminApi().get(this.path + "/events?max=100000&type=" + type).size();
	}

	/**
	 * Counts what Keycloak has recorded of one user.
	 * @param type the type of event
	 * @param username the user's name
	 * @return the number since the realm was made or the events were cleared
	 */
	public int countEvents(String type, String username) {
		String user = accounts().subject(username);
		return this.keycloak.adminApi().get(this.path + "/events?max=100000&type=" + type + "&user=" + user).size();
	}

	/**
	 * Returns the types of what Keycloak has recorded.
	 * @return the types, newest first
	 */
	public List<String> events() {
		return this.keycloak.adminApi()
			.get(this.path + "/events?max=100000")
			.valueStream()
			.map((event) -> event.path("type").asString())
			.toList();
	}

	/**
	 * Forgets all recorded events.
	 */
	public void clearEvents() {
		this.keycloak.adminApi().delete(this.path + "/events");
	}

	/**
	 * Counts the active sessions of all users.
	 * @param clientId the client that the sessions belong to
	 * @return the number
	 */
	public int countSessions(String clientId) {
		JsonNode statistics = this.keycloak.adminApi().get(this.path + "/client-session-stats");
		return statistics.valueStream()
			.filter((client) -> clientId.equals(client.path("clientId").asString()))
			.mapToInt((client) -> client.path("active").asInt())
			.sum();
	}

	/**
	 * Ends the sessions of all users: their refresh tokens are refused, and their access
	 * tokens too by APIs that introspect them.
	 */
	public void endAllSessions() {
		this.keycloak.adminApi().post(this.path + "/logout-all", "{}");
	}

	/**
	 * Ends one session of a user.
	 * @param session the session, as tokens say in {@code sid}
	 */
	public void endSession(String session) {
		this.keycloak.adminApi().delete(this.path + "/sessions/" + session);
	}

	/**
	 * Deletes the realm.
	 */
	public void delete() {
		this.keycloak.adminApi().delete(this.path);
	}

	private void change(Map<String, ?> settings) {
		this.keycloak.adminApi().put(this.path, AdminApi.json(settings));
	}

}
