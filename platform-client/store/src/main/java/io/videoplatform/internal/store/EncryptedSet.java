package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.store.RecordCodec.Element;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedSet;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Mono;

/**
 * Sets of strings, encrypted as records are. Nothing is locked: a change that another one
 * has overtaken is made again to what is stored then. A change whose response was lost
 * can be made again: it has the same result.
 */
public final class EncryptedSet implements SharedSet {

	private static final Log logger = LogFactory.getLog(EncryptedSet.class);

	private final RecordStore store;

	private final RecordCodec codec;

	/**
	 * The kinds of sets that were reported as full.
	 */
	private final Set<String> full = ConcurrentHashMap.newKeySet();

	public EncryptedSet(RecordStore store, RecordCodec codec) {
		this.store = store;
		this.codec = codec;
	}

	@Override
	public Mono<List<String>> read(RecordIdentity identity) {
		RecordIdentity set = set(identity);
		return find(set).map((found) -> elements(set, found).stream().map(Element::value).toList());
	}

	@Override
	public Mono<Void> add(RecordIdentity identity, String element, Duration life) {
		return change(set(identity), (elements, now) -> with(identity, elements, element, life, now));
	}

	@Override
	public Mono<Void> remove(RecordIdentity identity, Collection<String> removed) {
		return change(set(identity),
				(elements, now) -> elements.stream().filter((element) -> !removed.contains(element.value())).toList());
	}

	/**
	 * Return the elements with another one. Nothing is changed if enough is left of its
	 * life.
	 */
	private List<Element> with(RecordIdentity identity, List<Element> elements, String value, Duration life, long now) {
		Element added = new Element(value, now + life.toMillis());
		List<Element> changed = new ArrayList<>(elements);
		changed.replaceAll((element) -> (element.value().equals(value)
				&& element.end() <= now + SharedSet.leastLeft(life).toMillis()) ? added : element);
		if (changed.stream().anyMatch((element) -> element.value().equals(value))) {
			return changed;
		}
		changed.add(added);
		if (changed.size() > MAX_ELEMENTS) {
			warnOfLoss(identity);
		}
		return changed.subList(Math.max(0, changed.size() - MAX_ELEMENTS), changed.size());
	}

	/**
	 * What follows the kind of a set names the session of a user.
	 */
	private void warnOfLoss(RecordIdentity identity) {
		String kind = identity.login().split(":", 2)[0];
		if (this.full.add(kind)) {
			logger.warn(EventLog.explained(PlatformError.LOGINS_EXCEEDED,
					("More than %d '%s' of one user at client '%s' are shared by the nodes: the oldest are"
							+ " forgotten, and a logout does not find them")
						.formatted(MAX_ELEMENTS, kind, identity.client())));
		}
	}

	private static RecordIdentity set(RecordIdentity identity) {
		return new RecordIdentity(identity.root(), identity.client(), identity.issuer(), identity.subject(),
				"set:" + identity.login());
	}

	private Mono<Void> change(RecordIdentity set, BiFunction<List<Element>, Long, List<Element>> change) {
		return find(set).flatMap((found) -> change(set, found, change));
	}

	/**
	 * Change what was found. An empty set is gone at once.
	 */
	private Mono<Void> change(RecordIdentity set, StoredEntry found,
			BiFunction<List<Element>, Long, List<Element>> change) {
		List<Element> elements = elements(set, found);
		List<Element> changed = change.apply(elements, found.now());
		if (changed.equals(elements)) {
			return Mono.empty();
		}
		long end = changed.stream().mapToLong(Element::end).max().orElse(0);
		RecordStore.Write write = new RecordStore.Write(UUID.randomUUID().toString(), RecordCodec.SET,
				this.codec.write(set, changed), Duration.ofMillis(Math.max(1, end - found.now())));
		return this.store.replace(this.codec.location(set), found.stamp(), write)
			.flatMap((stored) -> write.stamp().equals(stored.stamp()) ? Mono.empty() : change(set, stored, change));
	}

	private Mono<StoredEntry> find(RecordIdentity set) {
		return Mono.defer(() -> this.store.read(this.codec.location(set)));
	}

	/**
	 * Return the elements that have not ended. An older version marks by an empty one
	 * that it has dropped others.
	 */
	private List<Element> elements(RecordIdentity set, StoredEntry found) {
		if (found.isEmpty()) {
			return List.of();
		}
		return this.codec.readElements(set, found.value())
			.stream()
			.filter((element) -> element.end() > found.now() && !element.value().isEmpty())
			.toList();
	}

}
