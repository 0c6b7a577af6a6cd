package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * The tokens of all users who are logged in at one client, one source for each login.
 * They end with their refresh token, or after a time without use if that has no end; the
 * number is bounded, and a WARN comes before a living login would be dropped.
 */
public final class LoginTokens {

	private final SourceContext context;

	private final Supplier<CompletableFuture<ClientRegistration>> registration;

	private final Limits limits;

	private final @Nullable TokenRevocation revocation;

	private final Cache<TokenKey.User, TokenSource> sources;

	private final LoginExpiry expiry;

	private final LoginIndex index = new LoginIndex();

	private final LoginRequests requests;

	private final AtomicBoolean warned = new AtomicBoolean();

	LoginTokens(SourceContext context, Supplier<CompletableFuture<ClientRegistration>> registration, Limits limits,
			@Nullable TokenRevocation revocation) {
		this.context = context;
		this.registration = registration;
		this.limits = limits;
		this.revocation = revocation;
		this.expiry = new LoginExpiry(limits.idle(), context.clock());
		this.requests = new LoginRequests(context, limits.maximum());
		this.sources = Caffeine.newBuilder()
			.maximumSize(limits.maximum())
			.expireAfter(this.expiry)
			.ticker(() -> TimeUnit.MILLISECONDS.toNanos(context.clock().millis()))
			.executor(Runnable::run)
			.removalListener(this::removed)
			.build();
	}

	/**
	 * Return what asks the token endpoint for users whose tokens are not held here.
	 * @return the requests
	 */
	public LoginRequests requests() {
		return this.requests;
	}

	/**
	 * Hold the tokens of a login from now on, of which no session at the provider is
	 * known.
	 * @param key whose they are
	 * @param grant the tokens
	 * @param check checks ID tokens that refreshes bring
	 */
	public void open(TokenKey.User key, TokenGrant grant, RefreshedIdTokenCheck check) {
		open(key, grant, check, null);
	}

	/**
	 * Hold the tokens of a login from now on.
	 * @param key whose they are
	 * @param grant the tokens
	 * @param check checks ID tokens that refreshes bring
	 * @param sessionId the provider's session, {@code sid} of the ID token, if stated
	 */
	public void open(TokenKey.User key, TokenGrant grant, RefreshedIdTokenCheck check, @Nullable String sessionId) {
		TokenLedger ledger = new TokenLedger(this.context.failures(), Ticker.systemTicker(),
				TokenSnapshot.ofLogin(grant));
		TokenSource source = new TokenSource(this.context, ledger,
				new LoginAcquisition(this.context, this.registration, check), new Keeper(key, sessionId));
		warnBeforeFull();
		// First the index, or an eviction in between would leave a trace
		this.index.add(key, sessionId);
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
		List<TokenKey.User> held = this.index.of(issuer, subject);
		for (int i = held.size() - 1; i >= 0; i--) {
			if (this.sources.getIfPresent(held.get(i)) != null) {
				return held.get(i);
			}
		}
		return null;
	}

	/**
	 * End a login: nothing of it is held any more, and no flight under way brings it
	 * back. Its refresh token is revoked if that is asked for (RFC 7009), unless another
	 * login is held in the same session of the provider: a revocation may end that
	 * session.
	 * @param key the login
	 */
	public void end(TokenKey.User key) {
		end(key, Set.of(this));
	}

	/**
	 * End a login like {@link #end(TokenKey.User)}.
	 * @param key the login
	 * @param others the logins at all clients that may share sessions with it
	 */
	public void end(TokenKey.User key, Collection<LoginTokens> others) {
		TokenSource source = this.sources.asMap().remove(key);
		if (source != null && source.owner instanceof Keeper keeper) {
			keeper.others = others;
			keeper.revoke(source.end("the user has logged out").refreshToken());
		}
	}

	/**
	 * End a login that another one has replaced. The provider is not asked for anything,
	 * not even if a refresh is under way: both logins may be in one session there.
	 * @param key the login
	 */
	public void replaced(TokenKey.User key) {
		TokenSource source = this.sources.asMap().remove(key);
		if (source != null && source.owner instanceof Keeper keeper) {
			keeper.revoking = false;
			source.end("another login has replaced it");
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
		if (source != null && source.owner instanceof Keeper keeper) {
			keeper.revoking = false;
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
		return this.index.users();
	}

	/**
	 * Whether a login is held that the provider may have in the same session as another.
	 * Looking is no use of it.
	 */
	private boolean isShared(TokenKey.User key, @Nullable String sessionId) {
		return this.index.sharing(key, sessionId)
			.stream()
			.anyMatch((other) -> this.sources.policy().getIfPresentQuietly(other) != null);
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
		this.index.remove(key);
		if (source != null && cause == RemovalCause.SIZE) {
			source.end("the bound of %d logins was reached".formatted(this.limits.maximum()));
		}
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
						("%d users are logged in at client '%s': beyond 'platform.login.max-logins' of %d"
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
	 * Keeps the source of one login.
	 */
	private final class Keeper implements TokenSource.Owner {

		private final TokenKey.User key;

		private final @Nullable String sessionId;

		private volatile Collection<LoginTokens> others = Set.of(LoginTokens.this);

		private volatile boolean revoking = true;

		Keeper(TokenKey.User key, @Nullable String sessionId) {
			this.key = key;
			this.sessionId = sessionId;
		}

		private void revoke(@Nullable RefreshToken refreshToken) {
			if (this.revoking
					&& this.others.stream().noneMatch((tokens) -> tokens.isShared(this.key, this.sessionId))) {
				LoginTokens.this.revoke(refreshToken);
			}
		}

		@Override
		public void renewed(TokenSource source) {
			Duration left = LoginTokens.this.expiry.left(source);
			LoginTokens.this.sources.policy()
				.expireVariably()
				.ifPresent((expiry) -> expiry.setExpiresAfter(this.key, left));
		}

		@Override
		public void ended(TokenSource source) {
			LoginTokens.this.sources.asMap().remove(this.key, source);
		}

		@Override
		public void discarded(TokenGrant grant) {
			revoke(grant.refreshToken());
		}

	}

}
