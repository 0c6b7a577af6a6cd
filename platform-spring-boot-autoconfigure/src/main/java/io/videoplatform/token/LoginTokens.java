package io.videoplatform.token;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * The tokens of all users who are logged in at one client, one source for each login.
 * They end with their refresh token, or after a time without use if that has no end; the
 * number is bounded, and a WARN comes before a living login would be dropped.
 */
public final class LoginTokens {

	private static final Duration ANSWER_HOLDS = Duration.ofSeconds(30);

	private final SourceContext context;

	private final Supplier<CompletableFuture<ClientRegistration>> registration;

	private final Limits limits;

	private final @Nullable TokenRevocation revocation;

	private final Cache<TokenKey.User, TokenSource> sources;

	private final Cache<String, Mono<TokenGrant>> strangers;

	private final ConcurrentMap<Owner, List<TokenKey.User>> logins = new ConcurrentHashMap<>();

	private final AtomicBoolean warned = new AtomicBoolean();

	LoginTokens(SourceContext context, Supplier<CompletableFuture<ClientRegistration>> registration, Limits limits,
			@Nullable TokenRevocation revocation) {
		this.context = context;
		this.registration = registration;
		this.limits = limits;
		this.revocation = revocation;
		this.sources = Caffeine.newBuilder()
			.maximumSize(limits.maximum())
			.expireAfter(new EndOfLogin())
			.ticker(() -> TimeUnit.MILLISECONDS.toNanos(context.clock().millis()))
			.executor(Runnable::run)
			.removalListener(this::removed)
			.build();
		this.strangers = Caffeine.newBuilder()
			.maximumSize(limits.maximum())
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
		AuthorizationCodeGrant grant = new AuthorizationCodeGrant(new AuthorizationCode(code), redirectUri,
				(verifier != null) ? new CodeVerifier(verifier) : null);
		return this.context.requests()
			.exchange(at, grant)
			.onErrorMap((ex) -> this.context.failures().of(ex, null, this.context.clock().millis(), 0).exception())
			.publishOn(this.context.scheduler());
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
		return this.strangers.get(refreshToken, (value) -> Mono
			.defer(() -> this.context.requests().refreshOnce(at, value))
			.onErrorMap(
					(ex) -> this.context.failures().of(ended(ex), null, this.context.clock().millis(), 0).exception())
			.publishOn(this.context.scheduler())
			.doOnError((ex) -> this.strangers.invalidate(value))
			.cache());
	}

	private static Throwable ended(Throwable failure) {
		return TokenRequestException.refusesGrant(failure)
				? new LoginEndedException("the refresh token " + failure.getMessage(), failure) : failure;
	}

	/**
	 * Hold the tokens of a login from now on.
	 * @param key whose they are
	 * @param grant the tokens
	 * @param check checks ID tokens that refreshes bring
	 */
	public void open(TokenKey.User key, TokenGrant grant, RefreshedIdTokenCheck check) {
		TokenLedger ledger = new TokenLedger(this.context.failures(), Ticker.systemTicker(),
				TokenSnapshot.ofLogin(grant));
		TokenSource source = new TokenSource(this.context, ledger,
				new LoginAcquisition(this.registration, this.context.requests(), check), new Keeper(key));
		warnBeforeFull();
		// First the index, or an eviction in between would leave a trace
		this.logins.compute(Owner.of(key), (owner, held) -> with(held, key));
		this.sources.put(key, source);
	}

	/**
	 * Return the source of a login's token.
	 * @param key the login
	 * @return the source, or {@code null} if the login has ended or was never known
	 */
	public @Nullable TokenSource get(TokenKey.User key) {
		return this.sources.getIfPresent(key);
	}

	/**
	 * Return the newest living login of a user.
	 * @param issuer the issuer that the user logged in at
	 * @param subject the user's identifier there
	 * @return the login, or {@code null} if there is none
	 */
	public TokenKey.@Nullable User newest(String issuer, String subject) {
		List<TokenKey.User> held = this.logins.getOrDefault(new Owner(issuer, subject), List.of());
		for (int i = held.size() - 1; i >= 0; i--) {
			if (this.sources.getIfPresent(held.get(i)) != null) {
				return held.get(i);
			}
		}
		return null;
	}

	/**
	 * End a login: nothing of it is held any more, and no flight under way brings it
	 * back. Its refresh token is revoked if that is asked for (RFC 7009).
	 * @param key the login
	 */
	public void end(TokenKey.User key) {
		TokenSource source = this.sources.asMap().remove(key);
		if (source != null) {
			revoke(source.end("the user has logged out").refreshToken());
		}
	}

	/**
	 * End a login that its provider has ended, like {@link #end(TokenKey.User)} but
	 * without a revocation: there is nothing left to revoke, and a provider that is busy
	 * ending a session may be made to keep it by a request that concerns it.
	 * @param key the login
	 */
	public void endedByProvider(TokenKey.User key) {
		TokenSource source = this.sources.asMap().remove(key);
		if (source != null) {
			source.end("the identity provider has ended it");
		}
	}

