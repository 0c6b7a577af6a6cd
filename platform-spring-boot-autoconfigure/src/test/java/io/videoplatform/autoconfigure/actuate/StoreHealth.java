package io.videoplatform.autoconfigure.actuate;

import java.util.Objects;

import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ApplicationContext;

/**
 * What the health of an application says of its store.
 */
public final class StoreHealth {

	private StoreHealth() {
	}

	public static Health of(ApplicationContext context) {
		return Objects.requireNonNull(((HealthIndicator) Objects.requireNonNull(
				context.getBean("platformHealthContributor", CompositeHealthContributor.class).getContributor("store")))
			.health());
	}

}
