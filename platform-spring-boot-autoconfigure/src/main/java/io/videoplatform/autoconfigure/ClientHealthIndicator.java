package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.function.Supplier;

import io.videoplatform.autoconfigure.ClientReport.Failure;
import io.videoplatform.autoconfigure.ClientReport.Verdict;
import io.videoplatform.client.TokenStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports what is known of a client, without a request.
 */
final class ClientHealthIndicator implements HealthIndicator {

	private final Supplier<ClientReport> report;

	ClientHealthIndicator(Supplier<ClientReport> report) {
		this.report = report;
	}

	@Override
	public Health health() {
		ClientReport report = this.report.get();
		Health.Builder health = builder(report.verdict());
		add(health, "issuer", report.discovery().issuer());
		add(health, "quarantinedIssuer", report.discovery().quarantinedIssuer());
		add(health, "discoveredUntil", report.freshUntil());
		add(health, "usableUntil", report.usableUntil());
		TokenStatus token = report.token();
		if (token != null) {
			health.withDetail("token", ClientReport.state(token));
			add(health, "tokenExpiresAt", token.expiresAt());
		}
		add(health, "logins", report.logins());
		List<Failure> failures = report.failures();
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