	/**
	 * Return how many logins are held.
	 * @return the number, those left out that have ended and were not yet swept
	 */
	public long count() {
		this.sources.cleanUp();
		return this.sources.estimatedSize();
	}

	/**
	 * Return how many users the logins belong to.
	 */
	int users() {
		return this.logins.size();
	}

	private void revoke(@Nullable RefreshToken refreshToken) {
		if (this.revocation != null && refreshToken != null) {
			this.revocation.revoke(this.registration, refreshToken);
		}
	}

	private void removed(TokenKey.@Nullable User key, @Nullable TokenSource source, RemovalCause cause) {
		if (key == null || cause == RemovalCause.REPLACED) {
			return;
		}
		this.logins.computeIfPresent(Owner.of(key), (owner, held) -> without(held, key));
		if (source != null && cause == RemovalCause.SIZE) {
			source.end("the bound of %d logins was reached".formatted(this.limits.maximum()));
		}
	}

	private static List<TokenKey.User> with(@Nullable List<TokenKey.User> held, TokenKey.User key) {
		List<TokenKey.User> result = new ArrayList<>((held != null) ? held : List.of());
		result.remove(key);
		result.add(key);
		return List.copyOf(result);
	}

	private static @Nullable List<TokenKey.User> without(List<TokenKey.User> held, TokenKey.User key) {
		List<TokenKey.User> result = held.stream().filter((other) -> !other.equals(key)).toList();
		return result.isEmpty() ? null : result;
	}

	private void warnBeforeFull() {
		long size = this.sources.estimatedSize();
		if (size < this.limits.maximum() * 8 / 10) {
			this.warned.set(false);
		}
		else if (size >= this.limits.maximum() * 9 / 10 && this.warned.compareAndSet(false, true)) {
			this.context.events()
				.onEvent(new PlatformEvent(this.context.clock().instant(), PlatformStep.TOKEN_REQUEST,
						PlatformEvent.Level.WARN,
						("%d users are logged in at client '%s': beyond 'platform.login.maximum-logins' of %d"
								+ " logins are dropped and those users have to log in again")
							.formatted(size, this.context.client(), this.limits.maximum())));
		}
	}

	/**
	 * How many logins are held, and for how long.
	 *
	 * @param maximum the bound
	 * @param idle the time after which a login is dropped that nobody used and that has
	 * no stated end
	 */
	public record Limits(long maximum, Duration idle) {

	}

	/**
	 * A user, whatever the number of logins.
	 */
	private record Owner(String issuer, String subject) {

		static Owner of(TokenKey.User key) {
			return new Owner(key.issuer(), key.subject());
		}

	}

	/**
	 * Keeps the source of one login.
	 */
	private final class Keeper implements TokenSource.Owner {

		private final TokenKey.User key;

		Keeper(TokenKey.User key) {
			this.key = key;
		}

		@Override
		public void renewed(TokenSource source) {
			long left = EndOfLogin.nanosLeft(source, LoginTokens.this.limits.idle(), LoginTokens.this.context);
			LoginTokens.this.sources.policy()
				.expireVariably()
				.ifPresent((expiry) -> expiry.setExpiresAfter(this.key, Duration.ofNanos(left)));
		}

		@Override
		public void ended(TokenSource source) {
			LoginTokens.this.sources.asMap().remove(this.key, source);
		}

		@Override
		public void orphaned(TokenGrant grant) {
			revoke(grant.refreshToken());
		}

	}

	/**
	 * When a login ends by itself: with its refresh token; if that has no end, after the
	 * time without use; without one, with its access token.
	 */
	private final class EndOfLogin implements Expiry<TokenKey.User, TokenSource> {

		@Override
		public long expireAfterCreate(TokenKey.User key, TokenSource source, long currentTime) {
			return nanosLeft(source, LoginTokens.this.limits.idle(), LoginTokens.this.context);
		}

		@Override
		public long expireAfterUpdate(TokenKey.User key, TokenSource source, long currentTime, long currentDuration) {
			return expireAfterCreate(key, source, currentTime);
		}

		@Override
		public long expireAfterRead(TokenKey.User key, TokenSource source, long currentTime, long currentDuration) {
			return expireAfterCreate(key, source, currentTime);
		}

		static long nanosLeft(TokenSource source, Duration idle, SourceContext context) {
			long now = context.clock().millis();
			TokenSnapshot held = source.snapshot();
			RefreshToken refreshToken = held.refreshToken();
			AccessToken accessToken = held.accessToken();
			long end = (accessToken != null) ? accessToken.lifetime().validUntil() : now;
			if (refreshToken != null) {
				end = (refreshToken.expiresAt() != RefreshToken.NO_END) ? Math.max(end, refreshToken.expiresAt())
						: now + idle.toMillis();
			}
			return TimeUnit.MILLISECONDS.toNanos(Math.max(0, end - now));
		}

	}

}
