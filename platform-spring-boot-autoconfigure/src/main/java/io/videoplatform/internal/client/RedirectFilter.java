package io.videoplatform.internal.client;

import java.net.URI;

import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.RedirectPolicy;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;

/**
 * Follows the API's redirects within its own origin, for GET and HEAD. All others reach
 * the caller unchanged.
 */
final class RedirectFilter implements ExchangeFilterFunction {

	private static final RedirectPolicy POLICY = RedirectPolicy.SAME_ORIGIN;

	private final TrustedOrigins trusted;

	RedirectFilter(TrustedOrigins trusted) {
		this.trusted = trusted;
	}

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		boolean safe = request.method() == HttpMethod.GET || request.method() == HttpMethod.HEAD;
		return (safe && this.trusted.isRoot(request.url())) ? follow(request, next, RedirectPolicy.MAX_REDIRECTS)
				: next.exchange(request);
	}

	private Mono<ClientResponse> follow(ClientRequest request, ExchangeFunction next, int left) {
		return next.exchange(request).flatMap((response) -> {
			if (left == 0 || !POLICY.follows(response.statusCode().value())) {
				return Mono.just(response);
			}
			URI target = target(request, response);
			return (target != null)
					? ResponseBodies.discard(response)
						.then(Mono.defer(() -> follow(ClientRequest.from(request).url(target).build(), next, left - 1)))
					: Mono.just(response);
		});
	}

	private static @Nullable URI target(ClientRequest request, ClientResponse response) {
		String location = response.headers().asHttpHeaders().getFirst(HttpHeaders.LOCATION);
		if (location == null) {
			return null;
		}
		try {
			return POLICY.target(request.url(), location);
		}
		catch (InvalidUrlException ex) {
			// Not followed: the caller sees the response unchanged
			return null;
		}
	}

}
