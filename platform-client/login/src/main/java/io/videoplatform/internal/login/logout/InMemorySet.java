package io.videoplatform.internal.login.logout;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedSet;
import reactor.core.publisher.Mono;

/**
 * The sets of a node that shares them with no other, of any size. The least recently used
 * sets are forgotten.
 */
public final class InMemorySet implements SharedSet {

	private final Cache<RecordIdentity, Set<String>> sets;

	/**
	 * Create a new instance.
	 * @param maximum the number of sets
	 */
	public InMemorySet(long maximum) {
		this.sets = Caffeine.newBuilder().maximumSize(maximum).executor(Runnable::run).build();
	}

	@Override
	public Mono<List<String>> read(RecordIdentity identity) {
		return Mono.fromSupplier(() -> List.copyOf(this.sets.asMap().getOrDefault(identity, Set.of())));
	}

	@Override
	public Mono<Void> add(RecordIdentity identity, String element, Duration life) {
		return change(identity, (elements) -> elements.add(element));
	}

	@Override
	public Mono<Void> remove(RecordIdentity identity, Collection<String> elements) {
		return change(identity, (all) -> all.removeAll(elements));
	}

	private Mono<Void> change(RecordIdentity identity, Consumer<Set<String>> change) {
		return Mono.fromRunnable(() -> this.sets.asMap().compute(identity, (key, before) -> {
			Set<String> changed = (before != null) ? new LinkedHashSet<>(before) : new LinkedHashSet<>();
			change.accept(changed);
			return changed.isEmpty() ? null : changed;
		}));
	}

}
