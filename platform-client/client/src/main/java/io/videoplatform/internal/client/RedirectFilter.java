package io.videoplatform.internal.client;

import java.net.URI;

import io.videoplatform.internal.http.ErrorSignals;
import io.videoplatform.internal.http.RedirectPolicy;
import reactor.core.publisher.Mono;

import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;

/**
 * Follows the API's redirects, unless the request has a body that can be read only once.
 *
 * @param redirects the redirects that are followed
 */
record RedirectFilter(ApiRedirectPolicy redirects) implements ExchangeFilterFunction {

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		return (this.redirects.apply(request.method(), request.url()) && RequestBody.isRepeatable(request))
				? follow(request, next, RedirectPolicy.MAX_REDIRECTS) : next.exchange(request);
	}

	private static Mono<ClientResponse> follow(ClientRequest request, ExchangeFunction next, int left) {
		return next.exchange(request).flatMap((response) -> {
			URI target = (left > 0) ? ApiRedirectPolicy.target(request.url(), response.statusCode().value(),
					response.headers().asHttpHeaders()) : null;
			return (target != null)
					? BearerTokenFilter.discard(response)
						.then(ErrorSignals
							.defer(() -> follow(ClientRequest.from(request).url(target).build(), next, left - 1)))
					: Mono.just(response);
		});
	}

}
