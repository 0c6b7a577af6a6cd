package io.videoplatform.samples.operations;

import java.net.http.HttpResponse;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the sample: its page, and what the page reads when the platform fails.
 */
class OperationsTests extends AbstractOperationsTests {

	private static final Duration HANG_GUARD = Duration.ofMinutes(5);

	@Test
	void pageWhenOpenedThenNeedsNothingFromElsewhere() throws Exception {
		HttpResponse<String> page = get("/operations");
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.headers().firstValue("Content-Security-Policy"))
			.hasValueSatisfying((policy) -> assertThat(policy).contains("default-src 'none'", "script-src 'self'"));
		assertThat(page.body()).contains("<h1>Operations</h1>").doesNotContain("http://", "https://", "style=\"");
	}

	@Test
	void metersWhenPlatformWorksThenHoldNoSecret() throws Exception {
		awaitMeters("platform_token_request_seconds_count{", "outcome=\"SUCCESS\"");
		assertThat(get("/actuator/prometheus").body()).doesNotContain("eyJ", "developer");
		await().atMost(HANG_GUARD)
			.untilAsserted(() -> assertThat(get("/actuator/health/platform").body()).contains("\"status\":\"UP\"")
				.doesNotContain("eyJ"));
	}

	@Test
	void metersWhenTokensFailThenCountFailuresAndHealthNamesCause() throws Exception {
		fault("TOKENS_FAIL");
		awaitMeters("error_type=\"503\"");
		await().atMost(HANG_GUARD)
			.untilAsserted(() -> assertThat(get("/actuator/health/platform").body()).contains("\"cause\":\"503\""));
	}

	@Test
	void metersWhenCallsAreRefusedThenRetriesAreCounted() throws Exception {
		fault("CALLS_REFUSED");
		await().atMost(HANG_GUARD)
			.untilAsserted(() -> assertThat(get("/actuator/prometheus").body())
				.doesNotContain("platform_calls_retried_total{platform_client=\"platform\"} 0.0"));
	}

	@Test
	void faultWhenPlatformIsStoppedThenItsStateInstead() throws Exception {
		assertThat(get("/operations/fault").body()).contains("\"localPlatform\":\"RUNNING\"", "\"fault\":\"NONE\"");
		post("/local-platform/stop");
		assertThat(get("/operations/fault").body()).contains("\"localPlatform\":\"STOPPED\"", "\"fault\":null");
		assertThat(post("/operations/fault/SLOW").statusCode()).isEqualTo(409);
	}

	private void awaitMeters(String... texts) {
		await().atMost(HANG_GUARD)
			.untilAsserted(() -> assertThat(get("/actuator/prometheus").body().lines())
				.anySatisfy((line) -> assertThat(line).contains(texts)));
	}

}
