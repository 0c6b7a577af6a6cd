package io.videoplatform.samples.localplatform;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for WebFinger.
 */
@LocalPlatformTest
class WebFingerTests {

	@Autowired
	private PlatformClient platform;

	@Test
	void webfingerWhenApiThenLinksConfiguration() throws Exception {
		String api = this.platform.root() + "/v1/";
		JsonNode descriptor = this.platform.json(this.platform.webfinger(api));
		assertThat(descriptor.get("subject").asString()).isEqualTo(api);
		assertThat(descriptor.at("/links/0/rel").asString()).isEqualTo("http://openid.net/specs/connect/1.0/issuer");
		assertThat(descriptor.at("/links/0/href").asString())
			.isEqualTo(this.platform.issuer() + "/.well-known/openid-configuration");
		JsonNode properties = descriptor.get("properties");
		assertThat(properties.get(api + "local/realm").asString()).isEqualTo("platform");
		assertThat(properties.get(api + "local/auth-server-url").asString()).isEqualTo(this.platform.root() + "/auth/");
	}

	@Test
	void webfingerWhenApiThenMayBeKept() throws Exception {
		Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
		HttpResponse<String> response = this.platform.webfinger(this.platform.root() + "/v1/");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Content-Type")).hasValue("application/jrd+json");
		assertThat(response.headers().allValues("Cache-Control")).containsExactly("max-age=120");
		String expires = response.headers().firstValue("Expires").orElseThrow();
		assertThat(ZonedDateTime.parse(expires, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant())
			.isBetween(before.plus(Duration.ofMinutes(2)), Instant.now().plus(Duration.ofMinutes(2)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "?resource=", "?resource=v1", "?resource=%25", "?resource=a:b&resource=c:d" })
	void webfingerWhenNoSingleUriThenBadRequest(String query) throws IOException, InterruptedException {
		HttpResponse<String> response = this.platform.get("/.well-known/webfinger" + query);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
	}

	@ParameterizedTest
	@ValueSource(strings = { "acct:developer@example.com", "https://api.example.com/v1/" })
	void webfingerWhenUnknownThenNotFound(String resource) throws IOException, InterruptedException {
		assertThat(this.platform.webfinger(resource).statusCode()).isEqualTo(404);
	}

}
