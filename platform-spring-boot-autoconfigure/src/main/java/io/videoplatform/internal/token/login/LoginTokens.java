package io.videoplatform.internal.token.login;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.token.EngineClient;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenGrant;
import io.videoplatform.internal.token.endpoint.TokenRevocation;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of all users who are logged in at one client, one source for each login.
 * They end with their refresh token, or after a time without use if that has no end; the
 * number is bounded, and a WARN comes before a login would be dropped for that.
 */
public final class LoginTokens {

	private final EngineClient client;

	private final long maxLogins;

	private final @Nullable TokenRevocation revocation;

	private final Cache<LoginKey, Login> logins;

	private final LoginExpiry expiry;

	private final LoginIndex index = new LoginIndex();

	private final LoginTokenClient tokenClient;

	private final AtomicBoolean warned = new AtomicBoolean();

	/**
	 * Create a new instance.
	 * @param client the engine as the client uses it
	 * @param maxLogins the number of logins beyond which some are dropped
	 * @param idleTimeout the time after which a login is dropped that is not used and has
	 * no stated end
	 * @param revokesAtLogout whether the refresh token of a user who logs out is revoked
	 */
	public LoginTokens(EngineClient client, long maxLogins, Duration idleTimeout, boolean revokesAtLogout) {
		this.client = client;
		this.maxLogins = maxLogins;
		this.revocation = revokesAtLogout ? client.revocation() : null;
		this.expiry = new LoginExpiry(idleTimeout, client.clock());
		this.tokenClient = new LoginTokenClient(client, maxLogins);
		this.logins = Caffeine.newBuilder()
			.maximumSize(maxLogins)
			.expireAfter(this.expiry)
			.ticker(() -> TimeUnit.MILLISECONDS.toNanos(client.clock().millis()))
			.executor(Runnable::run)
			.removalListener(this::removed)
			.build();
	}

	/**
	 * Return the client for users whose tokens are not held here.
	 * @return the token client
	 */
	public LoginTokenClient tokenClient() {
		return this.tokenClient;
	}

	/**
	 * Hold the tokens of a login from now on, of which no session at the provider is
	 * known.
	 * @param key whose they are
	 * @param grant the tokens
	 * @param check checks ID tokens that refreshes bring
	 */
	public void open(LoginKey key, TokenGrant grant, RefreshedIdTokenCheck check) {
		open(key, grant, check, null);
	}

	/**
	 * Hold the tokens of a login from now on.
	 * @param key whose they are
	 * @param grant the tokens
	 * @param check checks ID tokens that refreshes bring
	 * @param sessionId the provider's session, {@code sid} of the ID token, if stated
	 */
	public void open(LoginKey key, TokenGrant grant, RefreshedIdTokenCheck check, @Nullable String sessionId) {
		Login login = new Login(this, this.client, key, grant, check, sessionId);
		warnBeforeFull();
		// First the index, or an eviction in between would leave a trace
		this.index.add(key, sessionId);
		this.logins.put(key, login);
	}

	/**
	 * Return the source of a login's token.
	 * @param key the login
	 * @return the source, or {@code null} if the login has ended or was never known
	 */
	public @Nullable TokenSource get(LoginKey key) {
		Login login = this.logins.getIfPresent(key);
		return (login != null) ? login.source() : null;
	}

	/**
	 * Return the newest login of a user that is held.
	 * @param issuer the issuer that the user logged in at
	 * @param subject the user's identifier there
	 * @return the login, or {@code null} if there is none
	 */
	public @Nullable LoginKey newest(String issuer, String subject) {
		List<LoginKey> held = this.index.of(issuer, subject);
		for (int i = held.size() - 1; i >= 0; i--) {
			if (this.logins.getIfPresent(held.get(i)) != null) {
				return held.get(i);
			}
		}
		return null;
	}

	/**
	 * End a login: nothing of it is held any more, and no flight under way brings it
	 * back. Its refresh token is revoked if that is configured (RFC 7009), unless another
	 * login is held in the same session of the provider: a revocation may end that
	 * session.
	 * @param key the login
	 */
	public void end(LoginKey key) {
		end(key, Set.of(this));
	}

	/**
	 * End a login like {@link #end(LoginKey)}.
	 * @param key the login
	 * @param others the logins at all clients that may share sessions with it
	 */
	public void end(LoginKey key, Collection<LoginTokens> others) {
		Login login = this.logins.asMap().remove(key);
		if (login != null) {
			login.logOut(others);
		}
	}

	/**
	 * End a login that another one has replaced. No request is sent to the provider, not
	 * even if a refresh is under way: both logins may be in one session there.
	 * @param key the login
	 */
	public void replaced(LoginKey key) {
		drop(key, "another login has replaced it");
	}

	/**
	 * End a login that its provider has ended, like {@link #end(LoginKey)} but without a
	 * revocation: there is nothing left to revoke, and a provider that is busy ending a
	 * session may be made to keep it by a request that concerns it.
	 * @param key the login
	 */
	public void endedByProvider(LoginKey key) {
		drop(key, "the identity provider has ended it");
	}

	private void drop(LoginKey key, String reason) {
		Login login = this.logins.asMap().remove(key);
		if (login != null) {
			login.drop(reason);
		}
	}

	/**
	 * Return how many logins are held.
	 * @return the number, those left out that have ended and were not yet swept
	 */
	public long count() {
		this.logins.cleanUp();
		return this.logins.estimatedSize();
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
	boolean isShared(LoginKey key, @Nullable String sessionId) {
		return this.index.sharing(key, sessionId)
			.stream()
			.anyMatch((other) -> this.logins.policy().getIfPresentQuietly(other) != null);
	}

	void revoke(RefreshToken refreshToken) {
		if (this.revocation != null) {
			this.revocation.revoke(this.client.registration().get(), refreshToken);
		}
	}

	/**
	 * Hold a login for as long as its new tokens are good.
	 */
	void prolong(Login login) {
		Duration left = this.expiry.left(login.source());
		this.logins.policy().expireVariably().ifPresent((expiry) -> expiry.setExpiresAfter(login.key(), left));
	}

	void remove(Login login) {
		this.logins.asMap().remove(login.key(), login);
	}

	private void removed(@Nullable LoginKey key, @Nullable Login login, RemovalCause cause) {
		if (key == null || cause == RemovalCause.REPLACED) {
			return;
		}
		this.index.remove(key);
		if (login != null && cause == RemovalCause.SIZE) {
			login.source().end("the bound of %d logins was reached".formatted(this.maxLogins));
		}
	}

	private void warnBeforeFull() {
		long size = this.logins.estimatedSize();
		if (size < this.maxLogins * 8 / 10) {
			this.warned.set(false);
		}
		else if (size >= this.maxLogins * 9 / 10 && this.warned.compareAndSet(false, true)) {
			this.client.publish(Level.WARN, PlatformStep.TOKEN_REQUEST,
					("%d users are logged in at client '%s': beyond 'platform.login.max-logins' of %d"
							+ " logins are dropped and those users have to log in again")
						.formatted(size, this.client.name(), this.maxLogins));
		}
	}

}
