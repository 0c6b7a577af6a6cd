package io.videoplatform.internal.client;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformSnapshot;
import io.videoplatform.client.PlatformToken;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.discovery.Discovery;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.ErrorSignals;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.TokenSource;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * A {@link PlatformClient} on discovery and the token engine.
 */
public final class DefaultPlatformClient implements PlatformClient {

	private final String name;

	private final Mono<ClientRegistration> registration;

	private final Discovery discovery;

	private final Clock clock;

	private final EventLog events;

	private final BearerTokenPolicy policy;

	private final ExchangeFilterFunction filter;

	private final BlockingTokens tokens;

	private final BearerTokenInterceptor interceptor;

	private final WebClient webClient;

	private final Supplier<RestClient> restClient;

	/**
	 * Create a new instance.
	 * @param properties the properties that describe the client, for messages
	 * @param tokens finds the token of a request, or {@code null} without credentials
	 * @param trustedOrigins the origins that get the token besides the platform's own
	 * @param registration the client's registration as discovery has it, empty without
	 * credentials
	 */
	public DefaultPlatformClient(String name, ClientPropertyNames properties, Discovery discovery,
			@Nullable TokenSelector tokens, Set<Origin> trustedOrigins, Clock clock, EventLog events,
			boolean followRedirects, ClientBuilders builders, Mono<ClientRegistration> registration) {
		this.name = name;
		this.registration = registration;
		this.discovery = discovery;
		this.clock = clock;
		this.events = events;
		TrustedOrigins trusted = new TrustedOrigins(discovery.root().origin(), trustedOrigins);
		ApiRedirectPolicy redirects = followRedirects ? new ApiRedirectPolicy(trusted) : null;
		this.policy = new BearerTokenPolicy(name, properties, tokens, trusted, builders.foreignHosts(),
				new EventPublisher(events, clock));
		this.filter = new BearerTokenFilter(this.policy, redirects);
		this.tokens = new BlockingTokens(this.policy, builders.observations());
		this.interceptor = new BearerTokenInterceptor(this.policy, this.tokens, redirects);
		String baseUrl = discovery.root().baseUrl().toString();
		this.webClient = builders.webClient(name, baseUrl, this.filter);
		this.restClient = SingletonSupplier.of(() -> builders.restClient(name, baseUrl, this.interceptor));
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
	public RestClient restClient() {
		return this.restClient.get();
	}

	@Override
	public ExchangeFilterFunction exchangeFilter() {
		return this.filter;
	}

	@Override
	public BearerTokenInterceptor requestInterceptor() {
		return this.interceptor;
	}

	/**
	 * Return what {@link #exchangeFilter()} does, with or without redirects.
	 */
	public ExchangeFilterFunction exchangeFilter(boolean followRedirects) {
		return followRedirects ? this.filter : new BearerTokenFilter(this.policy, null);
	}

	/**
	 * Return what {@link #requestInterceptor()} does, with or without redirects.
	 */
	public BearerTokenInterceptor requestInterceptor(boolean followRedirects) {
		return followRedirects ? this.interceptor : new BearerTokenInterceptor(this.policy, this.tokens, null);
	}

	@Override
	public PlatformToken token() {
		TokenSource source = this.tokens.source(Map.of());
		return new SourcedToken(source, this.tokens.token(source, true));
	}

	@Override
	public Mono<PlatformToken> currentToken() {
		return ErrorSignals.of(Mono.deferContextual((context) -> this.policy.select(Map.of(), context)
			.flatMap((source) -> Mono.justOrEmpty(source.current())
				.switchIfEmpty(source.awaitReleased(context))
				.map((token) -> new SourcedToken(source, token)))));
	}

	/**
	 * Return the source of the token that all requests share, or {@code null} if there
	 * are no credentials, or users log in.
	 */
	public @Nullable TokenSource sharedToken() {
		return this.policy.shared();
	}

	/**
	 * Return the discovery of its provider.
	 */
	public Discovery discovery() {
		return this.discovery;
	}

	/**
	 * Return how many requests were sent with a token, retries left out.
	 */
	public long calls() {
		return this.policy.calls();
	}

	/**
	 * Return how many requests were sent again after a 401.
	 */
	public long retries() {
		return this.policy.retries();
	}

	/**
	 * Return the current time of the engine.
	 */
	public Instant now() {
		return this.clock.instant();
	}

	@Override
	public Mono<ClientRegistration> registration() {
		return this.registration
			.map((made) -> ClientRegistration.withClientRegistration(made).clientSecret(null).build());
	}

	@Override
	public PlatformSnapshot snapshot() {
		return snapshot(Mono.deferContextual(this::currentSource).toFuture().getNow(null));
	}

	@Override
	public Mono<PlatformSnapshot> currentSnapshot() {
		return Mono
			.deferContextual((context) -> currentSource(context).map(Optional::of).defaultIfEmpty(Optional.empty()))
			.map((token) -> snapshot(token.orElse(null)));
	}

	@Override
	public void invalidate() {
		invalidateCurrent().subscribe();
	}

	@Override
	public Mono<Void> invalidateCurrent() {
		return Mono.deferContextual(this::currentSource).doOnNext(TokenSource::invalidate).then();
	}

	/**
	 * Return where the token comes from, empty without one: a user who has to log in
	 * again is no failure here.
	 */
	private Mono<TokenSource> currentSource(ContextView context) {
		return this.policy.select(Map.of(), context).onErrorComplete();
	}

	private PlatformSnapshot snapshot(@Nullable TokenSource token) {
		return new PlatformSnapshot(this.name, this.discovery.root().baseUrl(), this.clock.instant(),
				this.discovery.snapshot(), (token != null) ? token.status() : null, this.policy.calls(),
				this.policy.retries(), this.events.last());
	}

}
