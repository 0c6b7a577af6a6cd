package io.videoplatform.samples.localplatform;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the faults that the platform is told to have.
 */
@LocalPlatformTest
@TestPropertySource(properties = "local-platform.faults=true")
class FaultTests {

	@Autowired
	private PlatformClient platform;

	@AfterEach
	void repair() throws Exception {
		set("NONE");
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			NONE,            200, 200, 200
			TOKENS_FAIL,     200, 503, 200
			CLIENT_REFUSED,  200, 401, 200
			CALLS_REFUSED,   200, 200, 401
			DISCOVERY_FAILS, 503, 200, 200
			""")
	void requestsWhenFaultIsSetThenFailWhereItSays(String fault, int discovery, int token, int call) throws Exception {
		String accessToken = this.platform.json(this.platform.password()).get("access_token").asString();
		assertThat(set(fault).body()).isEqualTo(fault);
		assertThat(this.platform.get("/fault").body()).isEqualTo(fault);
		List<HttpResponse<String>> responses = List.of(this.platform.webfinger(this.platform.root() + "/v1/"),
				this.platform.get(PlatformClient.ISSUER_PATH + "/.well-known/openid-configuration"),
				this.platform.password(), this.platform.send(this.platform.bearer("/v1/videos", accessToken)));
		assertThat(responses).extracting(HttpResponse::statusCode).containsExactly(discovery, discovery, token, call);
	}

	@Test
	void faultWhenUnknownThenBadRequest() throws Exception {
		assertThat(set("OTHER").statusCode()).isEqualTo(400);
	}

	private HttpResponse<String> set(String fault) throws Exception {
		return this.platform.send(this.platform.request("/fault/" + fault).PUT(BodyPublishers.noBody()));
	}

}
