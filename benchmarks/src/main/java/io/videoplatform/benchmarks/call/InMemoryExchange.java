package io.videoplatform.benchmarks.call;

import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.ExchangeStrategies;

/**
 * Writes each request to memory and responds with 200. A request without a token fails.
 */
final class InMemoryExchange implements ExchangeFunction {

	private final ExchangeStrategies strategies = ExchangeStrategies.withDefaults();

	private final ClientResponse response = ClientResponse.create(HttpStatus.OK, this.strategies).build();

	@Override
	public Mono<ClientResponse> exchange(ClientRequest request) {
		InMemoryRequest target = new InMemoryRequest(request.method(), request.url());
		return request.writeTo(target, this.strategies).then(Mono.fromSupplier(() -> respond(target)));
	}

	private ClientResponse respond(InMemoryRequest written) {
		boolean authorized = written.getHeaders().containsHeader(HttpHeaders.AUTHORIZATION);
		if (!authorized || written.headerCharacters() == 0) {
			throw new IllegalStateException("A request went out without a token");
		}
		return this.response;
	}

}
