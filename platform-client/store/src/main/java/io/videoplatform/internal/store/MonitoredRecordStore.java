package io.videoplatform.internal.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeoutException;

import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.StoreException;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * A store that notes how its engine does, and that no operation reaches before the key
 * that derives the places of records was compared with that of the nodes that have used
 * the store before: at first, and again after each failure. A node with another key would
 * find nothing and take it for absent. The store holds a keyed hash for this, which is
 * written if there is none; a node that has found another one writes none.
 */
final class MonitoredRecordStore implements RecordStore {

	private static final String PLACE = "index-key";

	private static final RecordIdentity IDENTITY = new RecordIdentity("", "", "", "", "");

	private static final Duration LIFE = Duration.ofDays(3650);

	/**
	 * Longer than all deadlines of an engine.
	 */
	private static final Duration LIMIT = Duration.ofSeconds(5);

	private final RecordStore engine;

	private final byte[] mark;

	private final StoreStatus status;

	private final Scheduler scheduler;

	private volatile boolean checked;

	private volatile boolean refused;

	MonitoredRecordStore(RecordStore engine, RecordCipher cipher, StoreStatus status, Scheduler scheduler) {
		this.engine = engine;
		this.mark = cipher.location(IDENTITY).getBytes(StandardCharsets.US_ASCII);
		this.status = status;
		this.scheduler = scheduler;
	}

	/**
	 * Compare the keys now.
	 * @return completes if they are the same; fails if they are not, or as the engine
	 * does
	 */
	Mono<Void> check() {
		Mono<StoredEntry> check = Mono.defer(() -> this.engine.read(PLACE))
			.flatMap((entry) -> (entry.isEmpty() && !this.refused) ? writeMark() : Mono.just(entry))
			.doOnNext(this::verify);
		return noted(check, false).doOnNext((entry) -> {
			this.checked = true;
			this.status.succeeded(false);
		}).then();
	}

	private Mono<StoredEntry> writeMark() {
		return this.engine.replace(PLACE, null, new Write(UUID.randomUUID().toString(), 0, this.mark, LIFE));
	}

	private void verify(StoredEntry entry) {
		this.refused = entry.isEmpty() ? this.refused : !MessageDigest.isEqual(this.mark, entry.value());
		if (entry.isEmpty() || this.refused) {
			throw new UnreadableRecordException("its place is derived from another key", null);
		}
	}

	@Override
	public Mono<StoredEntry> read(String key) {
		return checked().then(noted(Mono.defer(() -> this.engine.read(key)), false))
			.doOnNext((entry) -> this.status.succeeded(false));
	}

	/**
	 * An engine that finds another entry than the expected one writes nothing.
	 */
	@Override
	public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
		return checked().then(noted(Mono.defer(() -> this.engine.replace(key, expected, write)), true))
			.doOnNext((entry) -> this.status.succeeded(write.stamp().equals(entry.stamp())));
	}

	private Mono<Void> checked() {
		return Mono.defer(() -> this.checked ? Mono.empty() : check());
	}

	private <T> Mono<T> noted(Mono<T> operation, boolean writing) {
		return operation.timeout(LIMIT, this.scheduler)
			.onErrorMap((ex) -> !(ex instanceof StoreException), MonitoredRecordStore::unavailable)
			.doOnError(StoreException.class, (ex) -> {
				this.checked = false;
				this.status.failed(ex, writing);
			});
	}

	private static StoreUnavailableException unavailable(Throwable cause) {
		return new StoreUnavailableException((cause instanceof TimeoutException)
				? "The store did not respond within %d s".formatted(LIMIT.toSeconds())
				: "The store cannot be used: unexpected " + cause.getClass().getSimpleName(), cause);
	}

	@Override
	public Flux<Change> changes() {
		return this.engine.changes();
	}

	@Override
	public void close() {
		this.status.close();
		this.engine.close();
	}

}
