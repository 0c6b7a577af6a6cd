package io.videoplatform.it.keycloak;

import java.util.List;
import java.util.Map;

import tools.jackson.databind.JsonNode;

/**
 * The accounts of a realm, as an administrator sees them.
 *
 * @since 0.1.0
 */
public final class Accounts {

	private final AdminApi admin;

	private final String realm;

	Accounts(AdminApi admin, String realm) {
		this.admin = admin;
		this.realm = realm;
	}

	/**
	 * Creates an account.
	 * @param username the user's name
	 * @param password the password
	 */
	public void create(String username, String password) {
		this.admin.post(this.realm + "/users",
				AdminApi.json(Map.of("username", username, "enabled", true, "firstName", username, "lastName", username,
						"email", username + "@platform.example", "emailVerified", true, "credentials",
						List.of(credential(password)))));
	}

	/**
	 * Deletes an account.
	 * @param username the user's name
	 */
	public void delete(String username) {
		this.admin.delete(user(username));
	}

	/**
	 * Ends all sessions of a user.
	 * @param username the user's name
	 */
	public void logOut(String username) {
		this.admin.post(user(username) + "/logout", "{}");
	}

	/**
	 * Counts the active sessions of a user.
	 * @param username the user's name
	 * @return the number
	 */
	public int countSessions(String username) {
		return this.admin.get(user(username) + "/sessions").size();
	}

	/**
	 * Returns what tokens say in {@code sub}.
	 * @param username the user's name
	 * @return the user's identifier
	 */
	public String subject(String username) {
		JsonNode users = this.admin.get(this.realm + "/users?exact=true&username=" + username);
		if (users.size() != 1) {
			throw new IllegalStateException("No user '" + username + "' in " + this.realm);
		}
		return users.path(0).path("id").asString();
	}

	/**
	 * Whether brute-force detection keeps a user out.
	 * @param username the user's name
	 * @return {@code true} while even the right password is refused
	 */
	public boolean isLocked(String username) {
		return bruteForceStatus(username).path("disabled").asBoolean();
	}

	private JsonNode bruteForceStatus(String username) {
		return this.admin.get(this.realm + "/attack-detection/brute-force/users/" + subject(username));
	}

	private String user(String username) {
		return this.realm + "/users/" + subject(username);
	}

	private static Map<String, ?> credential(String password) {
		return Map.of("type", "password", "value", password, "temporary", false);
	}

}
