package io.videoplatform.autoconfigure.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import io.videoplatform.internal.engine.ClientStatus;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.store.PlatformStore;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;

/**
 * The health of the clients that properties describe, of the store if nodes share one,
 * and of the platforms that are named at run time once there is one.
 */
final class PlatformHealthContributor implements CompositeHealthContributor {

	private static final String ROOTS = "roots";

	private final CompositeHealthContributor always;

	private final PlatformEngine engine;

	private final HealthContributor roots;

	PlatformHealthContributor(PlatformEngine engine) {
		Map<String, HealthContributor> parts = new LinkedHashMap<>();
		parts.put("clients", clients(engine));
		PlatformStore store = engine.context().store();
		if (store != null) {
			parts.put("store", new StoreHealthIndicator(store));
		}
		this.always = CompositeHealthContributor.fromMap(parts);
		this.engine = engine;
		this.roots = new RootsHealthIndicator(engine.clients()::rootStatuses);
	}

	/**
	 * A slash in a name would be a path of the endpoint.
	 */
	private static HealthContributor clients(PlatformEngine engine) {
		Map<String, String> names = engine.clients()
			.names()
			.stream()
			.collect(LinkedHashMap::new, (map, name) -> map.put(name.replace('/', '-'), name), Map::putAll);
		Function<String, HealthContributor> indicator = (name) -> new ClientHealthIndicator(
				() -> ClientStatus.of(engine, name));
		return CompositeHealthContributor.fromMap(names, indicator);
	}

	@Override
	public @Nullable HealthContributor getContributor(String name) {
		return (name.equals(ROOTS) && this.engine.clients().usesRoots()) ? this.roots
				: this.always.getContributor(name);
	}

	@Override
	public Stream<Entry> stream() {
		return this.engine.clients().usesRoots()
				? Stream.concat(this.always.stream(), Stream.of(new Entry(ROOTS, this.roots))) : this.always.stream();
	}

}
