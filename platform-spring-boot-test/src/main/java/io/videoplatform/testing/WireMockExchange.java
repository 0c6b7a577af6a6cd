package io.videoplatform.testing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.extension.ResponseTransformerV2;
import com.github.tomakehurst.wiremock.extension.requestfilter.RequestFilterAction;
import com.github.tomakehurst.wiremock.extension.requestfilter.RequestWrapper;
import com.github.tomakehurst.wiremock.extension.requestfilter.StubRequestFilterV2;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.http.HttpHeader;
import com.github.tomakehurst.wiremock.http.HttpHeaders;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.Response;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import org.jspecify.annotations.Nullable;

import static org.springframework.http.HttpHeaders.AUTHORIZATION;
import static org.springframework.http.HttpHeaders.CONNECTION;
import static org.springframework.http.HttpHeaders.CONTENT_LENGTH;

/**
 * What WireMock responds for a {@link TestServer}: a response that was computed, or that
 * of its stubs, which see no token.
 */
final class WireMockExchange implements StubRequestFilterV2, ResponseTransformerV2 {

	private static final String COMPUTED = "computed";

	private final TestServer server;

	private final Map<UUID, Stubbed> stubbed = new ConcurrentHashMap<>();

	WireMockExchange(TestServer server) {
		this.server = server;
	}

	@Override
	public String getName() {
		return "test-server";
	}

	@Override
	public RequestFilterAction filter(Request request, ServeEvent event) {
		RecordedRequest recorded = record(request);
		TestResponse computed = this.server.respond(recorded);
		if (computed.ending() != TestResponse.Ending.STUBBED) {
			return RequestFilterAction
				.stopWith(new ResponseDefinitionBuilder().withTransformerParameter(COMPUTED, computed).build());
		}
		this.stubbed.put(event.getId(), new Stubbed(recorded, computed.status() == TestResponse.RESET));
		return RequestFilterAction.continueWith(RequestWrapper.create().removeHeader(AUTHORIZATION).wrap(request));
	}

	private static RecordedRequest record(Request request) {
		org.springframework.http.HttpHeaders headers = new org.springframework.http.HttpHeaders();
		request.getHeaders().all().forEach((header) -> headers.addAll(header.key(), header.values()));
		return new RecordedRequest(request.getMethod().getName(), request.getUrl(), headers, request.getBody());
	}

	@Override
	public Response transform(Response response, ServeEvent event) {
		Stubbed request = this.stubbed.remove(event.getId());
		if (request == null) {
			Object computed = event.getResponseDefinition().getTransformerParameters().get(COMPUTED);
			return response((TestResponse) Objects.requireNonNull(computed));
		}
		TestResponse replaced = this.server.respond(request.recorded(), request.status(response));
		if (replaced.ending() != TestResponse.Ending.STUBBED) {
			return response(replaced);
		}
		return request.lost() ? response(TestResponse.status(TestResponse.RESET))
				: Response.Builder.like(response).headers(closing(response.getHeaders())).build();
	}

	private Response response(TestResponse response) {
		if (response.status() == TestResponse.RESET) {
			return Response.response().fault(Fault.CONNECTION_RESET_BY_PEER).build();
		}
		List<HttpHeader> headers = new ArrayList<>();
		response.headers().forEach((name, values) -> headers.add(new HttpHeader(name, values)));
		if (response.hasLength()) {
			headers.add(new HttpHeader(CONTENT_LENGTH, String.valueOf(response.content().length)));
		}
		return Response.response()
			.status(response.status())
			.headers(closing(new HttpHeaders(headers)))
			.body(() -> new Body(response))
			.build();
	}

	/**
	 * A server keeps no connections, so that it refuses requests as soon as it is
	 * stopped.
	 */
	private HttpHeaders closing(HttpHeaders headers) {
		return new HttpHeaders(Stream
			.concat(headers.all().stream().filter((header) -> !isOfWireMock(header.key())),
					this.server.keepsConnections() ? Stream.empty() : Stream.of(new HttpHeader(CONNECTION, "close")))
			.toList());
	}

	private static boolean isOfWireMock(@Nullable String name) {
		return name != null && name.startsWith("Matched-Stub-");
	}

	/**
	 * A request that WireMock's stubs respond to.
	 */
	private record Stubbed(RecordedRequest recorded, boolean lost) {

		int status(Response response) {
			return (this.lost || response.getFault() != null) ? TestResponse.RESET : response.getStatus();
		}

	}

	/**
	 * A body, of which one half is sent where it ends early.
	 */
	private final class Body extends ByteArrayInputStream {

		private final TestResponse response;

		Body(TestResponse response) {
			super(response.content());
			this.response = response;
		}

		@Override
		public long transferTo(OutputStream out) throws IOException {
			if (this.response.ending() == TestResponse.Ending.COMPLETE) {
				return super.transferTo(out);
			}
			out.write(this.buf, 0, this.count / 2);
			out.flush();
			if (this.response.ending() == TestResponse.Ending.STALLED) {
				WireMockExchange.this.server.awaitClose();
			}
			throw new IOException("The response ends early, as a test wants it to");
		}

	}

}
