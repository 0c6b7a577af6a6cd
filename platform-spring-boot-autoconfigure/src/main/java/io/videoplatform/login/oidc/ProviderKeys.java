package io.videoplatform.login.oidc;

import java.net.URI;
import java.time.Clock;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.transport.BoundedExchange;
import reactor.core.scheduler.Scheduler;

/**
 * The keys of all issuers, by JWK set URL: clients of one issuer share them.
 */
final class ProviderKeys {

	private static final int ISSUERS = 100;

	private final BoundedExchange exchange;

	private final Clock clock;

	private final Scheduler scheduler;

	private final OidcEvents events;

	private final Cache<URI, PublishedKeys> keys = Caffeine.newBuilder().maximumSize(ISSUERS).build();

	ProviderKeys(BoundedExchange exchange, Clock clock, Scheduler scheduler, OidcEvents events) {
		this.exchange = exchange;
		this.clock = clock;
		this.scheduler = scheduler;
		this.events = events;
	}

	PublishedKeys at(URI jwkSetUrl) {
		return this.keys.get(jwkSetUrl,
				(url) -> new PublishedKeys(url, this.exchange, this.clock, this.scheduler, this.events));
	}

}
