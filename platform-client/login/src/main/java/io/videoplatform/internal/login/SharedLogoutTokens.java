package io.videoplatform.internal.login;

import java.time.Duration;
import java.util.UUID;

import io.videoplatform.internal.http.Digest;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedSet;
import io.videoplatform.internal.token.shared.StoreWork;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;

/**
 * The logout tokens that were used at all nodes, in the store, by their identifiers
 * ({@code jti}).
 */
public final class SharedLogoutTokens {

	/**
	 * Longer than any logout token is accepted.
	 */
	static final Duration MEMORY = Duration.ofHours(25);

	/**
	 * How long a logout waits until it is stored that its token was used.
	 */
	private static final Duration STORING = Duration.ofSeconds(1);

	private final LoginRegistrationRepository registrations;

	private final SharedSet sets;

	private final StoreWork work;

	/**
	 * Create a new instance.
	 * @param registrations the clients at which users log in
	 * @param sets holds the identifiers
	 * @param work does what no caller waits for
	 */
	public SharedLogoutTokens(LoginRegistrationRepository registrations, SharedSet sets, StoreWork work) {
		this.registrations = registrations;
		this.sets = sets;
		this.work = work;
	}

	/**
	 * Return whether a logout token was used at any node.
	 */
	Mono<Boolean> isUsed(OidcLogoutToken token) {
		return ofToken(token).concatMap(this.sets::read).any((elements) -> !elements.isEmpty());
	}

	/**
	 * Remember a logout token that was used, as soon as the store can be reached. That is
	 * waited for a little: all that the token names has ended. If the caller waits no
	 * longer it has not responded, and the token can be used again.
	 */
	Mono<Void> use(OidcLogoutToken token) {
		return Mono.defer(() -> {
			String delivery = UUID.randomUUID().toString();
			Mono<Void> used = this.work
				.beginUntilStored(ofToken(token).concatMap((place) -> this.sets.add(place, delivery, MEMORY)).then());
			return used.timeout(STORING)
				.onErrorComplete()
				.doOnCancel(() -> this.work.beginUntilStored(used.onErrorComplete()
					.thenMany(ofToken(token).concatMap((place) -> this.sets.remove(place, delivery)))
					.then()));
		});
	}

	private Flux<RecordIdentity> ofToken(OidcLogoutToken token) {
		return Flux.fromStream(() -> this.registrations.clients(token.getAudience()))
			.map((client) -> client.identity(token.getIssuer().toString(), "", "jti:" + Digest.of(token.getId())));
	}

}
