package io.videoplatform.benchmarks.call;

import java.net.URI;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;

/**
 * A request of a {@code RestClient} that is kept in memory and gets the status 200. One
 * without a token fails.
 */
final class InMemoryClientRequest extends MockClientHttpRequest {

	InMemoryClientRequest(HttpMethod method, URI url) {
		super(method, url);
	}

	@Override
	protected ClientHttpResponse executeInternal() {
		if (!getHeaders().containsHeader(HttpHeaders.AUTHORIZATION)) {
			throw new IllegalStateException("A request went out without a token");
		}
		return new MockClientHttpResponse(new byte[0], HttpStatus.OK);
	}

}
