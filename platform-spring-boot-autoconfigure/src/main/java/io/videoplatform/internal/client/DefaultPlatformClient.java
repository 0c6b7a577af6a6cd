package io.videoplatform.internal.client;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.PlatformSnapshot;
import io.videoplatform.internal.discovery.Discovery;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.TokenSource;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * A {@link PlatformClient} on discovery and the token engine.
 */
public final class DefaultPlatformClient implements PlatformClient {

	private final String name;

	private final Discovery discovery;

	private final @Nullable TokenSelector tokens;

	private final Clock clock;

	private final EventLog events;

	private final @Nullable BearerTokenFilter filter;

	private final WebClient webClient;

	/**
	 * Create a new instance.
	 * @param name the client's name
	 * @param discovery the discovery of its provider
	 * @param tokens finds the token of a request, or {@code null} without credentials
	 * @param trustedOrigins the origins that get the token besides the platform's own
	 * @param clock the engine's clock
	 * @param events takes what happens, and holds the last of it
	 * @param followRedirects whether redirects within the platform's origin are followed
	 * @param builder builds the {@code WebClient}; its connector must follow no redirects
	 */
	public DefaultPlatformClient(String name, Discovery discovery, @Nullable TokenSelector tokens,
			Set<Origin> trustedOrigins, Clock clock, EventLog events, boolean followRedirects,
			WebClient.Builder builder) {
		this.name = name;
		this.discovery = discovery;
		this.tokens = tokens;
		this.clock = clock;
		this.events = events;
		TrustedOrigins trusted = new TrustedOrigins(discovery.root().origin(), trustedOrigins);
		this.filter = (tokens != null) ? new BearerTokenFilter(tokens, trusted, new EventPublisher(events, clock))
				: null;
		if (followRedirects) {
			builder.filter(new RedirectFilter(trusted));
		}
		this.webClient = builder.baseUrl(discovery.root().baseUrl().toString())
			.filter((this.filter != null) ? this.filter : refusing(name, trusted))
			.build();
	}

	/**
	 * Return the filter of a client without credentials: a request that should carry a
	 * token fails, one with a caller's own {@code Authorization} header is sent.
	 */
	private static ExchangeFilterFunction refusing(String name, TrustedOrigins trusted) {
		String properties = name.equals(PlatformClients.DEFAULT) ? name : "platform.clients." + name;
		return (request, next) -> {
			if (request.headers().containsHeader(HttpHeaders.AUTHORIZATION) || !trusted.contains(request.url())) {
				return next.exchange(request);
			}
			return Mono.error(() -> new PlatformAuthorizationException(
					("No credentials are set: set '%1$s.username' and '%1$s.password',"
							+ " or '%1$s.client-id', '%1$s.client-secret' and '%1$s.grant-type'")
						.formatted(properties),
					PlatformStep.TOKEN_REQUEST, PrintableUrl.of(request.url()), false, null, null, null));
		};
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public WebClient webClient() {
		return this.webClient;
	}

	@Override
	public PlatformSnapshot snapshot() {
		return snapshot(Mono.deferContextual(this::currentToken).toFuture().getNow(null));
	}

	@Override
	public Mono<PlatformSnapshot> currentSnapshot() {
		return Mono
			.deferContextual((context) -> currentToken(context).map(Optional::of).defaultIfEmpty(Optional.empty()))
			.map((token) -> snapshot(token.orElse(null)));
	}

	@Override
	public void invalidate() {
		invalidateCurrent().subscribe();
	}

	@Override
	public Mono<Void> invalidateCurrent() {
		return Mono.deferContextual(this::currentToken).doOnNext(TokenSource::invalidate).then();
	}

	/**
	 * Return where the token comes from, empty without one: a user who has to log in
	 * again is no failure here.
	 */
	private Mono<TokenSource> currentToken(ContextView context) {
		TokenSelector tokens = this.tokens;
		return (tokens != null) ? tokens.select(Map.of(), context).onErrorComplete() : Mono.empty();
	}

	private PlatformSnapshot snapshot(@Nullable TokenSource token) {
		BearerTokenFilter counted = this.filter;
		return new PlatformSnapshot(this.name, this.discovery.root().baseUrl(), this.clock.instant(),
				this.discovery.snapshot(), (token != null) ? token.status() : null,
				(counted != null) ? counted.calls() : 0, (counted != null) ? counted.replays() : 0, this.events.last());
	}

}
