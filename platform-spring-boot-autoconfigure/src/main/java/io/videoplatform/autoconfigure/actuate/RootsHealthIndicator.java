package io.videoplatform.autoconfigure.actuate;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.videoplatform.internal.engine.ClientStatus;
import io.videoplatform.internal.engine.ClientStatus.FailureCount;
import io.videoplatform.internal.engine.ClientStatus.Verdict;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports what is known of the platforms that are named at run time, without a request
 * and without their names: how many there are, and what fails at how many of them. A
 * customer's domain that fails does not make the application fail.
 *
 * @param statuses gives what is known of each platform
 */
record RootsHealthIndicator(Supplier<List<ClientStatus>> statuses) implements HealthIndicator {

	@Override
	public Health health() {
		List<ClientStatus> statuses = this.statuses.get();
		Health.Builder health = (count(statuses, Verdict.SERVING) > 0) ? Health.up() : Health.unknown();
		health.withDetail("platforms", statuses.size()).withDetail("failing", count(statuses, Verdict.FAILING));
		List<FailureCount> failures = failures(statuses);
		return (failures.isEmpty() ? health : health.withDetail("failures", failures)).build();
	}

	private static long count(List<ClientStatus> statuses, Verdict verdict) {
		return statuses.stream().filter((status) -> status.verdict() == verdict).count();
	}

	private static List<FailureCount> failures(List<ClientStatus> statuses) {
		return statuses.stream()
			.flatMap((status) -> status.failures().stream())
			.map((failure) -> new FailureCount(failure.what(), failure.cause(), 1))
			.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
			.entrySet()
			.stream()
			.map((entry) -> new FailureCount(entry.getKey().what(), entry.getKey().cause(), entry.getValue()))
			.sorted(Comparator.comparingLong(FailureCount::platforms).reversed())
			.toList();
	}

}
