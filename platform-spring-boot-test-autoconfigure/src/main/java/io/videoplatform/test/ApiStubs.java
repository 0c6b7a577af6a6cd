package io.videoplatform.test;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;

/**
 * What the API of a {@link MockPlatform} responds to authorized requests. What is stubbed
 * last comes first; without a stub it is 404. WireMock starts when it is used.
 */
final class ApiStubs {

	private static final String BASE = "/v1/";

	private final Map<String, String> documents = new ConcurrentHashMap<>();

	private volatile @Nullable WireMockStubs wireMock;

	void stub(String path, String json) {
		this.documents.put(path.startsWith(BASE) ? path : BASE + path, json);
	}

	synchronized void stubFor(MappingBuilder mapping) {
		WireMockStubs stubs = this.wireMock;
		if (stubs == null) {
			stubs = new WireMockStubs();
			this.wireMock = stubs;
		}
		stubs.add(mapping);
	}

	void clear() {
		this.documents.clear();
		WireMockStubs stubs = this.wireMock;
		if (stubs != null) {
			stubs.clear();
		}
	}

	TestResponse respond(RecordedRequest request) {
		WireMockStubs stubs = this.wireMock;
		TestResponse response = (stubs != null) ? stubs.respond(request) : null;
		return (response != null) ? response : document(request);
	}

	private TestResponse document(RecordedRequest request) {
		String json = request.method().equals("GET") ? this.documents.get(request.path()) : null;
		return (json != null) ? TestResponse.json(json) : TestResponse.status(404);
	}

}
