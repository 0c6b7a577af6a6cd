package io.videoplatform.autoconfigure.actuate;

import java.util.List;
import java.util.function.Supplier;

import io.videoplatform.client.TokenStatus;
import io.videoplatform.internal.engine.ClientStatus;
import io.videoplatform.internal.engine.ClientStatus.Failure;
import io.videoplatform.internal.engine.ClientStatus.Verdict;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports what is known of a client, without a request.
 *
 * @param status gives what is known
 */
record ClientHealthIndicator(Supplier<ClientStatus> status) implements HealthIndicator {

	@Override
	public Health health() {
		ClientStatus status = this.status.get();
		Health.Builder health = builder(status.verdict());
		add(health, "issuer", status.discovery().issuer());
		add(health, "quarantinedIssuer", status.discovery().quarantinedIssuer());
		add(health, "discoveredUntil", status.freshUntil());
		add(health, "usableUntil", status.usableUntil());
		TokenStatus token = status.token();
		if (token != null) {
			health.withDetail("token", ClientStatus.state(token));
			add(health, "tokenExpiresAt", token.expiresAt());
		}
		add(health, "logins", status.logins());
		List<Failure> failures = status.failures();
		return (failures.isEmpty() ? health : health.withDetail("failures", failures)).build();
	}

	private static Health.Builder builder(Verdict verdict) {
		return switch (verdict) {
			case SERVING -> Health.up();
			case PARTLY -> Health.outOfService();
			case FAILING -> Health.down();
			case UNUSED -> Health.unknown();
		};
	}

	private static void add(Health.Builder health, String key, @Nullable Object value) {
		if (value != null) {
			health.withDetail(key, value);
		}
	}

}
