package io.videoplatform.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.test.web.client.response.MockRestResponseCreators;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.content;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.header;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;

/**
 * Calls that {@code MockRestServiceServer} answers in tests of an application: it takes
 * the place of the request factory, and the token is there all the same.
 */
class MockedRestClientTests {

	private final TestPlatform platform = new TestPlatform();

	private final ApplicationContextRunner runner = ClientApplication.of(this.platform);

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void callWhenServerIsBoundByACustomizerThenTokenIsSeenAndCallRetried() {
		List<MockRestServiceServer> servers = new ArrayList<>();
		this.runner
			.withBean(RestClientCustomizer.class,
					() -> (builder) -> servers.add(MockRestServiceServer.bindTo(builder).build()))
			.run((context) -> {
				RestClient client = context.getBean("platformRestClient", RestClient.class);
				callTwice(client, servers.get(0));
			});
	}

	@Test
	void callWhenServerIsBoundToACopyThenTokenIsSeenAndCallRetried() {
		this.runner.run((context) -> {
			RestClient.Builder builder = context.getBean("platformRestClient", RestClient.class).mutate();
			MockRestServiceServer server = MockRestServiceServer.bindTo(builder).bufferContent().build();
			callTwice(builder.build(), server);
		});
	}

	private void callTwice(RestClient client, MockRestServiceServer server) {
		for (String token : List.of("access-1", "access-2")) {
			server.expect(requestTo(this.platform.rootUrl() + "/v1/videos"))
				.andExpect(header("Authorization", "Bearer " + token))
				.andExpect(content().string("text"))
				.andRespond(token.equals("access-1") ? MockRestResponseCreators.withUnauthorizedRequest()
						: MockRestResponseCreators.withSuccess());
		}
		assertThat(client.post().uri("videos").body("text").retrieve().toBodilessEntity().getStatusCode())
			.isEqualTo(HttpStatus.OK);
		server.verify();
		assertThat(this.platform.calls()).isEmpty();
	}

}
