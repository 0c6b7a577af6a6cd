package io.videoplatform.internal.client;

import java.net.URI;
import java.util.Set;

import io.videoplatform.internal.http.UriReferences;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;

/**
 * Follows the API's redirects within its own origin, for GET and HEAD, at most five in a
 * row. All others reach the caller as they are (RFC 9110, section 15.4).
 */
final class SameOriginRedirects implements ExchangeFilterFunction {

	private static final int MOST = 5;

	private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

	private final TrustedOrigins trusted;

	SameOriginRedirects(TrustedOrigins trusted) {
		this.trusted = trusted;
	}

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		boolean safe = request.method() == HttpMethod.GET || request.method() == HttpMethod.HEAD;
		return (safe && this.trusted.isRoot(request.url())) ? follow(request, next, MOST) : next.exchange(request);
	}

	private Mono<ClientResponse> follow(ClientRequest request, ExchangeFunction next, int left) {
		return next.exchange(request).flatMap((response) -> {
			int status = response.statusCode().value();
			if (status < 300 || status > 308 || left == 0 || !REDIRECTS.contains(status)) {
				return Mono.just(response);
			}
			URI location = location(request, response);
			return (location != null)
					? ResponseBodies.discard(response)
						.then(Mono
							.defer(() -> follow(ClientRequest.from(request).url(location).build(), next, left - 1)))
					: Mono.just(response);
		});
	}

	private @Nullable URI location(ClientRequest request, ClientResponse response) {
		String location = response.headers().asHttpHeaders().getFirst(HttpHeaders.LOCATION);
		if (location == null) {
			return null;
		}
		try {
			URI target = UriReferences.resolve(request.url(), location);
			return this.trusted.isRoot(target) ? target : null;
		}
		catch (IllegalArgumentException ex) {
			// Not a URL: the caller sees the answer as it is
			return null;
		}
	}

}
