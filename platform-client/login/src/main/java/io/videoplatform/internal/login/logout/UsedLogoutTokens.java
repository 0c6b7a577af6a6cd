package io.videoplatform.internal.login.logout;

import java.time.Clock;
import java.time.Duration;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.internal.http.ClockTicker;
import io.videoplatform.internal.http.Digest;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedSet;
import io.videoplatform.internal.token.shared.StoreWork;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.jwt.BadJwtException;

/**
 * The logout tokens that were used, or are being used, by their identifiers
 * ({@code jti}): none is used twice (OpenID Connect Back-Channel Logout 1.0, section
 * 2.6), with a store at any node.
 */
public final class UsedLogoutTokens {

	private static final int REMEMBERED = 10_000;

	/**
	 * Longer than any logout token is accepted.
	 */
	private static final Duration MEMORY = Duration.ofHours(25);

	/**
	 * How long the response waits until it is stored that the token was used.
	 */
	private static final Duration STORING = Duration.ofSeconds(1);

	private final Cache<String, Boolean> used;

	private final LoginRegistrationRepository registrations;

	private final @Nullable SharedSet sets;

	private final @Nullable StoreWork work;

	/**
	 * Create a new instance.
	 * @param sets holds the tokens of all nodes, if they share a store
	 * @param work makes changes as soon as the store can be reached, if there is one
	 */
	public UsedLogoutTokens(Clock clock, LoginRegistrationRepository registrations, @Nullable SharedSet sets,
			@Nullable StoreWork work) {
		this.used = Caffeine.newBuilder()
			.maximumSize(REMEMBERED)
			.expireAfterWrite(MEMORY)
			.ticker(ClockTicker.of(clock))
			.executor(Runnable::run)
			.build();
		this.registrations = registrations;
		this.sets = sets;
		this.work = work;
	}

	/**
	 * Use a logout token, from now on. It can be used again if the logout fails or is
	 * cancelled.
	 * @return completes when what the token names has ended; fails with a
	 * {@link BadJwtException} if the token was used before, and as the logout and the
	 * store do
	 */
	Mono<Void> use(OidcLogoutToken token, Mono<Void> logout) {
		String id = Digest.of(token.getClaimAsString("iss") + "\n" + token.getId());
		if (this.used.asMap().putIfAbsent(id, true) != null) {
			return Mono.error(UsedLogoutTokens::usedBefore);
		}
		return isUsedElsewhere(token).flatMap((used) -> used ? Mono.error(usedBefore()) : logout)
			.then(Mono.defer(() -> share(token)))
			.doOnError((ex) -> this.used.invalidate(id))
			.doOnCancel(() -> this.used.invalidate(id));
	}

	private Mono<Boolean> isUsedElsewhere(OidcLogoutToken token) {
		SharedSet sets = this.sets;
		return (sets != null) ? places(token).concatMap(sets::read).any((elements) -> !elements.isEmpty())
				: Mono.just(false);
	}

	private Mono<Void> share(OidcLogoutToken token) {
		SharedSet sets = this.sets;
		return (sets != null && this.work != null)
				? this.work.beginUntilStored(places(token).concatMap((place) -> sets.add(place, "used", MEMORY)).then())
					.timeout(STORING)
					.onErrorComplete()
				: Mono.empty();
	}

	private Flux<RecordIdentity> places(OidcLogoutToken token) {
		return Flux.fromStream(() -> this.registrations.clients(token.getAudience()))
			.map((client) -> client.identity(token.getIssuer().toString(), "", "jti:" + Digest.of(token.getId())));
	}

	private static BadJwtException usedBefore() {
		return new BadJwtException("The logout token is refused: its 'jti' was used before.");
	}

}
