package io.videoplatform.internal.token.login;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.internal.token.ClockSetBack;
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

	private final EngineClient client;

	private final Cache<String, Refresh> refreshes;

	LoginTokenClient(EngineClient client, long maximum) {
		this.client = client;
		this.refreshes = Caffeine.newBuilder()
			.maximumSize(maximum)
			.expireAfterWrite(SHARED_FOR)
			.ticker(() -> TimeUnit.MILLISECONDS.toNanos(client.clock().millis()))
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
		return this.client.run(this.client.tokenClient().exchange(at, code, redirectUri, verifier));
	}

	/**
	 * Refresh by a refresh token that is held elsewhere, as by a store of the
	 * application's own. The same one within half a minute brings the same tokens: it may
	 * be good only once.
	 * @param at the client's registration
	 * @param refreshToken the refresh token
	 * @return the tokens; fails with a
	 * {@link io.videoplatform.PlatformAuthorizationException}, or as a login that has
	 * ended if the provider refuses
	 */
	public Mono<TokenGrant> refresh(ClientRegistration at, String refreshToken) {
		Refresh held = this.refreshes.getIfPresent(refreshToken);
		if (held != null && ClockSetBack.since(held.requestedAt(), this.client.clock().millis())) {
			this.refreshes.asMap().remove(refreshToken, held);
		}
		return this.refreshes.get(refreshToken, (value) -> begin(at, value)).grant();
	}

	private Refresh begin(ClientRegistration at, String refreshToken) {
		Mono<TokenGrant> refresh = this.client.tokenClient()
			.refresh(at, refreshToken)
			.onErrorMap(TokenRequestException::refusesGrant,
					(ex) -> new LoginEndedException("the refresh token " + ex.getMessage(), ex));
		Mono<TokenGrant> grant = this.client.run(refresh)
			.doOnError((ex) -> this.refreshes.invalidate(refreshToken))
			.cache();
		return new Refresh(grant, this.client.clock().millis());
	}

	/**
	 * A refresh that is shared by all who bring the same refresh token.
	 *
	 * @param grant what it brings
	 * @param requestedAt when it was requested, in milliseconds of the engine's clock
	 */
	private record Refresh(Mono<TokenGrant> grant, long requestedAt) {

	}

}
