package io.videoplatform.internal.token.login;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.ClockTicker;
import io.videoplatform.internal.token.EngineClient;
import io.videoplatform.internal.token.TokenOutage;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenRevocation;
import io.videoplatform.internal.token.shared.TokenSharing;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The tokens of all users who are logged in at one client, one source for each login.
 * They end with their refresh token, or after a time without use if that has no end; the
 * number is bounded, and a WARN comes before a login would be dropped for that.
 */
public final class LoginTokens {

	/**
	 * How long a login waits for the store.
	 */
	private static final Duration STORING = Duration.ofSeconds(2);

	/**
	 * How long the check of an ID token may take that a refresh brought: other nodes wait
	 * for it, and tokens that are not stored yet may be lost.
	 */
	public static final Duration SHARED_CHECK = Duration.ofSeconds(3);

	private final EngineClient client;

	private final long maxLogins;

	private final AtomicBoolean warned = new AtomicBoolean();

	private final @Nullable TokenRevocation revocation;

	private final Cache<LoginKey, Login> logins;

	private final LoginExpiry expiry;

	private final LoginIndex index = new LoginIndex();

	private final @Nullable SharedLoginIndex shared;

	private final LoginTokenClient tokenClient;

	private volatile RefreshedIdTokenCheck check = (claims, provider, idToken, accessToken) -> Mono
		.error(new IllegalStateException("Nothing checks the ID tokens of refreshes"));

	private volatile Collection<LoginTokens> all = List.of(this);

	private final LoginOutage outage;

	public LoginTokens(EngineClient client, long maxLogins, Duration idleTimeout, boolean revokesAtLogout) {
		this.client = client;
		this.maxLogins = maxLogins;
		this.outage = new LoginOutage(client);
		this.revocation = revokesAtLogout ? client.revocation() : null;
		this.expiry = new LoginExpiry(idleTimeout, client.clock());
		TokenSharing sharing = client.sharing();
		this.shared = (sharing != null) ? new SharedLoginIndex(sharing) : null;
		this.tokenClient = new LoginTokenClient(client, maxLogins);
		this.logins = client.observations()
			.cache("platform.logins",
					Caffeine.newBuilder()
						.maximumSize(maxLogins)
						.expireAfter(this.expiry)
						.ticker(ClockTicker.of(client.clock()))
						.executor(Runnable::run)
						.removalListener(this::removed));
	}

	/**
	 * Return the client for users whose tokens are not held here.
	 */
	public LoginTokenClient tokenClient() {
		return this.tokenClient;
	}

	/**
	 * Hold the tokens of a login from now on.
	 * @param claims the claims of the login's ID token that those of refreshes are
	 * compared with, and the provider's session, {@code sid}, if stated
	 * @return completes when other nodes can know the login, or the store that they share
	 * does not respond in time: then it is stored later
	 */
	public Mono<Void> open(LoginKey key, GrantedTokens grant, Map<String, String> claims) {
		this.outage.accepted();
		Login login = new Login(this, this.client, key, grant, claims);
		if (this.shared == null) {
			warnIfNear(this.logins.estimatedSize());
		}
		// First the index, or an eviction in between would leave a trace
		this.index.add(key);
		this.logins.put(key, login);
		return (this.shared != null) ? stored(this.shared, login, grant, claims) : Mono.empty();
	}

	private Mono<Void> stored(SharedLoginIndex shared, Login login, GrantedTokens grant, Map<String, String> claims) {
		// In this order, or a node that is killed in between would leave a login without
		// tokens
		Mono<Void> stored = shared.begin(login.share(grant, claims)
			.then(Mono.defer(() -> shared.begin(shared.add(login, life(login)))))
			.onErrorComplete());
		return this.client.engine().release(this.client.within(STORING, stored).onErrorComplete());
	}

	/**
	 * Return the source of a login's token.
	 * @param key the login
	 * @return the source, or {@code null} if the login has ended or was never known;
	 * where nodes share logins, the source finds that out
	 */
	public @Nullable TokenSource get(LoginKey key) {
		Login login = (this.shared != null) ? this.logins.get(key, this::ofOtherNode) : this.logins.getIfPresent(key);
		return (login != null) ? login.source() : null;
	}

	/**
	 * Return whether a login is held here.
	 */
	public boolean holds(LoginKey key) {
		return this.logins.policy().getIfPresentQuietly(key) != null;
	}

	private Login ofOtherNode(LoginKey key) {
		this.index.add(key);
		return new Login(this, this.client, key, null, null);
	}

	/**
	 * Set what checks the ID tokens that refreshes bring.
	 */
	public void useCheck(RefreshedIdTokenCheck check) {
		this.check = check;
	}

	/**
	 * Set which other clients may have logins in the same sessions of a provider.
	 * @param all the logins at all clients
	 */
	public void useAll(Collection<LoginTokens> all) {
		this.all = List.copyOf(all);
	}

	/**
	 * Return the logins at all clients.
	 */
	Collection<LoginTokens> all() {
		return this.all;
	}

	RefreshedIdTokenCheck check() {
		return this.check;
	}

