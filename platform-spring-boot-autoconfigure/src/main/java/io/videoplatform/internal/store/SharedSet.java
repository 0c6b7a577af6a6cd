package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.retry.Retry;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Small sets of strings that several nodes share, encrypted as records are. Each element
 * has an end of its own by the clock of the store's engine.
 * <p>
 * Nothing is locked: a change that another one has overtaken begins again with what is
 * stored then. A change whose response was lost can be made again: it has the same
 * result. Changes of one set that come while this node writes it wait, and are written
 * together: a node does not overtake itself.
 */
public final class SharedSet {

	/**
	 * The largest number of elements of a set. When there are more, the oldest ones are
	 * dropped.
	 */
	public static final int MAX_ELEMENTS = 1_000;

	private static final int TRIES = 20;

	private static final Duration MIN_PAUSE = Duration.ofMillis(2);

	private static final Duration MAX_PAUSE = Duration.ofMillis(100);

	/**
	 * The element that stands for those that were dropped. A version that does not know
	 * it cannot read it as the JSON that the other elements are, and refuses the logout.
	 */
	private static final String DROPPED = "";

	/**
	 * Longer than all tries take. A change that does not end holds up the later ones.
	 */
	private static final Duration LONGEST = Duration.ofMinutes(1);

	/**
	 * A set has no generations.
	 */
	private static final long GENERATION = 0;

	private static final Log logger = LogFactory.getLog(SharedSet.class);

	private static final JsonMapper JSON = JsonMapper.builder()
		.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
				DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
		.build();

	private final RecordStore store;

	private final RecordCipher cipher;

	private final Consumer<? super UnreadableRecordException> unreadable;

	/**
	 * The kinds of sets that were reported as full.
	 */
	private final Set<String> full = ConcurrentHashMap.newKeySet();

	/**
	 * The changes that wait, of each set that is being changed.
	 */
	private final Map<RecordIdentity, Batch> waiting = new HashMap<>();

	/**
	 * Create a new instance.
	 * @param store holds the sets
	 * @param cipher encrypts the sets, and hides what they belong to
	 * @param unreadable takes the failure of each set that cannot be read, beside those
	 * who asked for it
	 */
	public SharedSet(RecordStore store, RecordCipher cipher, Consumer<? super UnreadableRecordException> unreadable) {
		this.store = store;
		this.cipher = cipher;
		this.unreadable = unreadable;
	}

	/**
	 * Read a set.
	 * @param identity what the set belongs to; a record of the same identity is another
	 * thing
	 * @return the elements that have not ended, the oldest first; fails with an
	 * {@link UnreadableRecordException} or a {@link StoreUnavailableException}
	 */
	public Mono<List<String>> read(RecordIdentity identity) {
		return readCounted(identity).map(Counted::elements);
	}

	/**
	 * Read a set, and whether it is all of the set.
	 * @param identity what the set belongs to
	 * @return what {@link #read(RecordIdentity)} returns, and whether an element that was
	 * added by {@link #addCounted(RecordIdentity, String, Duration)} was dropped before
	 * its end
	 */
	public Mono<Counted> readCounted(RecordIdentity identity) {
		return find(set(identity)).map((found) -> new Counted(found.elements().stream().map(Element::value).toList(),
				found.droppedUntil() > found.now()));
	}

	/**
	 * Add an element, as the newest one. If it is there, it stays in its place and its
	 * end is put off; nothing is written if {@linkplain #leastLeft enough} is left. A
	 * WARN says, once for each kind of sets, that elements are dropped.
	 * @param identity what the set belongs to
	 * @param element the element
	 * @param life how long it stays in the set
	 * @return completes when the change is stored; fails with an
	 * {@link UnreadableRecordException} or a {@link StoreUnavailableException}
	 */
	public Mono<Void> add(RecordIdentity identity, String element, Duration life) {
		return add(identity, element, life, false);
	}

	/**
	 * Add an element like {@link #add(RecordIdentity, String, Duration)}. If others are
	 * dropped for it, the set tells so until the last of them would have ended.
	 * @param identity what the set belongs to
	 * @param element the element, in JSON
	 * @param life how long it stays in the set
	 * @return completes when the change is stored; fails with an
	 * {@link UnreadableRecordException} or a {@link StoreUnavailableException}
	 */
	public Mono<Void> addCounted(RecordIdentity identity, String element, Duration life) {
		return add(identity, element, life, true);
	}

	private Mono<Void> add(RecordIdentity identity, String element, Duration life, boolean counted) {
		return change(set(identity), (found) -> {
			Found changed = found.with(element, life, counted);
			if (changed.hasDropped(found)) {
				warnOfLoss(identity);
			}
			return changed;
		});
	}

