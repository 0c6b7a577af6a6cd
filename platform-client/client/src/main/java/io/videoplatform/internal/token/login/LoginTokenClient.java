package io.videoplatform.internal.token.login;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.internal.http.ClockTicker;
import io.videoplatform.internal.token.EngineClient;
import io.videoplatform.internal.token.LoginEndedException;
import io.videoplatform.internal.token.endpoint.TokenGrant;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

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
			.expireAfter(Expiry.<String, Refresh>writing((refreshToken, refresh) -> refresh.keptFor()))
			.ticker(ClockTicker.of(client.clock()))
			.build();
	}

	/**
	 * Exchange an authorization code for tokens (RFC 6749, section 4.1.3). The code goes
	 * once, to the token endpoint of the registration that is given and to no other.
	 * @param at the registration that the login began with
	 * @param code the code
	 * @param redirectUri the redirect URI of the authorization request
	 * @param verifier the code verifier (RFC 7636, section 4.5)
	 * @return the tokens, not yet held; fails with a
	 * {@link io.videoplatform.PlatformAuthorizationException}
	 */
	public Mono<TokenGrant> exchange(ClientRegistration at, String code, URI redirectUri, @Nullable String verifier) {
		return this.client.grant(this.client.tokenClient().exchange(at, code, redirectUri, verifier));
	}

	/**
	 * Refresh by a refresh token that is held elsewhere, as by a store of the
	 * application's own. The same one within half a minute brings the same tokens: it may
	 * be good only once. Unless the provider has refused it, nothing is sent again before
	 * the pause after a failure is over, or the client has other secrets.
	 * @param at the client's registration
	 * @param refreshToken the refresh token
	 * @return the tokens; fails with a
	 * {@link io.videoplatform.PlatformAuthorizationException}, or as a login that has
	 * ended if the provider refuses
	 */
	public Mono<TokenGrant> refresh(ClientRegistration at, String refreshToken) {
		return this.client.checkForChangedSecrets()
			.then(Mono.defer(() -> current(at, refreshToken).grant()))
			.onErrorMap(PlatformAuthorizationException.class, LoginTokenClient::copy);
	}

	private Refresh current(ClientRegistration at, String refreshToken) {
		Refresh held = this.refreshes.getIfPresent(refreshToken);
		if (held != null && held.pause() != null
				&& held.pause().isOver(this.client.clock().millis(), this.client.secretsVersion())) {
			this.refreshes.asMap().remove(refreshToken, held);
		}
		int failures = (held != null) ? held.failures() : 0;
		return this.refreshes.get(refreshToken, (value) -> begin(at, value, failures));
	}

	private Refresh begin(ClientRegistration at, String refreshToken, int failures) {
		Mono<TokenGrant> refresh = this.client.tokenClient()
			.refresh(at, refreshToken)
			.onErrorMap(TokenRequestException::refusesGrant, LoginEndedException::ofRefusal);
		long secrets = this.client.secretsVersion();
		Mono<TokenGrant> grant = this.client.grant(refresh, failures)
			.doOnNext(
					(granted) -> this.refreshes.put(refreshToken, new Refresh(Mono.just(granted), SHARED_FOR, null, 0)))
			.doOnError((ex) -> failed(refreshToken, ex, failures + 1, secrets))
			.cache();
		return new Refresh(grant, UNDER_WAY, null, failures);
	}

	/**
	 * Whatever is thrown, what has failed is shared no longer.
	 */
	private void failed(String refreshToken, Throwable ex, int failures, long secrets) {
		Refresh paused = null;
		try {
			paused = paused(ex, failures, secrets);
		}
		finally {
			if (paused != null) {
				this.refreshes.put(refreshToken, paused);
			}
			else {
				this.refreshes.invalidate(refreshToken);
			}
		}
	}

	/**
	 * The failure is kept for longer than the pause, so that failures in a row are
	 * counted.
	 */
	private @Nullable Refresh paused(Throwable ex, int failures, long secrets) {
		Instant next = (ex instanceof PlatformAuthorizationException failure) ? failure.getNextAttempt() : null;
		if (next == null) {
			return null;
		}
		long now = this.client.clock().millis();
		Pause pause = new Pause(now, Math.max(0, next.toEpochMilli() - now), secrets);
		return new Refresh(Mono.error(ex), SHARED_FOR.plusMillis(pause.length()), pause, failures);
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
	 * @param pause the pause after a failure
	 * @param failures how many have failed in a row
	 */
	private record Refresh(Mono<TokenGrant> grant, Duration keptFor, @Nullable Pause pause, int failures) {

	}

	/**
	 * The time after a failure in which nothing is sent.
	 *
	 * @param begun when it began, in milliseconds of the engine's clock
	 * @param length how long it is, in milliseconds
	 * @param secrets the version of the client's secrets that have failed
	 */
	private record Pause(long begun, long length, long secrets) {

		boolean isOver(long now, long current) {
			return current != this.secrets || now - this.begun >= this.length;
		}

	}

}
