package io.videoplatform.benchmarks.stub;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How the stub behaves. A load run changes it while the stub runs.
 */
final class StubSettings {

	private static final String NONE = "NONE";

	private final Map<String, String> values = new ConcurrentHashMap<>(Map.ofEntries(
			// UP, UNAVAILABLE (503 to everything), SILENT (no responses), CLOSED
			Map.entry("health", "UP"),
			// Lifetime of access tokens in seconds
			Map.entry("expiresIn", "300"),
			// Of token responses, in milliseconds
			Map.entry("tokenDelay", "0"),
			// Whether all but one of the password logins that overlap are refused
			Map.entry("exclusiveLogins", "false"),
			// Whether the API responds with 401
			Map.entry("apiRefuses", "false"),
			// How the next response to a refresh is lost: RESET, TRUNCATED, GATEWAY (504)
			Map.entry("loss", NONE),
			// The status with which a gateway responds to token requests, or 0
			Map.entry("gateway", "0"),
			// How many percent of users' responses to refreshes are lost
			Map.entry("userLossPercent", "0"),
			// How many percent of users' calls are refused with a long challenge
			Map.entry("challengePercent", "0"),
			// Of its lifetime before which a refresh of a user counts as a second one
			Map.entry("earlyPercent", "50"),
			// How often a user's last refresh token may come again
			Map.entry("reuses", "0"),
			// Whether refreshes of users bring ID tokens
			Map.entry("idTokens", "false"),
			// When the next refresh of a user is held: BEFORE or AFTER it is processed
			Map.entry("hold", NONE)));

	void set(String name, String value) {
		if (this.values.replace(name, value) == null) {
			throw new IllegalArgumentException("No setting named '%s'".formatted(name));
		}
	}

	boolean is(String name, String value) {
		return value.equals(this.values.get(name));
	}

	boolean is(String name) {
		return is(name, "true");
	}

	int number(String name) {
		return Integer.parseInt(this.values.getOrDefault(name, "0"));
	}

	/**
	 * Return a setting that holds once, and end it.
	 */
	String take(String name) {
		return String.valueOf(this.values.replace(name, NONE));
	}

	/**
	 * Take a setting that holds once if it has a value.
	 */
	boolean take(String name, String value) {
		return this.values.replace(name, value, NONE);
	}

	/**
	 * Whether something is done now that is done to some percent of all.
	 */
	boolean isDrawn(String percent) {
		return ThreadLocalRandom.current().nextInt(100) < number(percent);
	}

}
