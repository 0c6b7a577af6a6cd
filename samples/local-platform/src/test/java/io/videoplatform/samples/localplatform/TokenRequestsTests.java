package io.videoplatform.samples.localplatform;

import java.net.http.HttpResponse;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the list of token requests.
 */
@LocalPlatformTest
class TokenRequestsTests {

	@Autowired
	private PlatformClient platform;

	@Test
	void requestsWhenRefreshTokensAreSentThenCountsThemBySession() throws Exception {
		JsonNode first = this.platform.json(this.platform.password());
		JsonNode second = this.platform.json(refresh(first));
		refresh(second);
		refresh(first);
		JsonNode requests = requests();
		JsonNode session = requests.get(requests.size() - 1).get("session");
		assertThat(StreamSupport.stream(requests.spliterator(), false)
			.filter((request) -> request.get("session").equals(session))
			.map((request) -> request.get("generation").asInt() + " " + request.get("status").asInt()))
			.containsExactly("1 200", "2 200", "1 400");
	}

	@Test
	void requestsWhenAnotherGrantThenNamesItAndItsSender() throws Exception {
		this.platform.password();
		JsonNode last = requests().get(requests().size() - 1);
		assertThat(last.get("grantType").asString()).isEqualTo("password");
		assertThat(last.get("session").isNull()).isTrue();
		assertThat(last.get("generation").asInt()).isZero();
		assertThat(last.get("sender").asString()).startsWith("Java-http-client");
		assertThat(last.get("time").isString()).isTrue();
	}

	private HttpResponse<String> refresh(JsonNode tokens) throws Exception {
		return this.platform.refresh(tokens.get("refresh_token").asString());
	}

	private JsonNode requests() throws Exception {
		return this.platform.json(this.platform.get("/token-requests"));
	}

}
