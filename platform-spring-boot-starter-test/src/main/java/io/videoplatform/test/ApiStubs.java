package io.videoplatform.test;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * What the API of a {@link MockPlatform} responds to authorized requests. Of the stubs
 * that match, however they were made, the last one responds; without a stub it is 404.
 * WireMock starts when it is used, and then knows all stubs, so that it alone chooses.
 */
final class ApiStubs {

	/**
	 * More are no help to who reads them in the message of an exception.
	 */
	private static final int NAMED_AT_MOST = 10;

	private static final String TEXT = "Content-Type: text/plain;charset=UTF-8";

	private final Map<StubPath, TestResponse> documents = new ConcurrentHashMap<>();

	private volatile Map<StubPath, TestResponse> kept = Map.of();

	private volatile @Nullable WireMockStubs wireMock;

	synchronized void stub(StubPath path, String contentType, byte[] content) {
		HttpHeaders headers = new HttpHeaders();
		headers.add(HttpHeaders.CONTENT_TYPE, contentType);
		TestResponse document = new TestResponse(200, headers, content.clone(), TestResponse.Ending.COMPLETE);
		this.documents.put(path, document);
		WireMockStubs stubs = this.wireMock;
		if (stubs != null) {
			stubs.add(path, document);
		}
	}

	synchronized void stubFor(MappingBuilder mapping) {
		WireMockStubs stubs = (this.wireMock != null) ? this.wireMock : start();
		stubs.add(mapping);
		this.wireMock = stubs;
	}

	private WireMockStubs start() {
		WireMockStubs stubs = new WireMockStubs();
		this.kept.forEach(stubs::add);
		stubs.keep();
		this.documents.forEach(stubs::add);
		return stubs;
	}

	/**
	 * Keep what is stubbed now when stubs are cleared.
	 */
	synchronized void keep() {
		this.kept = Map.copyOf(this.documents);
		WireMockStubs stubs = this.wireMock;
		if (stubs != null) {
			stubs.keep();
		}
	}

	synchronized void clear() {
		this.documents.clear();
		this.documents.putAll(this.kept);
		WireMockStubs stubs = this.wireMock;
		if (stubs != null) {
			stubs.clear();
		}
	}

	/**
	 * Respond to a request. What WireMock cannot do with it, a test sees as well.
	 */
	TestResponse respond(RecordedRequest request) {
		WireMockStubs stubs = this.wireMock;
		try {
			TestResponse response = (stubs != null) ? stubs.respond(request) : document(request);
			return (response != null) ? response : missing(request, stubs);
		}
		catch (RuntimeException ex) {
			return TestResponse.of(500, "No response to %s %s: %s".formatted(request.method(), request.uri(), ex),
					TEXT);
		}
	}

	private @Nullable TestResponse document(RecordedRequest request) {
		return request.method().equals("GET") ? this.documents.get(StubPath.ofRequest(request.path())) : null;
	}

	private TestResponse missing(RecordedRequest request, @Nullable WireMockStubs stubs) {
		List<String> names = (stubs != null) ? stubs.names()
				: this.documents.keySet().stream().map((path) -> "GET " + path).sorted().toList();
		String there = (names.isEmpty() || names.size() > NAMED_AT_MOST) ? ""
				: ", there is " + String.join(", ", names);
		return TestResponse.of(404, "No stub for %s %s".formatted(request.method(), request.uri()) + there, TEXT);
	}

}
