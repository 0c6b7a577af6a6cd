package io.videoplatform.login.oidc;

import java.net.URI;
import java.time.Clock;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.transport.BoundedExchange;
import reactor.core.scheduler.Scheduler;

/**
 * The keys of all issuers, by JWK set URL and the way there: clients of one issuer share
 * them.
 */
final class ProviderKeys {

	private static final int ISSUERS = 100;

	private final Clock clock;

	private final Scheduler scheduler;

	private final OidcEvents events;

	private final Cache<Place, PublishedKeys> keys = Caffeine.newBuilder().maximumSize(ISSUERS).build();

	ProviderKeys(Clock clock, Scheduler scheduler, OidcEvents events) {
		this.clock = clock;
		this.scheduler = scheduler;
		this.events = events;
	}

	PublishedKeys at(URI jwkSetUrl, BoundedExchange exchange) {
		return this.keys.get(new Place(jwkSetUrl, exchange),
				(place) -> new PublishedKeys(place.url(), place.exchange(), this.clock, this.scheduler, this.events));
	}

	private record Place(URI url, BoundedExchange exchange) {

	}

}
