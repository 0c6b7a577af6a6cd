package io.videoplatform.internal.token.login;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.ClockTicker;
import io.videoplatform.internal.token.EngineClient;
import io.videoplatform.internal.token.LoginEndedException;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Token requests for users whose tokens are not held here: by the code of a login that
 * has just come back, and by refresh tokens that the application keeps itself.
 */
public final class LoginTokenClient {

	private static final Duration SHARED_FOR = Duration.ofSeconds(30);

	/**
	 * A refresh under way is shared until it ends, which it does by a limit of its own.
	 */
	private static final Duration UNDER_WAY = Duration.ofNanos(Long.MAX_VALUE);

	private final EngineClient client;

	private final Cache<String, Refresh> refreshes;

	LoginTokenClient(EngineClient client, long maximum) {
		this.client = client;
		this.refreshes = Caffeine.newBuilder()
			.maximumSize(maximum)
			.expireAfter(Expiry.<String, Refresh>writing((key, refresh) -> refresh.keptFor()))
			.ticker(ClockTicker.of(client.clock()))
			.build();
	}

	/**
	 * Exchange an authorization code for tokens (RFC 6749, section 4.1.3). The code goes
	 * once, to the token endpoint of the provider that is given and to no other.
	 * @param at the provider that the login began with
	 * @param code the code
	 * @param redirectUri the redirect URI of the authorization request
	 * @param verifier the code verifier (RFC 7636, section 4.5)
	 * @return the tokens, not yet held; fails with a
	 * {@link io.videoplatform.PlatformAuthorizationException}
	 */
	public Mono<GrantedTokens> exchange(ProviderMetadata at, String code, URI redirectUri, @Nullable String verifier) {
		return this.client.grant(this.client.tokenClient().exchange(at, code, redirectUri, verifier));
	}

	/**
	 * Refresh by a refresh token that is held elsewhere, as by a store of the
	 * application's own. The same one within half a minute brings the same tokens: it may
	 * be good only once. After a failure nothing is sent before its pause is over.
	 * @param at the provider that has issued it
	 * @param refreshToken the refresh token
	 * @return the tokens; fails with a
	 * {@link io.videoplatform.PlatformAuthorizationException}, or as a login that has
	 * ended if the provider refuses
	 */
	public Mono<GrantedTokens> refresh(ProviderMetadata at, String refreshToken) {
		return Mono.defer(() -> this.refreshes.get(refreshToken, (key) -> begin(at, key)).grant())
			.onErrorMap(PlatformAuthorizationException.class, LoginTokenClient::copy);
	}

	private Refresh begin(ProviderMetadata at, String key) {
		Mono<GrantedTokens> refresh = this.client.tokenClient()
			.refresh(at, RefreshToken.of(key, at, this.client.credentials().scopes()))
			.onErrorMap(TokenRequestException::refusesGrant, LoginEndedException::ofRefusal);
		return new Refresh(this.client.grant(refresh)
			.doOnNext((granted) -> this.refreshes.put(key, new Refresh(Mono.just(granted), SHARED_FOR)))
			.doOnError((ex) -> this.refreshes.put(key, new Refresh(Mono.error(ex), pause(ex))))
			.cache(), UNDER_WAY);
	}

	private Duration pause(Throwable ex) {
		Instant next = (ex instanceof PlatformAuthorizationException failure) ? failure.getNextAttempt() : null;
		Duration pause = (next != null) ? Duration.between(this.client.clock().instant(), next) : Duration.ZERO;
		return pause.isNegative() ? Duration.ZERO : pause;
	}

	/**
	 * Each caller gets an exception of its own, which collects what that suppresses.
	 */
	private static PlatformAuthorizationException copy(PlatformAuthorizationException ex) {
		return new PlatformAuthorizationException(String.valueOf(ex.getMessage()), ex.getError(), ex.getStep(),
				ex.getUri(), ex.isRetryable(), ex.getNextAttempt(), ex.getErrorCode(), ex.getCause());
	}

	/**
	 * A refresh that is shared by all who bring the same refresh token.
	 *
	 * @param grant what it brings
	 * @param keptFor how long it is shared at most
	 */
	private record Refresh(Mono<GrantedTokens> grant, Duration keptFor) {

	}

}
