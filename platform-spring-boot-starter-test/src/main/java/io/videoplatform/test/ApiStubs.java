package io.videoplatform.test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.common.Urls;
import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.matching.MatchResult;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;

import org.springframework.http.HttpHeaders;
import org.springframework.util.Assert;

/**
 * The stubs of the API of a {@link MockPlatform}, which WireMock chooses from.
 */
final class ApiStubs {

	/**
	 * More are no help to who reads them in the message of an exception.
	 */
	private static final int NAMED_AT_MOST = 10;

	private static final String HOW_TO_STUB = ". Make stubs before the call: in '@BeforeEach' or, for calls of an"
			+ " application's start, in a '@TestConfiguration'";

	/**
	 * The status of the stub that matches where no other one does, for which there is
	 * another response.
	 */
	private static final int NO_STUB = 9404;

	private final TestServer server;

	private volatile List<StubMapping> kept = List.of();

	ApiStubs(TestServer server) {
		this.server = server;
		wireMock().stubFor(WireMock.any(WireMock.anyUrl())
			.atPriority(Integer.MAX_VALUE)
			.willReturn(WireMock.aResponse().withStatus(NO_STUB)));
		keep();
	}

	void stub(StubPath path, String contentType, byte[] content) {
		wireMock().stubFor(WireMock
			.requestMatching((request) -> MatchResult
				.of(request.getMethod().equals(RequestMethod.GET) && path.matches(Urls.getPath(request.getUrl()))))
			.withName("GET " + path)
			.willReturn(
					WireMock.aResponse().withHeader(HttpHeaders.CONTENT_TYPE, contentType).withBody(content.clone())));
	}

	/**
	 * Add a stub.
	 * @throws IllegalArgumentException if its response is to come from another server
	 */
	void stubFor(MappingBuilder mapping) {
		Assert.isTrue(!mapping.build().getResponse().isProxyResponse(),
				"A mock platform asks no other server: say the response instead of 'proxiedFrom'");
		wireMock().stubFor(mapping);
	}

	private WireMockServer wireMock() {
		return this.server.wireMock();
	}

	/**
	 * Keep what is stubbed now when stubs are cleared. WireMock lists the last stub
	 * first; here it stays the last one.
	 */
	void keep() {
		List<StubMapping> mappings = new ArrayList<>(wireMock().getStubMappings());
		Collections.reverse(mappings);
		this.kept = List.copyOf(mappings);
	}

	void clear() {
		wireMock().resetAll();
		this.kept.forEach(wireMock()::addStubMapping);
	}

	/**
	 * Return the response in the place of that of the stub, which stays unless there is
	 * none.
	 */
	TestResponse respond(RecordedRequest request, int status) {
		return (status == NO_STUB) ? missing(request) : TestResponse.stubbed();
	}

	private TestResponse missing(RecordedRequest request) {
		List<String> names = wireMock().getStubMappings()
			.stream()
			.filter((mapping) -> mapping.getResponse().getStatus() != NO_STUB)
			.map(ApiStubs::name)
			.distinct()
			.toList();
		return TestResponse.of(404, "No stub for %s %s%s".formatted(request.method(), request.uri(), hint(names)),
				"Content-Type: text/plain;charset=UTF-8");
	}

	private static String hint(List<String> names) {
		if (names.isEmpty()) {
			return HOW_TO_STUB;
		}
		return (names.size() > NAMED_AT_MOST) ? "" : ", there is " + String.join(", ", names);
	}

	private static String name(StubMapping mapping) {
		return (mapping.getName() != null) ? mapping.getName()
				: mapping.getRequest().getMethod() + " " + mapping.getRequest().getUrlMatcher().getExpected();
	}

}
