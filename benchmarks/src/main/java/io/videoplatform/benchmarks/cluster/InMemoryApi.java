package io.videoplatform.benchmarks.cluster;

import io.videoplatform.benchmarks.call.InMemoryRequest;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.ExchangeStrategies;

/**
 * An API in the memory of a node, so that calls cost little. It reads of an access token
 * whose it is and when it runs out, by a clock that is right, and responds with 401 if it
 * has.
 */
final class InMemoryApi implements ExchangeFunction {

	private final ExchangeStrategies strategies = ExchangeStrategies.withDefaults();

	@Override
	public Mono<ClientResponse> exchange(ClientRequest request) {
		InMemoryRequest target = new InMemoryRequest(request.method(), request.url());
		return request.writeTo(target, this.strategies).then(Mono.fromSupplier(() -> respond(target)));
	}

	private ClientResponse respond(InMemoryRequest written) {
		String[] token = String.valueOf(written.getHeaders().getFirst(HttpHeaders.AUTHORIZATION)).split("-", 6);
		boolean ofUser = token.length == 6;
		boolean expired = ofUser && Long.parseLong(token[3]) <= System.currentTimeMillis();
		return ClientResponse.create(expired ? HttpStatus.UNAUTHORIZED : HttpStatus.OK, this.strategies)
			.body(ofUser ? token[4] : "application")
			.build();
	}

}
