package io.videoplatform.test;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.videoplatform.testing.IssuedTokens;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TokenEndpoint;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;

/**
 * What passes between clients and a {@link MockPlatform}: each request goes to the
 * endpoint that it is for, with the faults of that endpoint, and is recorded.
 */
final class MockTraffic {

	private static final String API = "/v1/";

	private final TestPlatform platform;

	private final ApiStubs stubs;

	private final MockEndpoint discovery;

	private final MockEndpoint tokenEndpoint;

	private final MockEndpoint api;

	/**
	 * Keys, authorization and the rest, which have no faults.
	 */
	private final MockEndpoint others;

	private final List<TokenRequest> tokenRequests = new CopyOnWriteArrayList<>();

	private final List<ApiRequest> apiRequests = new CopyOnWriteArrayList<>();

	MockTraffic(TestPlatform platform, ApiStubs stubs) {
		this.platform = platform;
		this.stubs = stubs;
		this.discovery = new MockEndpoint(platform::respond, (error) -> TestResponse.error(400, error));
		this.tokenEndpoint = new MockEndpoint(platform::respond, MockTraffic::tokenError);
		this.api = new MockEndpoint(platform::respond, MockTraffic::apiError);
		this.others = new MockEndpoint(platform::respond, (error) -> TestResponse.error(400, error));
	}

	private static TestResponse tokenError(String error) {
		return TestResponse.error(error.equals("invalid_client") ? 401 : 400, error);
	}

	private static TestResponse apiError(String error) {
		return TestResponse.json((error.equals("insufficient_scope")) ? 403 : 401, Map.of("error", error))
			.with("WWW-Authenticate: Bearer error=\"%s\"".formatted(error));
	}

	void begin() {
		this.platform.server().otherwise(this::respond);
		this.platform.server().stubbed(this::stubbed);
		this.platform.server().delay(this::delay);
	}

	void reset() {
		endpoints().forEach(MockEndpoint::recover);
		this.platform.server().forgetRequests();
		this.tokenRequests.clear();
		this.apiRequests.clear();
	}

	/**
	 * Wait with no response any longer.
	 */
	void endDelays() {
		endpoints().forEach(MockEndpoint::endDelays);
	}

	private Stream<MockEndpoint> endpoints() {
		return Stream.of(this.discovery, this.tokenEndpoint, this.api);
	}

	MockEndpoint discovery() {
		return this.discovery;
	}

	MockEndpoint tokenEndpoint() {
		return this.tokenEndpoint;
	}

	MockEndpoint api() {
		return this.api;
	}

	List<TokenRequest> tokenRequests() {
		return List.copyOf(this.tokenRequests);
	}

	List<ApiRequest> apiRequests() {
		return List.copyOf(this.apiRequests);
	}

	private Mono<TestResponse> delay(RecordedRequest request, TestResponse response) {
		return endpoint(request).delay(request, response);
	}

	private MockEndpoint endpoint(RecordedRequest request) {
		String path = request.path();
		if (path.startsWith(API)) {
			return this.api;
		}
		if (isTokenRequest(request)) {
			return this.tokenEndpoint;
		}
		return path.contains("/.well-known/") ? this.discovery : this.others;
	}

	private boolean isTokenRequest(RecordedRequest request) {
		return request.path().equals(TokenEndpoint.PATH_OF_THE_CONTRACT)
				|| (this.platform.rootUrl() + request.path()).equals(this.platform.issuer() + "/token");
	}

	private TestResponse respond(RecordedRequest request) {
		if (request.path().startsWith(API)) {
			return call(request);
		}
		TestResponse response = endpoint(request).respond(request);
		if (isTokenRequest(request)) {
			this.tokenRequests.add(TokenRequest.of(request, response.status()));
		}
		return response;
	}

	private TestResponse call(RecordedRequest request) {
		TestResponse response = this.api.respond(request);
		if (response.ending() != TestResponse.Ending.STUBBED) {
			record(request, response.status());
		}
		return response;
	}

	private TestResponse stubbed(RecordedRequest request, int status) {
		TestResponse response = this.stubs.respond(request, status);
		record(request, (response.ending() == TestResponse.Ending.STUBBED) ? status : response.status());
		return response;
	}

	private void record(RecordedRequest request, int status) {
		IssuedTokens issued = this.platform.issued();
		String client = issued.client(request.bearer());
		this.apiRequests.add(new ApiRequest(request.method(), request.path(), query(request), withoutToken(request),
				request.content(), client != null, client, issued.user(request.bearer()), status));
	}

	private static @Nullable String query(RecordedRequest request) {
		int query = request.uri().indexOf('?');
		return (query >= 0) ? request.uri().substring(query + 1) : null;
	}

	private static HttpHeaders withoutToken(RecordedRequest request) {
		HttpHeaders headers = new HttpHeaders();
		headers.addAll(request.headers());
		headers.remove(HttpHeaders.AUTHORIZATION);
		return HttpHeaders.readOnlyHttpHeaders(headers);
	}

}
