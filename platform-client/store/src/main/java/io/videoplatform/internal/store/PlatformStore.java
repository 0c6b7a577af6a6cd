package io.videoplatform.internal.store;

import java.time.Duration;

import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.token.shared.SharedSet;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * What this node shares with others: the store of records, and their cipher. It looks
 * every few seconds whether the engine responds and the keys fit, the first time in the
 * background of the start. It is closed after the engine of tokens, which is created
 * after it.
 */
public final class PlatformStore implements SmartInitializingSingleton, DisposableBean {

	private static final Duration CHECK_INTERVAL = Duration.ofSeconds(5);

	private final String type;

	private final boolean encrypted;

	private final MonitoredRecordStore store;

	private final RecordCodec codec;

	private final SharedSet sets;

	private final StoreStatus status;

	private final Scheduler scheduler;

	private final Disposable.Swap checks = Disposables.swap();

	public PlatformStore(String type, boolean encrypted, RecordStore engine, RecordCipher cipher, EventPublisher events,
			Scheduler scheduler) {
		this.type = type;
		this.encrypted = encrypted;
		this.status = new StoreStatus(events);
		this.codec = new RecordCodec(cipher, this.status::lost);
		this.store = new MonitoredRecordStore(engine, cipher, this.status, scheduler);
		this.sets = new EncryptedSet(this.store, this.codec);
		this.scheduler = scheduler;
	}

	/**
	 * Return the store. Its operations fail with an {@link UnreadableRecordException}
	 * while its records are those of other keys.
	 */
	public RecordStore store() {
		return this.store;
	}

	/**
	 * Look whether the engine responds and the keys fit, as the checks in the background
	 * do.
	 * @return completes if so; fails with a
	 * {@link io.videoplatform.internal.token.shared.StoreException}
	 */
	public Mono<Void> check() {
		return this.store.check();
	}

	public RecordCodec codec() {
		return this.codec;
	}

	/**
	 * Return the sets that nodes share in the store.
	 */
	public SharedSet sets() {
		return this.sets;
	}

	/**
	 * Note a failure that no caller gets, for logs and health.
	 */
	public void failed(Throwable failure) {
		this.status.lost(failure);
	}

	/**
	 * Return how properties name the engine.
	 */
	public String type() {
		return this.type;
	}

	public boolean isEncrypted() {
		return this.encrypted;
	}

	public StoreStatus status() {
		return this.status;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.checks.update(check().onErrorComplete()
			.repeatWhen((done) -> done.delayElements(CHECK_INTERVAL, this.scheduler))
			.subscribe());
	}

	@Override
	public void destroy() {
		this.checks.dispose();
		this.store.close();
		this.scheduler.dispose();
	}

}
