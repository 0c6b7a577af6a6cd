package io.videoplatform.autoconfigure.actuate;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import io.videoplatform.client.TokenStatus;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.observation.ClientObservations;
import io.videoplatform.internal.observation.EngineObservations.ObservedCache;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.login.LoginTokens;
import io.videoplatform.observation.PlatformMeterDocumentation;
import io.videoplatform.observation.PlatformObservationDocumentation.KeyNames;

/**
 * Makes meters of what the engine holds and counts. They are read when they are asked
 * for: a call updates none.
 *
 * @param engine the engine
 */
record PlatformMeterBinder(PlatformEngine engine) implements MeterBinder {

	@Override
	public void bindTo(MeterRegistry registry) {
		FunctionCounter
			.builder(PlatformMeterDocumentation.DROPPED_EVENTS.getName(), this.engine.context().events(),
					EventLog::dropped)
			.register(registry);
		this.engine.context()
			.observations()
			.forEach((client) -> bind(registry, client), (cache) -> bind(registry, cache));
		this.engine.clients().names().forEach((client) -> bind(registry, client));
		this.engine.loginTokens()
			.forEach((client, logins) -> gauge(registry, PlatformMeterDocumentation.LOGINS, client, logins,
					LoginTokens::count));
	}

	private static void bind(MeterRegistry registry, ClientObservations client) {
		counter(registry, PlatformMeterDocumentation.JOINED_FLIGHTS, client, ClientObservations::joinedFlights);
		counter(registry, PlatformMeterDocumentation.STORED_TOKENS, client, ClientObservations::storedTokens);
		counter(registry, PlatformMeterDocumentation.RETRIED_CALLS, client, ClientObservations::retriedCalls);
	}

	private static void counter(MeterRegistry registry, PlatformMeterDocumentation meter, ClientObservations client,
			ToDoubleFunction<ClientObservations> count) {
		FunctionCounter.builder(meter.getName(), client, count).tags(tags(client.client())).register(registry);
	}

	private static void bind(MeterRegistry registry, ObservedCache cache) {
		// The tags of Spring Boot's cache metrics: not all registries allow others
		CaffeineCacheMetrics.monitor(registry, cache.cache(), cache.name(),
				Tags.of("cache.manager", "platform", "name", cache.name()));
	}

	private void bind(MeterRegistry registry, String client) {
		TokenSource token = this.engine.clients().get(client).sharedToken();
		if (token != null) {
			Clock clock = this.engine.context().clock();
			gauge(registry, PlatformMeterDocumentation.TOKEN_EXPIRY, client, token,
					(source) -> secondsToExpiry(source.status(), clock));
			gauge(registry, PlatformMeterDocumentation.TOKEN_FAILURES, client, token,
					(source) -> source.status().failures());
		}
	}

	private static <T> void gauge(MeterRegistry registry, PlatformMeterDocumentation meter, String client, T held,
			ToDoubleFunction<T> value) {
		Gauge.builder(meter.getName(), held, value).baseUnit(meter.getBaseUnit()).tags(tags(client)).register(registry);
	}

	private static double secondsToExpiry(TokenStatus token, Clock clock) {
		Instant end = token.expiresAt();
		return (end != null) ? Duration.between(clock.instant(), end).toMillis() / 1_000.0 : Double.NaN;
	}

	private static Tags tags(String client) {
		return Tags.of(KeyNames.CLIENT.asString(), client);
	}

}
