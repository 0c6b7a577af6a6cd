package io.videoplatform.internal.client;

import java.net.URI;
import java.util.concurrent.atomic.LongAdder;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.ChallengeParser;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.AccessToken;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;

/**
 * Sends requests to trusted origins with a token, and no such request without one. After
 * a 401 that rejects the token there is one refresh and one replay. A caller's own
 * {@code Authorization} header takes precedence and stays as it is.
 */
final class BearerTokenFilter implements ExchangeFilterFunction {

	private static final int UNAUTHORIZED = 401;

	private final TokenSelector tokens;

	private final TrustedOrigins trusted;

	private final EventPublisher events;

	private final LongAdder calls = new LongAdder();

	private final LongAdder replays = new LongAdder();

	BearerTokenFilter(TokenSelector tokens, TrustedOrigins trusted, EventPublisher events) {
		this.tokens = tokens;
		this.trusted = trusted;
		this.events = events;
	}

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		if (request.headers().containsHeader(HttpHeaders.AUTHORIZATION)) {
			return next.exchange(request);
		}
		if (!this.trusted.contains(request.url())) {
			return TrustedOrigins.isAbsolute(request.url()) ? sendWithoutToken(request, next) : refuse(request.url());
		}
		return Mono.deferContextual((context) -> {
			TokenSource shared = this.tokens.shared();
			return (shared != null) ? authorize(request, next, shared, context)
					: this.tokens.select(request.attributes(), context)
						.flatMap((source) -> authorize(request, next, source, context));
		});
	}

	/**
	 * Return how many requests were sent with a token, replays left out.
	 */
	long calls() {
		return this.calls.sum();
	}

	/**
	 * Return how many requests were sent again after a 401.
	 */
	long replays() {
		return this.replays.sum();
	}

	private Mono<ClientResponse> authorize(ClientRequest request, ExchangeFunction next, TokenSource source,
			ContextView context) {
		RequestBody body = RequestBody.of(request.body());
		AccessToken token = (body == RequestBody.ONCE) ? source.currentUnlessStale() : source.current();
		if (token != null) {
			return send(request, next, source, token, body, context);
		}
		return source.await(context).flatMap((awaited) -> send(request, next, source, awaited, body, context));
	}

	private Mono<ClientResponse> send(ClientRequest request, ExchangeFunction next, TokenSource source,
			AccessToken token, RequestBody body, ContextView context) {
		this.calls.increment();
		AuthorizedRequest authorized = new AuthorizedRequest(request, token, body, this.trusted);
		return next.exchange(authorized).flatMap((response) -> {
			int status = response.statusCode().value();
			if (status == UNAUTHORIZED) {
				return recover(authorized, request, next, source, token, response, context);
			}
			markAcceptedUnlessError(token, status);
			return Mono.just(response);
		});
	}

	private Mono<ClientResponse> recover(AuthorizedRequest sent, ClientRequest request, ExchangeFunction next,
			TokenSource source, AccessToken token, ClientResponse response, ContextView context) {
		if (!ChallengeParser.rejectToken(response.headers().header(HttpHeaders.WWW_AUTHENTICATE))
				|| !source.reject(token) || !sent.isReplayable()) {
			return Mono.just(response);
		}
		return ResponseBodies.discard(response)
			.then(source.await(context))
			.flatMap((fresh) -> replay(request, next, fresh));
	}

	private Mono<ClientResponse> replay(ClientRequest request, ExchangeFunction next, AccessToken token) {
		this.replays.increment();
		return next.exchange(new AuthorizedRequest(request, token, RequestBody.EMPTY, this.trusted))
			.doOnNext((response) -> markAcceptedUnlessError(token, response.statusCode().value()));
	}

	private static void markAcceptedUnlessError(AccessToken token, int status) {
		if (status < 400) {
			token.markAccepted();
		}
	}

	private Mono<ClientResponse> sendWithoutToken(ClientRequest request, ExchangeFunction next) {
		if (this.trusted.isNewForeignOrigin(request.url())) {
			this.events.publish(PlatformStep.API_REQUEST, Level.WARN,
					("Requests to %s go without a token: it is not the platform's origin."
							+ " If it should get the token, list it in 'platform.trusted-origins'")
						.formatted(Origin.of(request.url())));
		}
		return next.exchange(request);
	}

	private static Mono<ClientResponse> refuse(URI url) {
		return Mono.error(() -> new PlatformAuthorizationException(
				"'%s' is not an absolute URL: its origin is unknown".formatted(PrintableUrl.of(url)),
				PlatformStep.API_REQUEST, PrintableUrl.of(url), false, null, null, null));
	}

}
