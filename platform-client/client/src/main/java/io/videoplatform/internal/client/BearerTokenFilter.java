package io.videoplatform.internal.client;

import java.net.URI;
import java.time.Duration;

import io.videoplatform.internal.http.ErrorSignals;
import io.videoplatform.internal.http.RedirectPolicy;
import io.videoplatform.internal.observation.EngineObservation;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.AccessToken;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;

/**
 * Sends requests to trusted origins with a token, and no such request without one. After
 * a 401 that rejects the token there is one refresh and one retry. A caller's own
 * {@code Authorization} header takes precedence and stays as it is, wherever it is set.
 * Where a chain goes on after a wait, {@link ErrorSignals} end it whatever is thrown.
 *
 * @param policy decides which requests carry a token
 * @param redirects the redirects that are followed, or {@code null} for none
 */
record BearerTokenFilter(BearerTokenPolicy policy,
		@Nullable ApiRedirectPolicy redirects) implements ExchangeFilterFunction {

	private static final Duration DISCARD = Duration.ofSeconds(2);

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		return (this.redirects != null && this.redirects.apply(request.method(), request.url())
				&& RequestBody.isRepeatable(request)) ? follow(request, next, RedirectPolicy.MAX_REDIRECTS)
						: authorize(request, next);
	}

	private Mono<ClientResponse> follow(ClientRequest request, ExchangeFunction next, int left) {
		return authorize(request, next).flatMap((response) -> {
			URI target = (left > 0) ? ApiRedirectPolicy.target(request.url(), response.statusCode().value(),
					response.headers().asHttpHeaders()) : null;
			return (target != null)
					? discard(response).then(ErrorSignals
						.defer(() -> follow(ClientRequest.from(request).url(target).build(), next, left - 1)))
					: Mono.just(response);
		});
	}

	private Mono<ClientResponse> authorize(ClientRequest request, ExchangeFunction next) {
		return Mono.deferContextual((context) -> {
			if (!this.policy.isRequired(request.url(), request.headers())) {
				return next.exchange(request);
			}
			TokenSource shared = this.policy.shared();
			return (shared != null) ? authorize(request, next, shared, context)
					: this.policy.select(request.attributes(), context)
						.flatMap((source) -> ErrorSignals.defer(() -> authorize(request, next, source, context)));
		});
	}

	private Mono<ClientResponse> authorize(ClientRequest request, ExchangeFunction next, TokenSource source,
			ContextView context) {
		AccessToken token = source.currentUnlessStale();
		if (token == null && RequestBody.isRepeatable(request)) {
			token = source.current();
		}
		if (token != null) {
			return send(request, next, source, token, context);
		}
		return source.awaitReleased(context)
			.flatMap((awaited) -> ErrorSignals.defer(() -> send(request, next, source, awaited, context)));
	}

	private Mono<ClientResponse> send(ClientRequest request, ExchangeFunction next, TokenSource source,
			AccessToken token, ContextView context) {
		this.policy.countCall();
		BearerTokenClientRequest authorized = withToken(request, token);
		return next.exchange(authorized)
			.flatMap((response) -> (noteResponse(source, token, authorized, response) && source.reject(token)
					&& RequestBody.isRepeatable(request)) ? retry(request, next, source, response, context)
							: Mono.just(response));
	}

	private BearerTokenClientRequest withToken(ClientRequest request, AccessToken token) {
		return new BearerTokenClientRequest(request, token, this.policy.trusted());
	}

	private static boolean noteResponse(TokenSource source, AccessToken token, BearerTokenClientRequest request,
			ClientResponse response) {
		return BearerTokenPolicy.noteResponse(source, token, request, response.statusCode().value(),
				response.headers().asHttpHeaders());
	}

	/**
	 * Discard a body. If its end does not come in time, closing the connection costs less
	 * than reading the rest.
	 */
	private static Mono<Void> discard(ClientResponse response) {
		return response.releaseBody().timeout(DISCARD).onErrorComplete();
	}

	private Mono<ClientResponse> retry(ClientRequest request, ExchangeFunction next, TokenSource source,
			ClientResponse rejected, ContextView context) {
		return discard(rejected).then(source.awaitReleased(context)).flatMap((token) -> ErrorSignals.defer(() -> {
			this.policy.countRetry(source, EngineObservation.of(context));
			BearerTokenClientRequest authorized = withToken(request, token);
			return next.exchange(authorized).doOnNext((response) -> {
				if (noteResponse(source, token, authorized, response)) {
					source.refused(token);
				}
			});
		}));
	}

}
