package io.videoplatform.test;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * What the API of a {@link MockPlatform} responds to authorized requests. Of the stubs
 * that match, however they were made, the last one responds; without a stub it is 404.
 * WireMock starts when it is used.
 */
final class ApiStubs {

	private static final String BASE = "/v1/";

	private final AtomicLong made = new AtomicLong();

	private final Map<String, Document> documents = new ConcurrentHashMap<>();

	private volatile Map<String, Document> kept = Map.of();

	private volatile @Nullable WireMockStubs wireMock;

	void stub(String path, String contentType, byte[] content) {
		HttpHeaders headers = new HttpHeaders();
		headers.add(HttpHeaders.CONTENT_TYPE, contentType);
		if (path.indexOf('?') != -1) {
			throw new IllegalArgumentException(
					"'%s' has a query: stub the path, or a request by 'stubFor'".formatted(path));
		}
		String relative = path.startsWith("/") ? path.substring(1) : path;
		this.documents.put(path.startsWith(BASE) ? path : BASE + relative,
				new Document(new TestResponse(200, headers, content.clone(), TestResponse.Ending.COMPLETE),
						this.made.incrementAndGet()));
	}

	synchronized void stubFor(MappingBuilder mapping) {
		WireMockStubs stubs = this.wireMock;
		if (stubs == null) {
			stubs = new WireMockStubs();
			this.wireMock = stubs;
		}
		stubs.add(mapping, this.made.incrementAndGet());
	}

	/**
	 * Keep what is stubbed now when stubs are cleared.
	 */
	void keep() {
		this.kept = Map.copyOf(this.documents);
		WireMockStubs stubs = this.wireMock;
		if (stubs != null) {
			stubs.keep();
		}
	}

	void clear() {
		this.documents.clear();
		this.documents.putAll(this.kept);
		WireMockStubs stubs = this.wireMock;
		if (stubs != null) {
			stubs.clear();
		}
	}

	TestResponse respond(RecordedRequest request) {
		Document document = request.method().equals("GET") ? this.documents.get(request.path()) : null;
		WireMockStubs stubs = this.wireMock;
		TestResponse response = (stubs != null) ? stubs.respond(request, (document != null) ? document.number() : 0)
				: null;
		if (response != null) {
			return response;
		}
		return (document != null) ? document.response() : TestResponse.status(404);
	}

	/**
	 * A stub without WireMock.
	 *
	 * @param response the response
	 * @param number tells which of two stubs was made later
	 */
	private record Document(TestResponse response, long number) {

	}

}
