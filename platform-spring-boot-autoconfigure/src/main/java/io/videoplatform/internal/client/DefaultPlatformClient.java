package io.videoplatform.internal.client;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformSnapshot;
import io.videoplatform.internal.discovery.Discovery;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.TokenSource;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.web.reactive.function.client.WebClient;

/**
 * A {@link PlatformClient} on the engine's parts.
 */
public final class DefaultPlatformClient implements PlatformClient {

	private final String name;

	private final Engine engine;

	private final @Nullable PlatformExchangeFilter filter;

	private final WebClient webClient;

	/**
	 * Create a new instance.
	 * @param name the client's name
	 * @param engine the parts that it stands on
	 * @param trustedOrigins the origins that get the token besides the platform's own
	 * @param followRedirects whether redirects within the platform's origin are followed
	 * @param builder builds the {@code WebClient}; its connector must follow no redirects
	 */
	public DefaultPlatformClient(String name, Engine engine, Set<Origin> trustedOrigins, boolean followRedirects,
			WebClient.Builder builder) {
		this.name = name;
		this.engine = engine;
		TrustedOrigins trusted = new TrustedOrigins(engine.root().origin(), trustedOrigins);
		this.filter = (engine.tokens() != null)
				? new PlatformExchangeFilter(engine.tokens(), trusted, engine.clock(), engine.events()) : null;
		if (followRedirects) {
			builder.filter(new RedirectFilter(trusted));
		}
		this.webClient = builder.baseUrl(engine.root().baseUrl().toString())
			.filter((this.filter != null) ? this.filter : new NoCredentials(name, trusted))
			.build();
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
		TokenSelector tokens = this.engine.tokens();
		return (tokens != null) ? tokens.select(Map.of(), context).onErrorComplete() : Mono.empty();
	}

	private PlatformSnapshot snapshot(@Nullable TokenSource token) {
		PlatformExchangeFilter counted = this.filter;
		return new PlatformSnapshot(this.name, this.engine.root().baseUrl(), this.engine.clock().instant(),
				this.engine.discovery().snapshot(), (token != null) ? token.status() : null,
				(counted != null) ? counted.calls() : 0, (counted != null) ? counted.replays() : 0,
				this.engine.events().last());
	}

	/**
	 * The parts that a client stands on.
	 *
	 * @param root the platform
	 * @param clock the engine's clock
	 * @param discovery the discovery of its provider
	 * @param tokens finds the token of a request, or {@code null} without credentials
	 * @param events what happened
	 */
	public record Engine(RootUrl root, Clock clock, Discovery discovery, @Nullable TokenSelector tokens,
			EventLog events) {

	}

}
