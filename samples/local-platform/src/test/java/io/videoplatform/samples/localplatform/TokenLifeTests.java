package io.videoplatform.samples.localplatform;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what becomes of tokens: refresh, rotation, expiry and revocation.
 */
@LocalPlatformTest
class TokenLifeTests {

	@Autowired
	private PlatformClient platform;

	@Autowired
	private MovableClock clock;

	@AfterEach
	void resetClock() {
		this.clock.reset();
	}

	@Test
	void apiWhenAccessTokenHasExpiredThenUnauthorized() throws Exception {
		JsonNode tokens = login();
		this.clock.advance(Duration.ofSeconds(10));
		assertThat(callApi(tokens)).isEqualTo(200);
		this.clock.advance(Duration.ofSeconds(22));
		assertThat(callApi(tokens)).isEqualTo(401);
	}

	@Test
	void refreshWhenFirstUseThenNewTokens() throws Exception {
		JsonNode tokens = login();
		this.clock.advance(Duration.ofMinutes(5));
		JsonNode refreshed = this.platform.json(refresh(tokens));
		assertThat(refreshed.get("refresh_token")).isNotEqualTo(tokens.get("refresh_token"));
		assertThat(refreshed.get("expires_in").asInt()).isEqualTo(30);
		assertThat(refreshed.get("refresh_expires_in").asInt()).isEqualTo(1800);
		assertThat(refreshed.has("id_token")).isTrue();
		assertThat(callApi(refreshed)).isEqualTo(200);
	}

	@Test
	void refreshWhenSecondUseThenRefusedAndSessionIsOver() throws Exception {
		JsonNode tokens = login();
		JsonNode refreshed = this.platform.json(refresh(tokens));
		assertInvalidGrant(refresh(tokens));
		assertInvalidGrant(refresh(refreshed));
		assertThat(callApi(refreshed)).isEqualTo(401);
	}

	@Test
	void refreshWhenManyAtOnceThenOneSucceeds() throws Exception {
		JsonNode tokens = login();
		ExecutorService executor = Executors.newFixedThreadPool(8);
		List<Future<Integer>> responses = executor
			.invokeAll(Stream.generate(() -> tokens).limit(8).map((sent) -> this.status(sent)).toList());
		executor.shutdown();
		assertThat(responses).extracting(Future::get).containsOnlyOnce(200).contains(400);
	}

	@Test
	void refreshWhenTokenHasExpiredThenInvalidGrant() throws Exception {
		JsonNode tokens = login();
		this.clock.advance(Duration.ofMinutes(30));
		assertInvalidGrant(refresh(tokens));
	}

	private Callable<Integer> status(JsonNode tokens) {
		return () -> refresh(tokens).statusCode();
	}

	private JsonNode login() throws Exception {
		return this.platform.json(this.platform.password());
	}

	private HttpResponse<String> refresh(JsonNode tokens) throws Exception {
		return this.platform.refresh(tokens.get("refresh_token").asString());
	}

	private int callApi(JsonNode tokens) throws Exception {
		return this.platform.send(this.platform.bearer("/v1/videos", tokens.get("access_token").asString()))
			.statusCode();
	}

	private void assertInvalidGrant(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(this.platform.json(response).get("error").asString()).isEqualTo("invalid_grant");
	}

}
