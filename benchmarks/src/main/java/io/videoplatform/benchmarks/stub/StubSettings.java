package io.videoplatform.benchmarks.stub;

import java.util.Map;

/**
 * How the stub behaves. A load run changes it while the stub runs.
 */
final class StubSettings {

	volatile Health health = Health.UP;

	volatile int expiresIn = 300;

	volatile int tokenDelay;

	volatile boolean exclusiveLogins;

	volatile boolean apiRefuses;

	volatile Loss loss = Loss.NONE;

	/**
	 * The status of a gateway that responds to token requests instead of the provider, or
	 * 0.
	 */
	volatile int gateway;

	/**
	 * How many percent of users' responses to refreshes are lost.
	 */
	volatile int userLossPercent;

	/**
	 * How many percent of users' calls are refused with a long challenge.
	 */
	volatile int challengePercent;

	/**
	 * Before how many percent of the access token's lifetime a refresh of a user counts
	 * as a second one.
	 */
	volatile int earlyPercent = 50;

	/**
	 * How often a user's last refresh token may come again.
	 */
	volatile int reuses;

	/**
	 * Whether refreshes of users bring ID tokens.
	 */
	volatile boolean idTokens;

	/**
	 * At how many addresses of the loopback network the platform also listens, each a
	 * domain of its own.
	 */
	volatile int domains;

	/**
	 * When the next refresh of a user is held.
	 */
	volatile Hold hold = Hold.NONE;

	void change(Map<String, String> changes) {
		changes.forEach(this::change);
	}

	private void change(String name, String value) {
		switch (name) {
			case "health" -> this.health = Health.valueOf(value);
			case "expiresIn" -> this.expiresIn = Integer.parseInt(value);
			case "tokenDelay" -> this.tokenDelay = Integer.parseInt(value);
			case "exclusiveLogins" -> this.exclusiveLogins = Boolean.parseBoolean(value);
			case "apiRefuses" -> this.apiRefuses = Boolean.parseBoolean(value);
			case "loss" -> this.loss = Loss.valueOf(value);
			case "gateway" -> this.gateway = Integer.parseInt(value);
			case "userLossPercent" -> this.userLossPercent = Integer.parseInt(value);
			case "earlyPercent" -> this.earlyPercent = Integer.parseInt(value);
			case "reuses" -> this.reuses = Integer.parseInt(value);
			case "idTokens" -> this.idTokens = Boolean.parseBoolean(value);
			case "domains" -> this.domains = Integer.parseInt(value);
			case "hold" -> this.hold = Hold.valueOf(value);
			case "challengePercent" -> this.challengePercent = Integer.parseInt(value);
			default -> throw new IllegalArgumentException("No setting named '%s'".formatted(name));
		}
	}

	/**
	 * How the whole host responds.
	 */
	enum Health {

		/**
		 * As it should.
		 */
		UP,

		/**
		 * With 503 to everything.
		 */
		UNAVAILABLE,

		/**
		 * It accepts requests and never responds.
		 */
		SILENT,

		/**
		 * It takes no connections.
		 */
		CLOSED

	}

	/**
	 * How the response to a refresh is lost after the provider has processed it.
	 */
	enum Loss {

		/**
		 * It is not.
		 */
		NONE,

		/**
		 * The connection is reset.
		 */
		RESET,

		/**
		 * The response breaks off.
		 */
		TRUNCATED,

		/**
		 * A gateway responds with 504 instead.
		 */
		GATEWAY

	}

	/**
	 * When a refresh is held until it is released.
	 */
	enum Hold {

		/**
		 * It is not.
		 */
		NONE,

		/**
		 * Before it is processed. It is not processed if its sender has gone meanwhile.
		 */
		BEFORE,

		/**
		 * Before the response is sent.
		 */
		AFTER

	}

}
