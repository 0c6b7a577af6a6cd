package io.videoplatform.test;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.direct.DirectCallHttpServerFactory;
import com.github.tomakehurst.wiremock.http.HttpHeader;
import com.github.tomakehurst.wiremock.http.ImmutableRequest;
import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.http.Response;
import com.github.tomakehurst.wiremock.standalone.MappingsSource;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import com.github.tomakehurst.wiremock.stubbing.StubMappings;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

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

	private final Map<UUID, Long> numbers = new ConcurrentHashMap<>();

	private volatile List<StubMapping> kept = List.of();

	/**
	 * Add a stub.
	 * @param number tells which of two stubs was made later
	 */
	void add(MappingBuilder mapping, long number) {
		this.numbers.put(this.wireMock.stubFor(mapping).getId(), number);
	}

	/**
	 * Keep what is stubbed now when stubs are cleared.
	 */
	void keep() {
		this.kept = List.copyOf(this.wireMock.getStubMappings());
	}

	void clear() {
		this.wireMock.resetAll();
		this.numbers.keySet().retainAll(this.kept.stream().map(StubMapping::getId).collect(Collectors.toSet()));
		this.kept.forEach(this.wireMock::addStubMapping);
	}

	/**
	 * Return the response of the stub that matches, or {@code null} if none does that was
	 * made after a number.
	 */
	@Nullable TestResponse respond(RecordedRequest request, long after) {
		Response response = this.direct.getHttpServer().stubRequest(converted(request));
		if (!response.wasConfigured() || number(response) < after) {
			return null;
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

	private long number(Response response) {
		return this.numbers.getOrDefault(UUID.fromString(response.getHeaders().getHeader(STUB).firstValue()),
				Long.MAX_VALUE);
	}

	private static void copy(HttpHeader header, HttpHeaders headers) {
		if (!OF_THE_CONNECTION.contains(header.key().toLowerCase(Locale.ROOT))) {
			header.values().forEach((value) -> headers.add(header.key(), value));
		}
	}

	private static ImmutableRequest converted(RecordedRequest request) {
		ImmutableRequest.Builder converted = ImmutableRequest.create()
			.withAbsoluteUrl("http://" + request.header(HttpHeaders.HOST) + request.uri())
			.withMethod(RequestMethod.fromString(request.method()))
			.withProtocol("HTTP/1.1")
			.withBody(request.content());
		request.headers().forEach((name, values) -> {
			if (!name.equalsIgnoreCase(HttpHeaders.AUTHORIZATION)) {
				converted.withHeader(name, values);
			}
		});
		return converted.build();
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
