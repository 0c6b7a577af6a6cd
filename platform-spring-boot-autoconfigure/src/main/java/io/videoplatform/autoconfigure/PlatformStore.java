package io.videoplatform.autoconfigure;

import java.time.Duration;

import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.autoconfigure.StoreProperties.Type;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.store.EncryptedSet;
import io.videoplatform.internal.store.KeyCheck;
import io.videoplatform.internal.store.RecordCipher;
import io.videoplatform.internal.store.RecordCodec;
import io.videoplatform.internal.store.RecordRepository;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.RecordTimes;
import io.videoplatform.internal.token.endpoint.ReloadingClientSecrets;
import io.videoplatform.internal.token.endpoint.TokenClient;
import io.videoplatform.internal.token.login.LoginTokens;
import io.videoplatform.internal.token.shared.SharedSet;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import io.videoplatform.internal.transport.PlatformHttpClients;
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
final class PlatformStore implements SmartInitializingSingleton, DisposableBean {

	private static final Duration CHECK_INTERVAL = Duration.ofSeconds(5);

	/**
	 * How long the end of a login is kept at least.
	 */
	private static final Duration RETENTION = Duration.ofDays(1);

	private final StoreProperties settings;

	private final MonitoredRecordStore store;

	private final RecordCipher cipher;

	private final SharedSet sets;

	private final StoreStatus status;

	private final Scheduler scheduler;

	private final Disposable.Swap checks = Disposables.swap();

	/**
	 * Create a new instance.
	 * @param settings the settings
	 * @param engine holds the records
	 * @param cipher encrypts them
	 * @param events takes outages and their ends
	 * @param scheduler threads of the store's own, which it disposes of
	 */
	PlatformStore(StoreProperties settings, RecordStore engine, RecordCipher cipher, EventPublisher events,
			Scheduler scheduler) {
		this.settings = settings;
		this.cipher = cipher;
		this.status = new StoreStatus(events);
		this.store = new MonitoredRecordStore(engine, new KeyCheck(engine, cipher), this.status, scheduler);
		this.sets = new EncryptedSet(this.store, cipher, this.status::unreadable);
		this.scheduler = scheduler;
	}

	/**
	 * Return the store. Its operations fail with an {@link UnreadableRecordException}
	 * while its records are those of other keys.
	 */
	RecordStore store() {
		return this.store;
	}

	/**
	 * Create what reads and writes the records of this node.
	 * @param settings the settings of the clients
	 * @param scheduler the threads of the engine that uses it and closes it
	 */
	RecordRepository createRepository(PlatformSettings settings, Scheduler scheduler) {
		return new RecordRepository(this.store, new RecordCodec(this.cipher), times(settings), Ticker.systemTicker(),
				scheduler, this::failed);
	}

	/**
	 * Return how long what is shared may take, from the time at which a client begins to
	 * read its secrets to the check of the tokens.
	 */
	static RecordTimes times(PlatformSettings settings) {
		Duration reading = settings.readsFiles() ? ReloadingClientSecrets.READING : Duration.ZERO;
		Duration idle = settings.login().idleTimeout();
		return new RecordTimes(
				reading.plus(PlatformHttpClients.DEADLINE).plus(TokenClient.SLACK).plus(LoginTokens.SHARED_CHECK), idle,
				(idle.compareTo(RETENTION) > 0) ? idle : RETENTION);
	}

	/**
	 * Look whether the engine responds and the keys fit, as the checks in the background
	 * do.
	 * @return completes if so; fails with a
	 * {@link io.videoplatform.internal.token.shared.StoreException}
	 */
	Mono<Void> check() {
		return Mono.defer(this.store::check);
	}

	RecordCipher cipher() {
		return this.cipher;
	}

	/**
	 * Return the sets that nodes share in the store.
	 */
	SharedSet sets() {
		return this.sets;
	}

	/**
	 * Note a failure that no caller gets, or a record that could not be read, for logs
	 * and health.
	 */
	void failed(Throwable failure) {
		if (failure instanceof UnreadableRecordException unreadable) {
			this.status.unreadable(unreadable);
		}
		else {
			this.status.lost(failure);
		}
	}

	Type type() {
		return this.settings.type();
	}

	boolean isEncrypted() {
		return this.settings.encryption().enabled();
	}

	StoreStatus status() {
		return this.status;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.checks.update(Mono.defer(this.store::check)
			.onErrorComplete()
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