	/**
	 * What follows the kind of a set names somebody's session.
	 */
	private void warnOfLoss(RecordIdentity identity) {
		String kind = identity.login().split(":", 2)[0];
		if (this.full.add(kind)) {
			logger.warn(EventLog.explained(PlatformError.SESSIONS_EXCEEDED,
					("More than %d '%s' of one user at client '%s' are shared by the nodes: the oldest are"
							+ " forgotten, and a logout does not find them")
						.formatted(MAX_ELEMENTS, kind, identity.client())));
		}
	}

	/**
	 * Remove an element.
	 * @param identity what the set belongs to
	 * @param element the element, which need not be there
	 * @return completes when the change is stored; fails with an
	 * {@link UnreadableRecordException} or a {@link StoreUnavailableException}
	 */
	public Mono<Void> remove(RecordIdentity identity, String element) {
		return remove(identity, Set.of(element));
	}

	/**
	 * Remove elements by one write.
	 * @param identity what the set belongs to
	 * @param elements the elements, which need not be there
	 * @return completes when the change is stored; fails with an
	 * {@link UnreadableRecordException} or a {@link StoreUnavailableException}
	 */
	public Mono<Void> remove(RecordIdentity identity, Collection<String> elements) {
		Set<String> removed = new HashSet<>(elements);
		return change(set(identity), (found) -> found.without(removed));
	}

	/**
	 * Return how much of the life of an element is left at least once it was added.
	 * @param life how long it was to stay in the set
	 * @return two thirds of that
	 */
	public static Duration leastLeft(Duration life) {
		return life.minus(life.dividedBy(3));
	}

	private static RecordIdentity set(RecordIdentity identity) {
		return new RecordIdentity(identity.root(), identity.client(), identity.issuer(), identity.subject(),
				"set:" + identity.login());
	}

	/**
	 * A change that has begun is made also if nobody waits for it any longer, as a
	 * request that was sent is.
	 */
	private Mono<Void> change(RecordIdentity set, UnaryOperator<Found> change) {
		return Mono.defer(() -> {
			Batch batch = new Batch();
			boolean first;
			synchronized (this.waiting) {
				Batch waiting = this.waiting.get(set);
				first = waiting == null;
				if (waiting == null) {
					this.waiting.put(set, new Batch());
				}
				else {
					batch = waiting;
				}
				batch.changes().add(change);
			}
			if (first) {
				begin(set, batch);
			}
			return batch.done().asMono();
		});
	}

	private void begin(RecordIdentity set, Batch batch) {
		write(set, batch.changes()).timeout(LONGEST, Mono.error(SharedSet::tooLate)).subscribe((done) -> {
		}, (ex) -> {
			Batch next = next(set);
			batch.done().tryEmitError(ex);
			beginIfAny(set, next);
		}, () -> {
			Batch next = next(set);
			batch.done().tryEmitEmpty();
			beginIfAny(set, next);
		});
	}

	private static StoreUnavailableException tooLate() {
		return new StoreUnavailableException("A change of a shared set has not ended in time", null);
	}

	private void beginIfAny(RecordIdentity set, @Nullable Batch next) {
		if (next != null) {
			begin(set, next);
		}
	}

	/**
	 * Return the changes that have waited, if there are any.
	 */
	private @Nullable Batch next(RecordIdentity set) {
		synchronized (this.waiting) {
			Batch next = this.waiting.remove(set);
			if (next == null || next.changes().isEmpty()) {
				return null;
			}
			this.waiting.put(set, new Batch());
			return next;
		}
	}

	private Mono<Void> write(RecordIdentity set, List<UnaryOperator<Found>> changes) {
		return find(set).flatMap((found) -> {
			Found changed = found;
			for (UnaryOperator<Found> change : changes) {
				changed = change.apply(changed);
			}
			return changed.equals(found) ? Mono.empty() : replace(set, changed);
		})
			.retryWhen(Retry.backoff(TRIES, MIN_PAUSE)
				.maxBackoff(MAX_PAUSE)
				.filter(OvertakenException.class::isInstance)
				.onRetryExhaustedThrow((retries, last) -> new StoreUnavailableException(
						"A shared set was changed by others at every try", last.failure())));
	}

	private Mono<Void> replace(RecordIdentity set, Found changed) {
		RecordStore.Write write = new RecordStore.Write(UUID.randomUUID().toString(), GENERATION,
				this.cipher.encrypt(set, GENERATION, JSON.writeValueAsBytes(new Content(set, changed.stored()))),
				changed.life());
		return this.store.replace(this.cipher.location(set), changed.stamp(), write)
			.flatMap((stored) -> write.stamp().equals(stored.stamp()) ? Mono.empty()
					: Mono.error(new OvertakenException()));
	}

	private Mono<Found> find(RecordIdentity set) {
		return Mono.defer(() -> this.store.read(this.cipher.location(set)))
			.map((entry) -> Found.of(entry.stamp(), entry.now(), usable(set, entry)));
	}

