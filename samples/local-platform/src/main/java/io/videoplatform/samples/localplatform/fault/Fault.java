package io.videoplatform.samples.localplatform.fault;

import java.time.Duration;
import java.util.Set;

import io.videoplatform.samples.localplatform.authorization.Realm;

/**
 * Fault that the platform has until it is told otherwise.
 *
 * @since 0.1.0
 */
public enum Fault {

	/**
	 * No fault.
	 */
	NONE(200, "", Set.of()),

	/**
	 * The token endpoint takes three seconds.
	 */
	SLOW(200, "", Set.of()),

	/**
	 * The token endpoint fails; discovery and the API do not.
	 */
	TOKENS_FAIL(503, "{\"error\":\"temporarily_unavailable\"}", Set.of(Realm.TOKEN_PATH)),

	/**
	 * The token endpoint refuses the client, as if its secret were wrong.
	 */
	CLIENT_REFUSED(401, "{\"error\":\"invalid_client\"}", Set.of(Realm.TOKEN_PATH)),

	/**
	 * The API refuses every access token.
	 */
	CALLS_REFUSED(401, "{\"status\":401}", Set.of("/v1/")),

	/**
	 * WebFinger and the provider configuration fail.
	 */
	DISCOVERY_FAILS(503, "{\"status\":503}", Set.of("/.well-known/", Realm.CONFIGURATION_PATH));

	private final int status;

	private final String body;

	private final Set<String> paths;

	Fault(int status, String body, Set<String> paths) {
		this.status = status;
		this.body = body;
		this.paths = paths;
	}

	/**
	 * Return how long the token endpoint waits because of the fault.
	 * @return the delay, zero for faults of other kinds
	 */
	public Duration tokenEndpointDelay() {
		return (this == SLOW) ? Duration.ofSeconds(3) : Duration.ZERO;
	}

	boolean affects(String path) {
		return this.paths.stream().anyMatch(path::startsWith);
	}

	int status() {
		return this.status;
	}

	String body() {
		return this.body;
	}

}