	/**
	 * Find the newest login of a user, at any node.
	 * @param issuer the issuer that the user logged in at
	 * @param subject the user's identifier there
	 * @return the login, or nothing if there is none; fails as the store does
	 */
	public Mono<LoginKey> findNewest(String issuer, String subject) {
		LoginKey here = newest(issuer, subject);
		return (here != null || this.shared == null) ? Mono.justOrEmpty(here)
				: this.client.engine().release(this.shared.newest(this.client.name(), issuer, subject));
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
			Login login = this.logins.getIfPresent(held.get(i));
			// One that was only looked up may have ended, or never have been
			if (login != null && login.source().held() != null) {
				return held.get(i);
			}
		}
		return null;
	}

	/**
	 * End a login: nothing of it is held any more, and no flight under way brings it
	 * back. Its refresh token is revoked if that is configured (RFC 7009), unless another
	 * login is held in the same session of the provider, at any client: a revocation may
	 * end that session.
	 * @param key the login
	 * @return completes when it has ended for all nodes; what is under way does not
	 * depend on who waits
	 */
	public Mono<Void> end(LoginKey key) {
		return end(key, Login::logOut);
	}

	private Mono<Void> end(LoginKey key, Function<Login, Mono<Void>> end) {
		Login held = this.logins.asMap().remove(key);
		if (held == null && this.shared == null) {
			return Mono.empty();
		}
		Login login = (held != null) ? held : new Login(this, this.client, key, null, null);
		Mono<Void> ended = end.apply(login);
		// A caller may have read it from the store just before that knew the end
		Login late = this.logins.asMap().remove(key);
		if (late != null) {
			end.apply(late);
		}
		return ended;
	}

	/**
	 * End a login that another one has replaced. No request is sent to the provider, not
	 * even if a refresh is under way: both logins may be in one session there.
	 * @return completes when it has ended for all nodes
	 */
	public Mono<Void> replaced(LoginKey key) {
		return end(key, (login) -> login.drop("another login has replaced it"));
	}

	/**
	 * End a login that its provider has ended, like {@link #end(LoginKey)} but without a
	 * revocation: there is nothing left to revoke, and a provider that is busy ending a
	 * session may be made to keep it by a request that concerns it.
	 * @return completes when it has ended for all nodes
	 */
	public Mono<Void> endedByProvider(LoginKey key) {
		return end(key, (login) -> login.drop("the identity provider has ended it"));
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
	 * Return since when no user can log in, or get a new token.
	 * @return what is known of that, and takes what is noted
	 */
	public LoginOutage outage() {
		return this.outage;
	}

	/**
	 * Return since when the API refuses all tokens of users.
	 * @return the outage, or {@code null} if there is none
	 */
	public @Nullable TokenOutage refusal() {
		return this.client.refusal();
	}

	/**
	 * Remove a login from what nodes share, once its end is stored.
	 * @return the provider's session, empty if it is not known; nothing if the login is
	 * not there
	 */
	Mono<String> unindex(LoginKey key) {
		return (this.shared != null) ? this.shared.remove(key) : Mono.empty();
	}

	/**
	 * Whether a login is held that the provider may have in the same session as another.
	 * Looking is no use of it.
	 */
	Mono<Boolean> isShared(LoginKey key, @Nullable String sessionId) {
		return (this.shared != null) ? this.shared.isShared(this.client.name(), key, sessionId)
				: Mono.fromSupplier(() -> this.index.of(key.issuer(), key.subject())
					.stream()
					.filter((other) -> !other.equals(key))
					.map((other) -> this.logins.policy().getIfPresentQuietly(other))
					.anyMatch((login) -> login != null && login.mayShare(sessionId)));
	}

	void revoke(RefreshToken refreshToken) {
		if (this.revocation != null) {
			this.revocation.revoke(this.client.provider(), refreshToken);
		}
	}

	/**
	 * Hold a login for as long as its new tokens are good.
	 */
	void prolong(Login login) {
		if (this.shared != null) {
			this.shared.begin(this.shared.add(login, life(login)));
		}
		Duration left = this.expiry.left(login.source());
		this.logins.policy().expireVariably().ifPresent((expiry) -> expiry.setExpiresAfter(login.key(), left));
	}

	/**
	 * Return how long nodes can use a login from now on if none of them refreshes it:
	 * what they share of one whose refresh token has no end is kept longer than it is
	 * held.
	 */
	private Duration life(Login login) {
		GrantedTokens held = login.source().held();
		long usable = (held != null) ? held.accessToken().lifetime().validUntil() - this.client.clock().millis() : 0;
		return this.expiry.left(login.source()).plusMillis(Math.max(0, usable));
	}

	/**
	 * Warn once when the limit comes near, and again after it was far.
	 */
	private void warnIfNear(long held) {
		if (held < this.maxLogins * 8 / 10) {
			this.warned.set(false);
		}
		else if (held >= this.maxLogins * 9 / 10 && this.warned.compareAndSet(false, true)) {
			this.client.warn(PlatformError.LOGINS_EXCEEDED, PlatformStep.TOKEN_REQUEST,
					this.client.credentials()
						.explain(PlatformError.LOGINS_EXCEEDED,
								("%d users are logged in at client '%s': beyond 'platform.login.max-logins' of %d"
										+ " logins are dropped and those users have to log in again")
									.formatted(held, this.client.name(), this.maxLogins)));
		}
	}

	void remove(Login login) {
		this.logins.asMap().remove(login.key(), login);
		if (this.shared != null) {
			this.shared.remove(login.key());
		}
	}

	private void removed(@Nullable LoginKey key, @Nullable Login login, RemovalCause cause) {
		if (key == null || cause == RemovalCause.REPLACED) {
			return;
		}
		this.index.remove(key);
		if (login != null && cause == RemovalCause.SIZE && this.shared == null) {
			login.source().end("the bound of %d logins was reached".formatted(this.maxLogins));
		}
	}

}
