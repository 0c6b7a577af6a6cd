package io.videoplatform.internal.observation;

import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.NullObservation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.PlatformStep;
import io.videoplatform.observation.PlatformObservationContext;
import io.videoplatform.observation.PlatformObservationConvention;
import io.videoplatform.observation.PlatformObservationDocumentation;
import io.videoplatform.observation.PlatformObservationDocumentation.KeyNames;
import org.jspecify.annotations.Nullable;

/**
 * Starts the observations of the engine. Where nothing observes, it creates nothing.
 */
public final class EngineObservations {

	/**
	 * What all platforms that are named at run time are called together: each by its own
	 * name would be a series of its own in each metric.
	 */
	public static final String RUN_TIME = "platform-roots";

	private final ObservationRegistry registry;

	private final PlatformObservationConvention convention;

	private final Map<String, ClientObservations> clients = new ConcurrentHashMap<>();

	private final Queue<ObservedCache> caches = new ConcurrentLinkedQueue<>();

	private final Queue<Consumer<ClientObservations>> clientListeners = new ConcurrentLinkedQueue<>();

	private final Queue<Consumer<ObservedCache>> cacheListeners = new ConcurrentLinkedQueue<>();

	public EngineObservations(ObservationRegistry registry, PlatformObservationConvention convention) {
		this.registry = registry;
		this.convention = convention;
	}

	/**
	 * Return an instance that observes nothing.
	 */
	public static EngineObservations none() {
		return new EngineObservations(ObservationRegistry.NOOP, new PlatformObservationConvention());
	}

	/**
	 * Return whether a client is that of a platform which is named at run time: only such
	 * a client has a URL as its name.
	 */
	public static boolean isNamedAtRunTime(String client) {
		return client.contains("://");
	}

	/**
	 * Return what is observed of a client.
	 */
	public ClientObservations client(String name) {
		ClientObservations created = new ClientObservations(isNamedAtRunTime(name) ? RUN_TIME : name, this);
		ClientObservations known = this.clients.putIfAbsent(created.client(), created);
		if (known != null) {
			return known;
		}
		for (Consumer<ClientObservations> listener : this.clientListeners) {
			EngineObservation.guarded(() -> listener.accept(created));
		}
		return created;
	}

	/**
	 * Build a cache that is observed if anything is.
	 */
	public <A, B, K extends A, V extends B> Cache<K, V> cache(String name, Caffeine<A, B> builder) {
		Cache<K, V> cache = (this.registry.isNoop() ? builder : builder.recordStats()).build();
		ObservedCache observed = new ObservedCache(name, cache);
		this.caches.add(observed);
		this.cacheListeners.forEach((listener) -> EngineObservation.guarded(() -> listener.accept(observed)));
		return cache;
	}

	/**
	 * Pass on what is observed of each client, and each cache, those to come included: as
	 * many clients as properties describe and one more. One that comes at this moment may
	 * be passed on twice.
	 */
	public void forEach(Consumer<ClientObservations> clients, Consumer<ObservedCache> caches) {
		this.clientListeners.add(clients);
		this.cacheListeners.add(caches);
		this.clients.values().forEach(clients);
		this.caches.forEach(caches);
	}

	/**
	 * Return the observation of what this thread does.
	 */
	public @Nullable Observation current() {
		return this.registry.isNoop() ? null : this.registry.getCurrentObservation();
	}

	/**
	 * Do work on this thread as a part of an observation.
	 */
	@SuppressWarnings("try")
	public <T> T within(@Nullable Observation observation, Supplier<T> work) {
		if (observation == null || observation.isNoop()) {
			return work.get();
		}
		try (Observation.Scope scope = observation.openScope()) {
			return work.get();
		}
	}

	/**
	 * Tracing takes the thread's current span for the parent, whatever the observation's
	 * parent is.
	 */
	private EngineObservation start(PlatformObservationDocumentation observed, String description,
			@Nullable Observation parent, KeyValue... keyValues) {
		if (this.registry.isNoop()) {
			return EngineObservation.NONE;
		}
		Observation scope = (parent != null || current() == null) ? parent : new NullObservation(this.registry);
		return within(scope,
				() -> EngineObservation.start(Observation
					.createNotStarted(observed.getName(),
							() -> new PlatformObservationContext(observed, KeyValues.of(keyValues)), this.registry)
					.contextualName(description)
					.observationConvention(this.convention), parent));
	}

	/**
	 * Start the observation of a request for a document.
	 */
	public EngineObservation discovery(PlatformStep step, @Nullable Observation parent) {
		String document = step.name().toLowerCase(Locale.ROOT);
		return start(PlatformObservationDocumentation.DISCOVERY, "discover " + document, parent,
				KeyNames.DOCUMENT.withValue(document));
	}

	EngineObservation tokenFlight(String client, boolean background, @Nullable Observation parent) {
		return start(PlatformObservationDocumentation.TOKEN_FLIGHT, "acquire token", parent,
				KeyNames.CLIENT.withValue(client), KeyNames.TRIGGER.withValue(background ? "background" : "caller"));
	}

	EngineObservation tokenRequest(String client, String grantType, @Nullable Observation parent) {
		return start(PlatformObservationDocumentation.TOKEN_REQUEST, "request token " + grantType, parent,
				KeyNames.CLIENT.withValue(client), KeyNames.GRANT_TYPE.withValue(grantType));
	}

	/**
	 * A cache of the engine.
	 *
	 */
	public record ObservedCache(String name, Cache<?, ?> cache) {

	}

}
