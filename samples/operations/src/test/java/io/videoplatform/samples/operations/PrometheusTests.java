package io.videoplatform.samples.operations;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.videoplatform.it.program.NeedsPrograms;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for dashboard and alerts with a real Prometheus that scrapes the running sample.
 */
@NeedsPrograms(value = "prometheus", debianPackage = "prometheus")
@Tag("full")
class PrometheusTests extends AbstractOperationsTests {

	private static final Duration HANG_GUARD = Duration.ofMinutes(5);

	private static final Pattern METRIC = Pattern.compile("\\b(?:platform|http_client)[a-z0-9_:]+");

	private static final Pattern LABEL = Pattern.compile("([a-z_]+)\\s*(?:=~|!~|!=|=)\\s*\"");

	private static final Pattern GROUPING = Pattern.compile("\\bby \\(([a-z_, ]+)\\)");

	/**
	 * Of applications in which users log in only.
	 */
	private static final Set<String> ELSEWHERE = Set.of("platform_logins");

	@TempDir
	private Path folder;

	private PrometheusServer prometheus;

	@BeforeEach
	void start() throws Exception {
		this.prometheus = PrometheusServer.start(this.folder, port());
		await().atMost(HANG_GUARD)
			.until(() -> this.prometheus.api("targets").at("/activeTargets/0/health").asString().equals("up"));
		await().atMost(HANG_GUARD).until(() -> !this.prometheus.query("platform:discovery:increase10m").isEmpty());
	}

	@AfterEach
	void stop() {
		this.prometheus.close();
	}

	@Test
	void expressionsWhenQueriedThenNameWhatIsScraped() throws Exception {
		fault("TOKENS_FAIL");
		await().atMost(HANG_GUARD).until(() -> !this.prometheus.query("ALERTS").isEmpty());
		await().atMost(HANG_GUARD).until(() -> !this.prometheus.query("platform:problems:increase10m").isEmpty());
		for (String expression : expressions()) {
			this.prometheus.query(expression);
			await().atMost(HANG_GUARD).untilAsserted(() -> {
				assertThat(values("label/__name__/values")).as(expression).containsAll(metrics(expression));
				assertThat(values("labels")).as(expression).containsAll(labels(expression));
			});
		}
	}

	@Test
	void dashboardWhenPlatformWorksThenShowsValues() throws Exception {
		List<String> ofFailures = Dashboard.expressions()
			.stream()
			.filter((expression) -> expression.contains("outcome!=\"SUCCESS\"")
					|| expression.startsWith("count by (alertname") || metrics(expression).isEmpty())
			.toList();
		assertThat(ofFailures).hasSize(3);
		for (String expression : Dashboard.expressions()) {
			if (!ofFailures.contains(expression)) {
				await().alias(expression).atMost(HANG_GUARD).until(() -> !this.prometheus.query(expression).isEmpty());
			}
		}
	}

	@Test
	void alertsWhenTokensFailThenPendingAndDashboardShowsCause() throws Exception {
		fault("TOKENS_FAIL");
		await().atMost(HANG_GUARD)
			.until(() -> !this.prometheus.query("ALERTS{alertname=\"PlatformTokenExpiresSoon\"}").isEmpty());
		await().atMost(HANG_GUARD)
			.until(() -> !this.prometheus
				.query("increase(platform_token_request_seconds_count{error_type=\"503\"}[1m]) > 0")
				.isEmpty());
	}

	private Set<String> values(String path) throws Exception {
		Set<String> values = new TreeSet<>();
		this.prometheus.api(path).forEach((value) -> values.add(value.asString()));
		return values;
	}

	private static List<String> expressions() throws Exception {
		return Stream.concat(Dashboard.expressions().stream(), AlertRules.expressions().stream()).toList();
	}

	private static Set<String> metrics(String expression) {
		Set<String> names = new HashSet<>();
		String withoutLabels = GROUPING.matcher(expression).replaceAll("").replaceAll("[{][^}]*[}]", "");
		METRIC.matcher(withoutLabels).results().forEach((match) -> names.add(match.group()));
		names.removeAll(ELSEWHERE);
		return names;
	}

	private static Set<String> labels(String expression) {
		Set<String> names = new HashSet<>();
		LABEL.matcher(expression).results().forEach((match) -> names.add(match.group(1)));
		GROUPING.matcher(expression).results().forEach((match) -> names.addAll(List.of(match.group(1).split(", "))));
		return names;
	}

}
