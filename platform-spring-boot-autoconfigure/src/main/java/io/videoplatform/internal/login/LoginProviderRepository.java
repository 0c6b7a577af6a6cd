package io.videoplatform.internal.login;

import java.time.Duration;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.store.RecordIdentity;
import io.videoplatform.internal.store.SharedSet;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/**
 * The providers that logins began at, in the store, so that a login which comes back to
 * another node goes on at the same one even if discovery has changed in between. They are
 * not in the session: anyone who can write there could choose where codes and the
 * client's secret are sent (RFC 9700, section 4.4).
 */
final class LoginProviderRepository {

	/**
	 * Longer than any login takes.
	 */
	private static final Duration LIFE = Duration.ofDays(1);

	private static final int REMEMBERED = 256;

	private static final JsonMapper JSON = JsonMapper.shared();

	private final SharedSet sets;

	/**
	 * What stores each provider that was stored lately.
	 */
	private final Cache<RegistrationHandle, Mono<Void>> written = Caffeine.newBuilder()
		.maximumSize(REMEMBERED)
		.expireAfterWrite(LIFE.dividedBy(2))
		.build();

	LoginProviderRepository(SharedSet sets) {
		this.sets = sets;
	}

	/**
	 * Store a provider unless that was done lately. A login begins without a store, too.
	 */
	void share(LoginClient client, RegistrationHandle handle, ProviderMetadata metadata) {
		Mono<Void> write = this.sets.add(identity(client, handle), JSON.writeValueAsString(metadata), LIFE);
		if (this.written.asMap().putIfAbsent(handle, write) == null) {
			share(handle, write).onErrorComplete().subscribe();
		}
	}

	private Mono<Void> share(RegistrationHandle handle, Mono<Void> write) {
		return write.doOnSuccess((done) -> this.written.put(handle, write))
			.doOnError((ex) -> this.written.invalidate(handle));
	}

	/**
	 * Return the provider that a login began at, if a node has stored it and this one
	 * accepts it.
	 */
	Mono<ProviderMetadata> find(LoginClient client, RegistrationHandle handle) {
		return this.sets.read(identity(client, handle))
			.flatMapIterable((elements) -> elements)
			.map((element) -> JSON.readValue(element, ProviderMetadata.class))
			.filter(client.discovery()::accepts)
			.next();
	}

	private static RecordIdentity identity(LoginClient client, RegistrationHandle handle) {
		return client.identity("", "", "begun:" + handle);
	}

}