	private List<Element> usable(RecordIdentity set, StoredEntry entry) {
		return entry.isEmpty() ? List.of()
				: elements(set, entry.value()).stream().filter((element) -> element.end() > entry.now()).toList();
	}

	private List<Element> elements(RecordIdentity set, byte[] stored) {
		try {
			return parse(set, this.cipher.decrypt(set, stored));
		}
		catch (UnreadableRecordException ex) {
			this.unreadable.accept(ex);
			throw ex;
		}
	}

	/**
	 * The parser's exception would quote what it reads.
	 */
	private static List<Element> parse(RecordIdentity set, byte[] json) {
		try {
			Content content = JSON.readValue(json, Content.class);
			if (content == null || content.elements() == null || !set.equals(content.identity())) {
				throw new UnreadableRecordException("it belongs to something else", null);
			}
			return content.elements();
		}
		catch (JacksonException ex) {
			throw new UnreadableRecordException("its content is malformed", null);
		}
	}

	/**
	 * An element and its end, in milliseconds since 1970 by the clock of the engine.
	 *
	 * @param value the element
	 * @param end when it leaves the set
	 */
	record Element(String value, long end) {

		@Override
		public String toString() {
			return "Element[end=%d]".formatted(this.end);
		}

	}

	/**
	 * What is encrypted.
	 *
	 * @param identity what the set belongs to
	 * @param elements the elements, the oldest first
	 */
	record Content(@Nullable RecordIdentity identity, @Nullable List<Element> elements) {

	}

	/**
	 * A set, and whether it is all of it.
	 *
	 * @param elements the elements that have not ended, the oldest first
	 * @param truncated whether others that have not ended were dropped
	 */
	public record Counted(List<String> elements, boolean truncated) {

		@Override
		public String toString() {
			return "Counted[number=%d, truncated=%s]".formatted(this.elements.size(), this.truncated);
		}

	}

	/**
	 * Changes that are written together.
	 *
	 * @param changes the changes, in their order
	 * @param done ends when they are stored, or cannot be
	 */
	private record Batch(List<UnaryOperator<Found>> changes, Sinks.Empty<Void> done) {

		Batch() {
			this(new ArrayList<>(), Sinks.empty());
		}

	}

	/**
	 * A set at one moment.
	 *
	 * @param stamp the stamp of the entry, if there is one
	 * @param now the time of the engine's clock at that moment
	 * @param elements the elements that have not ended
	 * @param droppedUntil the latest end of those that were dropped, 0 if there are none
	 */
	private record Found(@Nullable String stamp, long now, List<Element> elements, long droppedUntil) {

		static Found of(@Nullable String stamp, long now, List<Element> stored) {
			return new Found(stamp, now, stored.stream().filter((element) -> !element.value().equals(DROPPED)).toList(),
					latest(stored.stream().filter((element) -> element.value().equals(DROPPED))));
		}

		private static long latest(Stream<Element> elements) {
			return elements.mapToLong(Element::end).max().orElse(0);
		}

		Found with(String value, Duration life, boolean counted) {
			long end = this.now + life.toMillis();
			List<Element> elements = new ArrayList<>(this.elements);
			for (int i = 0; i < elements.size(); i++) {
				Element element = elements.get(i);
				if (element.value().equals(value)) {
					elements.set(i, new Element(value, Math.max(end, element.end())));
					return (element.end() > this.now + leastLeft(life).toMillis()) ? this
							: new Found(this.stamp, this.now, List.copyOf(elements), this.droppedUntil);
				}
			}
			elements.add(new Element(value, end));
			int dropped = Math.max(0, elements.size() - MAX_ELEMENTS);
			return new Found(this.stamp, this.now, List.copyOf(elements.subList(dropped, elements.size())), counted
					? Math.max(this.droppedUntil, latest(elements.stream().limit(dropped))) : this.droppedUntil);
		}

		/**
		 * Whether an element of before is missing because there are too many.
		 */
		boolean hasDropped(Found before) {
			return !before.elements.isEmpty() && !before.elements.get(0).value().equals(this.elements.get(0).value());
		}

		Found without(Set<String> values) {
			return new Found(this.stamp, this.now,
					this.elements.stream().filter((element) -> !values.contains(element.value())).toList(),
					this.droppedUntil);
		}

		/**
		 * What stands for those that were dropped is the oldest.
		 */
		List<Element> stored() {
			return (this.droppedUntil > this.now)
					? Stream.concat(Stream.of(new Element(DROPPED, this.droppedUntil)), this.elements.stream()).toList()
					: this.elements;
		}

		/**
		 * Until the last element ends. An empty set is gone at once.
		 */
		Duration life() {
			return Duration.ofMillis(Math.max(1, latest(stored().stream()) - this.now));
		}

	}

	/**
	 * Another change was stored first.
	 */
	private static final class OvertakenException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		OvertakenException() {
			super("Another change was stored first", null, false, false);
		}

	}

}
