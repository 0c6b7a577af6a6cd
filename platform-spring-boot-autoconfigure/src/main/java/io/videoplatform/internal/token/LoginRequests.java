package io.videoplatform.internal.token;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * What is asked of the token endpoint for users whose tokens are not held here: a code of
 * a login that has just come back, and refresh tokens that somebody else keeps.
 */
public final class LoginRequests {

	private static final Duration ANSWER_HOLDS = Duration.ofSeconds(30);

	private final SourceContext context;

	private final Cache<String, Refresh> refreshes;

	LoginRequests(SourceContext context, long maximum) {
		this.context = context;
		this.refreshes = Caffeine.newBuilder()
			.maximumSize(maximum)
			.expireAfterWrite(ANSWER_HOLDS)
			.ticker(() -> TimeUnit.MILLISECONDS.toNanos(context.clock().millis()))
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
		return this.context.shutdown()
			.cancels(this.context.requests().exchange(at, GrantParameters.code(code, redirectUri, verifier)))
			.onErrorMap(this::failure)
			.publishOn(this.context.scheduler())
			.onErrorMap(RejectedExecutionException.class, this::failure);
	}

	/**
	 * Refresh by a refresh token that is held elsewhere, as by a store of the
	 * application's own. Whoever brings the same one within half a minute gets the same
	 * answer: it may be good only once.
	 * @param at the client's registration
	 * @param refreshToken the refresh token
	 * @return the tokens; fails with a
	 * {@link io.videoplatform.PlatformAuthorizationException}, or as a login that has
	 * ended if the provider refuses
	 */
	public Mono<TokenGrant> refresh(ClientRegistration at, String refreshToken) {
		Refresh held = this.refreshes.getIfPresent(refreshToken);
		if (held != null && ClockSetBack.since(held.askedAt(), this.context.clock().millis())) {
			this.refreshes.asMap().remove(refreshToken, held);
		}
		return this.refreshes.get(refreshToken, (value) -> begin(at, value)).grant();
	}

	private Refresh begin(ClientRegistration at, String refreshToken) {
		Mono<TokenGrant> grant = this.context.shutdown()
			.cancels(this.context.requests().refreshOnce(at, refreshToken))
			.onErrorMap((ex) -> failure(ended(ex)))
			.publishOn(this.context.scheduler())
			.onErrorMap(RejectedExecutionException.class, this::failure)
			.doOnError((ex) -> this.refreshes.invalidate(refreshToken))
			.cache();
		return new Refresh(grant, this.context.clock().millis());
	}

	private Throwable failure(Throwable cause) {
		return this.context.failures()
			.of(this.context.cause(cause), null, this.context.clock().millis(), 0)
			.exception();
	}

	private static Throwable ended(Throwable failure) {
		return TokenRequestException.refusesGrant(failure)
				? new LoginEndedException("the refresh token " + failure.getMessage(), failure) : failure;
	}

	/**
	 * A refresh that is shared by all who bring the same refresh token.
	 *
	 * @param grant what it brings
	 * @param askedAt when it was asked for, in milliseconds of the engine's clock
	 */
	private record Refresh(Mono<TokenGrant> grant, long askedAt) {

	}

}
