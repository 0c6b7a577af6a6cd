package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.store.SetSnapshot.Element;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedSet;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Small sets of strings that several nodes share, encrypted as records are. Each element
 * has an end of its own by the clock of the store's engine.
 * <p>
 * Nothing is locked: a change that another one has overtaken begins again with what is
 * stored then. A change whose response was lost can be made again: it has the same
 * result. Changes of one set that come while this node writes it wait, and are written
 * together: a node does not overtake itself.
 */
public final class EncryptedSet implements SharedSet {

	private static final int TRIES = 20;

	private static final Duration MIN_PAUSE = Duration.ofMillis(2);

	private static final Duration MAX_PAUSE = Duration.ofMillis(100);

	private static final Log logger = LogFactory.getLog(EncryptedSet.class);

	private final RecordStore store;

	private final SetCodec codec;

	private final Consumer<? super UnreadableRecordException> unreadable;

	/**
	 * The kinds of sets that were reported as full.
	 */
	private final Set<String> full = ConcurrentHashMap.newKeySet();

	private final ChangeQueue changes = new ChangeQueue(this::write);

	/**
	 * Create a new instance.
	 * @param store holds the sets
	 * @param cipher encrypts the sets, and hides what they belong to
	 * @param unreadable takes the failure of each set that cannot be read, beside those
	 * who asked for it
	 */
	public EncryptedSet(RecordStore store, RecordCipher cipher,
			Consumer<? super UnreadableRecordException> unreadable) {
		this.store = store;
		this.codec = new SetCodec(cipher);
		this.unreadable = unreadable;
	}

	@Override
	public Mono<List<String>> read(RecordIdentity identity) {
		return readCounted(identity).map(Counted::elements);
	}

	@Override
	public Mono<Counted> readCounted(RecordIdentity identity) {
		return find(set(identity)).map((found) -> new Counted(found.elements().stream().map(Element::value).toList(),
				found.droppedUntil() > found.now()));
	}

	@Override
	public Mono<Void> add(RecordIdentity identity, String element, Duration life) {
		return add(identity, element, life, false);
	}

	@Override
	public Mono<Void> addCounted(RecordIdentity identity, String element, Duration life) {
		return add(identity, element, life, true);
	}

	private Mono<Void> add(RecordIdentity identity, String element, Duration life, boolean counted) {
		return this.changes.add(set(identity), (found) -> {
			SetSnapshot changed = found.with(element, life, counted);
			if (changed.hasDropped(found)) {
				warnOfLoss(identity);
			}
			return changed;
		});
	}

	/**
	 * What follows the kind of a set names the session of a user.
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

	@Override
	public Mono<Void> remove(RecordIdentity identity, String element) {
		return remove(identity, Set.of(element));
	}

	@Override
	public Mono<Void> remove(RecordIdentity identity, Collection<String> elements) {
		Set<String> removed = new HashSet<>(elements);
		return this.changes.add(set(identity), (found) -> found.without(removed));
	}

	private static RecordIdentity set(RecordIdentity identity) {
		return new RecordIdentity(identity.root(), identity.client(), identity.issuer(), identity.subject(),
				"set:" + identity.login());
	}

	private Mono<Void> write(RecordIdentity set, List<UnaryOperator<SetSnapshot>> changes) {
		return find(set).flatMap((found) -> {
			SetSnapshot changed = found;
			for (UnaryOperator<SetSnapshot> change : changes) {
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

	private Mono<Void> replace(RecordIdentity set, SetSnapshot changed) {
		RecordStore.Write write = new RecordStore.Write(UUID.randomUUID().toString(), SetCodec.GENERATION,
				this.codec.write(set, changed.stored()), changed.life());
		return this.store.replace(this.codec.location(set), changed.stamp(), write)
			.flatMap((stored) -> write.stamp().equals(stored.stamp()) ? Mono.empty()
					: Mono.error(new OvertakenException()));
	}

	private Mono<SetSnapshot> find(RecordIdentity set) {
		return Mono.defer(() -> this.store.read(this.codec.location(set))).map((entry) -> snapshot(set, entry));
	}

	private SetSnapshot snapshot(RecordIdentity set, StoredEntry entry) {
		List<Element> elements = entry.isEmpty() ? List.of() : elements(set, entry.value());
		return SetSnapshot.of(entry.stamp(), entry.now(), elements);
	}

	private List<Element> elements(RecordIdentity set, byte[] stored) {
		try {
			return this.codec.read(set, stored);
		}
		catch (UnreadableRecordException ex) {
			this.unreadable.accept(ex);
			throw ex;
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
