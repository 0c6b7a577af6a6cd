package io.videoplatform.test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.common.Urls;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.direct.DirectCallHttpServerFactory;
import com.github.tomakehurst.wiremock.http.HttpHeader;
import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.http.Response;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.matching.MatchResult;
import com.github.tomakehurst.wiremock.standalone.MappingsSource;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import com.github.tomakehurst.wiremock.stubbing.StubMappings;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.util.Assert;

/**
 * Responses that WireMock chooses, without a server of its own: who calls is checked
 * before, and WireMock sees no token.
 */
final class WireMockStubs {

	private static final Set<String> OF_THE_CONNECTION = Set.of("content-length", "transfer-encoding", "connection",
			"matched-stub-id");

	private static final String STUB = "Matched-Stub-Id";

	private final DirectCallHttpServerFactory direct = new DirectCallHttpServerFactory();

	private final WireMockServer wireMock = new WireMockServer(WireMockConfiguration.options()
		.httpServerFactory(this.direct)
		.mappingSource(new NoMappings())
		.disableRequestJournal());

	private final Map<UUID, TestResponse> documents = new ConcurrentHashMap<>();

	private volatile List<StubMapping> kept = List.of();

	/**
	 * Add a stub.
	 * @throws IllegalArgumentException if its response cannot be sent as it says
	 */
	void add(MappingBuilder mapping) {
		ResponseDefinition response = mapping.build().getResponse();
		Assert.isTrue(response.getChunkedDribbleDelay() == null,
				"A mock platform sends responses whole: use 'withFixedDelay' instead of 'withChunkedDribbleDelay'");
		Assert.isTrue(!response.isProxyResponse(),
				"A mock platform asks no other server: say the response instead of 'proxiedFrom'");
		this.wireMock.stubFor(mapping);
	}

	/**
	 * Add a document, so that WireMock knows all stubs.
	 */
	void add(StubPath path, TestResponse document) {
		StubMapping mapping = WireMock
			.requestMatching((request) -> MatchResult
				.of(request.getMethod().equals(RequestMethod.GET) && path.matches(Urls.getPath(request.getUrl()))))
			.withName("GET " + path)
			.build();
		this.documents.put(mapping.getId(), document);
		this.wireMock.addStubMapping(mapping);
	}

	/**
	 * Return what is stubbed, as a reader recognizes it.
	 */
	List<String> names() {
		return this.wireMock.getStubMappings().stream().map(WireMockStubs::name).distinct().toList();
	}

	private static String name(StubMapping mapping) {
		return (mapping.getName() != null) ? mapping.getName()
				: mapping.getRequest().getMethod() + " " + mapping.getRequest().getUrlMatcher().getExpected();
	}

	/**
	 * Keep what is stubbed now when stubs are cleared. WireMock lists the last stub
	 * first; here it stays the last one.
	 */
	void keep() {
		List<StubMapping> mappings = new ArrayList<>(this.wireMock.getStubMappings());
		Collections.reverse(mappings);
		this.kept = List.copyOf(mappings);
	}

	void clear() {
		this.wireMock.resetAll();
		this.documents.keySet().retainAll(this.kept.stream().map(StubMapping::getId).collect(Collectors.toSet()));
		this.kept.forEach(this.wireMock::addStubMapping);
	}

	/**
	 * Return the response of the stub that matches, or {@code null} if none does.
	 */
	@Nullable TestResponse respond(RecordedRequest request) {
		Response response = this.direct.getHttpServer().stubRequest(new WireMockRequest(request));
		if (!response.wasConfigured()) {
			return null;
		}
		TestResponse document = this.documents.get(stub(response));
		if (document != null) {
			return document;
		}
		if (response.getFault() != null) {
			return TestResponse.status(TestResponse.RESET);
		}
		HttpHeaders headers = new HttpHeaders();
		response.getHeaders().all().forEach((header) -> copy(header, headers));
		byte[] body = response.getBody();
		return new TestResponse(response.getStatus(), headers, (body != null) ? body : new byte[0],
				TestResponse.Ending.COMPLETE);
	}

	private static UUID stub(Response response) {
		return UUID.fromString(response.getHeaders().getHeader(STUB).firstValue());
	}

	private static void copy(HttpHeader header, HttpHeaders headers) {
		if (!OF_THE_CONNECTION.contains(header.key().toLowerCase(Locale.ROOT))) {
			header.values().forEach((value) -> headers.add(header.key(), value));
		}
	}

	/**
	 * Not the files of the application's own WireMock, which are no part of the platform.
	 * A stub may name a file with its body all the same.
	 */
	@SuppressWarnings("removal")
	private static final class NoMappings implements MappingsSource {

		@Override
		public void loadMappingsInto(StubMappings mappings) {
		}

		@Override
		public void save(List<StubMapping> mappings) {
		}

		@Override
		public void save(StubMapping mapping) {
		}

		@Override
		public void remove(StubMapping mapping) {
		}

		@Override
		public void removeAll() {
		}

	}

}
