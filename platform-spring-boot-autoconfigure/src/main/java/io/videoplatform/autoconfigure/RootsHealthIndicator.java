package io.videoplatform.autoconfigure;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.videoplatform.autoconfigure.ClientReport.Verdict;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports what is known of the platforms that are named at run time, without a request
 * and without their names: how many there are, and what fails at how many of them. A
 * customer's domain that fails does not make the application fail.
 */
final class RootsHealthIndicator implements HealthIndicator {

	private final Supplier<List<ClientReport>> reports;

	RootsHealthIndicator(Supplier<List<ClientReport>> reports) {
		this.reports = reports;
	}

	@Override
	public Health health() {
		List<ClientReport> reports = this.reports.get();
		Health.Builder health = (count(reports, Verdict.SERVING) > 0) ? Health.up() : Health.unknown();
		health.withDetail("platforms", reports.size()).withDetail("failing", count(reports, Verdict.FAILING));
		List<Failure> failures = failures(reports);
		return (failures.isEmpty() ? health : health.withDetail("failures", failures)).build();
	}

	private static long count(List<ClientReport> reports, Verdict verdict) {
		return reports.stream().filter((report) -> report.verdict() == verdict).count();
	}

	private static List<Failure> failures(List<ClientReport> reports) {
		return reports.stream()
			.flatMap((report) -> report.failures().stream())
			.map((failure) -> new Failure(failure.what(), failure.cause(), 1))
			.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
			.entrySet()
			.stream()
			.map((entry) -> new Failure(entry.getKey().what(), entry.getKey().cause(), entry.getValue()))
			.sorted(Comparator.comparingLong(Failure::platforms).reversed())
			.toList();
	}

	/**
	 * Something that fails.
	 *
	 * @param what the document, or the token
	 * @param cause the name of the last failure, as metrics have it in {@code error.type}
	 * @param platforms at how many platforms it fails
	 */
	record Failure(String what, @Nullable String cause, long platforms) {

	}

}
