package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
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
 * result.
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
		RecordIdentity set = set(identity);
		return find(set).map((found) -> found.elements().stream().map(Element::value).toList());
	}

	/**
	 * Add an element, as the newest one. If it is there, it stays in its place and its
	 * end is put off. A WARN says, once for each kind of sets, that elements are dropped.
	 * @param identity what the set belongs to
	 * @param element the element
	 * @param life how long it stays in the set
	 * @return completes when the change is stored; fails with an
	 * {@link UnreadableRecordException} or a {@link StoreUnavailableException}
	 */
	public Mono<Void> add(RecordIdentity identity, String element, Duration life) {
		return change(set(identity), (found) -> {
			Found changed = found.with(element, life);
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
		return change(set(identity), (found) -> found.without(element));
	}

	private static RecordIdentity set(RecordIdentity identity) {
		return new RecordIdentity(identity.root(), identity.client(), identity.issuer(), identity.subject(),
				"set:" + identity.login());
	}

	private Mono<Void> change(RecordIdentity set, UnaryOperator<Found> change) {
		return find(set).flatMap((found) -> {
			Found changed = change.apply(found);
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
				this.cipher.encrypt(set, GENERATION, JSON.writeValueAsBytes(new Content(set, changed.elements()))),
				changed.life());
		return this.store.replace(this.cipher.location(set), changed.stamp(), write)
			.flatMap((stored) -> write.stamp().equals(stored.stamp()) ? Mono.empty()
					: Mono.error(new OvertakenException()));
	}

	private Mono<Found> find(RecordIdentity set) {
		return Mono.defer(() -> this.store.read(this.cipher.location(set)))
			.map((entry) -> new Found(entry.stamp(), entry.now(), usable(set, entry)));
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
	 * A set at one moment.
	 *
	 * @param stamp the stamp of the entry, if there is one
	 * @param now the time of the engine's clock at that moment
	 * @param elements the elements that have not ended
	 */
	private record Found(@Nullable String stamp, long now, List<Element> elements) {

		Found with(String value, Duration life) {
			long end = this.now + life.toMillis();
			List<Element> elements = new ArrayList<>(this.elements);
			for (int i = 0; i < elements.size(); i++) {
				Element element = elements.get(i);
				if (element.value().equals(value)) {
					elements.set(i, new Element(value, Math.max(end, element.end())));
					return new Found(this.stamp, this.now, List.copyOf(elements));
				}
			}
			elements.add(new Element(value, end));
			return new Found(this.stamp, this.now,
					List.copyOf(elements.subList(Math.max(0, elements.size() - MAX_ELEMENTS), elements.size())));
		}

		/**
		 * Whether an element of before is missing because there are too many.
		 */
		boolean hasDropped(Found before) {
			return !before.elements.isEmpty() && !before.elements.get(0).value().equals(this.elements.get(0).value());
		}

		Found without(String value) {
			return new Found(this.stamp, this.now,
					this.elements.stream().filter((element) -> !element.value().equals(value)).toList());
		}

		/**
		 * Until the last element ends. An empty set is gone at once.
		 */
		Duration life() {
			long end = this.elements.stream().mapToLong(Element::end).max().orElse(this.now);
			return Duration.ofMillis(Math.max(1, end - this.now));
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
