package io.videoplatform.autoconfigure.actuate;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.store.StoreStatus;
import io.videoplatform.internal.store.StoreStatus.Problem;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports what is known of the store, without a request to it.
 *
 * @param store the store
 */
record StoreHealthIndicator(PlatformStore store) implements HealthIndicator {

	@Override
	public Health health() {
		StoreStatus status = this.store.status();
		Problem problem = status.problem();
		Health.Builder health = Health.unknown();
		if (problem != null) {
			health = (problem.error() != PlatformError.STORE_KEYS) ? Health.down() : Health.outOfService();
			health.withDetail("problem", problem.text())
				.withDetail("cause", problem.error().getCode())
				.withDetail("since", problem.since());
		}
		else if (status.isKnown()) {
			health = Health.up();
		}
		return health.withDetail("type", this.store.type())
			.withDetail("unreadableRecords", status.unreadable())
			.build();
	}

}
