package io.videoplatform.samples.cluster;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.server.MockServerWebExchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PageProtection}.
 */
class PageProtectionTests {

	@ParameterizedTest
	@CsvSource(nullValues = "none", textBlock = """
			POST, http://127.0.0.1:8080/cluster/redis/stop,    http://127.0.0.1:8080,    200
			POST, http://localhost:8080/cluster/redis/stop,    http://localhost:8080,    200
			POST, http://127.0.0.1:8080/cluster/redis/stop,    none,                     200
			GET,  http://127.0.0.1:8080/cluster/state,         none,                     200
			POST, http://127.0.0.1:8080/cluster/redis/stop,    http://evil.example,      403
			POST, http://127.0.0.1:8080/cluster/redis/stop,    http://127.0.0.1:9400,    403
			POST, http://127.0.0.1:8080/cluster/redis/stop,    http://localhost:8080,    403
			POST, http://127.0.0.1:8080/cluster/redis/stop,    null,                     403
			POST, http://evil.example:8080/cluster/redis/stop, http://evil.example:8080, 403
			GET,  http://evil.example:8080/cluster/state,      none,                     403
			POST, http://evil.example:8080/logout,             http://evil.example:8080, 200
			""")
	void requestWhenItHasOriginThenOnlyThePagesOwnIsPassedOn(String method, String url, @Nullable String origin,
			int status) {
		MockServerHttpRequest.BodyBuilder request = MockServerHttpRequest.method(HttpMethod.valueOf(method), url);
		if (origin != null) {
			request.header("Origin", origin);
		}
		assertThat(send(request.build()).getStatusCode()).isEqualTo(HttpStatus.valueOf(status));
	}

	@Test
	void responseWhenSentThenAllowsNothingOfOthers() {
		assertThat(send(MockServerHttpRequest.get("http://127.0.0.1:8080/").build()).getHeaders()
			.getFirst("Content-Security-Policy")).contains("default-src 'none'").doesNotContain("unsafe");
	}

	private static MockServerHttpResponse send(MockServerHttpRequest request) {
		MockServerWebExchange exchange = MockServerWebExchange.from(request);
		new PageProtection().filter(exchange, (passedOn) -> {
			passedOn.getResponse().setStatusCode(HttpStatus.OK);
			return Mono.empty();
		}).block();
		return exchange.getResponse();
	}

}
