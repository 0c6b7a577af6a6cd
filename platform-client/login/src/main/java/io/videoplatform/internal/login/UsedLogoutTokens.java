package io.videoplatform.internal.login;

import java.time.Clock;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.internal.http.ClockTicker;
import io.videoplatform.internal.http.Digest;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.jwt.BadJwtException;

/**
 * The logout tokens that were used, or are being used, by their identifiers
 * ({@code jti}): none is used twice (OpenID Connect Back-Channel Logout 1.0, section
 * 2.6).
 */
public final class UsedLogoutTokens {

	private static final int REMEMBERED = 10_000;

	private final Cache<String, Boolean> used;

	private final @Nullable SharedLogoutTokens shared;

	/**
	 * Create a new instance.
	 * @param clock the clock
	 * @param shared the logout tokens of all nodes, if they share a store
	 */
	public UsedLogoutTokens(Clock clock, @Nullable SharedLogoutTokens shared) {
		this.used = Caffeine.newBuilder()
			.maximumSize(REMEMBERED)
			.expireAfterWrite(SharedLogoutTokens.MEMORY)
			.ticker(ClockTicker.of(clock))
			.executor(Runnable::run)
			.build();
		this.shared = shared;
	}

	/**
	 * Use a logout token, from now on. It can be used again if the logout fails or is
	 * cancelled.
	 * @param token the provider's logout token, which has been verified
	 * @param logout ends what the token names
	 * @return completes when that has ended; fails with a {@link BadJwtException} if the
	 * token was used before, and as the logout and the store do
	 */
	Mono<Void> use(OidcLogoutToken token, Mono<Void> logout) {
		String id = Digest.of(token.getClaimAsString("iss") + "\n" + token.getId());
		if (this.used.asMap().putIfAbsent(id, true) != null) {
			return Mono.error(UsedLogoutTokens::usedBefore);
		}
		return isUsedElsewhere(token).flatMap((used) -> used ? Mono.error(usedBefore()) : logout)
			.then(share(token))
			.doOnError((ex) -> !(ex instanceof BadJwtException), (ex) -> this.used.invalidate(id))
			.doOnCancel(() -> this.used.invalidate(id));
	}

	private Mono<Boolean> isUsedElsewhere(OidcLogoutToken token) {
		return (this.shared != null) ? this.shared.isUsed(token) : Mono.just(false);
	}

	private Mono<Void> share(OidcLogoutToken token) {
		return (this.shared != null) ? this.shared.use(token) : Mono.empty();
	}

	private static BadJwtException usedBefore() {
		return new BadJwtException("The logout token is refused: its 'jti' was used before.");
	}

}
