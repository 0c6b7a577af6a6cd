package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenGrant;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.RefreshRequest;
import io.videoplatform.internal.token.shared.SharedRecord;
import io.videoplatform.internal.token.shared.StoreException;
import io.videoplatform.internal.token.shared.StoredTokens;
import io.videoplatform.internal.token.shared.TokenRecord;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One flight for tokens that nodes share: it brings what another node has acquired, or
 * waits for the node that is at it, or acquires tokens itself once it has claimed that.
 */
final class SharedRefresh implements RefreshRequest {

	/**
	 * How often the record is read while another node is at it: most often its hint comes
	 * first.
	 */
	private static final Duration READ_AGAIN = Duration.ofMillis(500);

	private static final Duration SOON = Duration.ofMillis(50);

	/**
	 * How often a login is looked for that is not stored: the node where it began tries
	 * to store it before the user gets a response, and once more soon.
	 */
	private static final int LOOKS = 4;

	/**
	 * How often a node that is at it is waited for by callers that have a token. When
	 * that has expired, they wait again.
	 */
	private static final int PATIENCE = 2;

	/**
	 * A longer pause is not waited for.
	 */
	private static final long LONGEST_WAIT = 5_500;

	private final SharedTokens tokens;

	private final TokenFlight flight;

	private final RecordIdentity identity;

	private final SharedRecord record;

	private final ProviderBinding provider;

	private final boolean ofLogin;

	private final Function<@Nullable RefreshToken, Mono<TokenGrant>> request;

	private volatile @Nullable TokenGrant obtained;

	private volatile @Nullable Failed failed;

	private volatile boolean repeated;

	private SharedRefresh(SharedTokens tokens, TokenFlight flight, RecordIdentity identity, ProviderBinding provider,
			boolean ofLogin, Function<@Nullable RefreshToken, Mono<TokenGrant>> request) {
		this.tokens = tokens;
		this.flight = flight;
		this.identity = identity;
		this.record = tokens.record(identity);
		this.provider = provider;
		this.ofLogin = ofLogin;
		this.request = request;
	}

	/**
	 * Return the tokens of a login.
	 * @param request sends the refresh token
	 */
	static Mono<TokenGrant> ofLogin(SharedTokens tokens, TokenFlight flight, RecordIdentity identity,
			ProviderBinding provider, Function<RefreshToken, Mono<TokenGrant>> request) {
		return Mono.defer(() -> new SharedRefresh(tokens, flight, identity, provider, true,
				(refreshToken) -> request.apply(Objects.requireNonNull(refreshToken)))
			.run());
	}

	/**
	 * Return an access token of the application.
	 * @param request acquires it by this node's own session; if that takes longer than
	 * one exchange with the provider, another node may log in meanwhile, which does no
	 * harm
	 */
	static Mono<TokenGrant> ofApplication(SharedTokens tokens, TokenFlight flight, RecordIdentity identity,
			ProviderBinding provider, Mono<TokenGrant> request) {
		return Mono.defer(() -> new SharedRefresh(tokens, flight, identity, provider, false, (none) -> request).run());
	}

	private Mono<TokenGrant> run() {
		this.flight.waitsForNodes();
		return this.tokens.opened().then(Mono.defer(() -> next(new Look(replaced(), 0, 0))));
	}

	/**
	 * Another node may have brought later tokens since this flight has begun: they need
	 * no refresh.
	 */
	private long replaced() {
		return Math.min(this.flight.generation(), this.tokens.ledger().generation(this.provider));
	}

	private Mono<TokenGrant> next(Look look) {
		return this.record.refresh(look.after(), this)
			.onErrorResume(this::mayBeRepeated, (ex) -> this.record.read())
			.flatMap((latest) -> outcome(latest, look))
			.switchIfEmpty(Mono.defer(() -> absent(look)))
			.onErrorResume(StoreException.class, (ex) -> this.ofLogin ? Mono.error(ex) : withoutStore());
	}

	private Mono<TokenGrant> absent(Look look) {
		if (!this.ofLogin) {
			return this.record.prepare().then(Mono.defer(() -> next(look)));
		}
		Look absent = new Look(look.after(), look.absences() + 1, look.waits());
		return (absent.absences() < LOOKS) ? nextAfter(READ_AGAIN, absent) : Mono.error(
				() -> new LoginEndedException("it is not stored: it has ended, or was begun where this is not", null));
	}

	/**
	 * Acquire an application's token by this node alone, unless all nodes pause.
	 */
	private Mono<TokenGrant> withoutStore() {
		TokenRecord known = this.record.known();
		boolean paused = known != null && known.phase() == TokenRecord.Phase.IDLE;
		long claimed = (known != null && paused) ? known.claimedUntil() - this.record.now() : 0;
		Failed last = this.failed;
		long rest = (last != null && last.isDeclined()) ? Math.max(claimed, last.pause().toMillis()) : claimed;
		int failures = (known != null) ? known.failures() : 0;
		return (rest > 0) ? Mono.error(() -> RefreshHeldBackException.paused(failures, Duration.ofMillis(rest)))
				: this.request.apply(null);
	}

	private Mono<TokenGrant> outcome(TokenRecord latest, Look look) {
		TokenGrant own = this.obtained;
		if (latest.isEnded()) {
			this.tokens.takeOver(latest);
			return (own != null) ? Mono.just(own)
					: Mono.error(() -> new LoginEndedException("it has ended at another node", null));
		}
		if (own != null && own.generation() >= latest.generation()) {
			return Mono.just(own);
		}
		if (!this.ofLogin && latest.generation() < look.after()) {
			// The store has lost what this node has: what others have begun with counts
			return outcome(latest, look.after(0));
		}
		StoredTokens stored = latest.tokens();
		if (stored == null || latest.generation() <= look.after()) {
			return notYet(latest, look);
		}
		boolean usable = now() < this.tokens.grant(this.identity, latest, stored).accessToken().lifetime().expiresAt();
		return usable ? Mono.just(this.tokens.taken(this.identity, latest, stored))
				: next(look.after(latest.generation()));
	}

	private Mono<TokenGrant> notYet(TokenRecord latest, Look look) {
		long now = this.record.now();
		long wait = latest.claimedUntil() - now;
		if (wait <= 0 && !isPossible(latest, now)) {
			return Mono.error(() -> new LoginEndedException("no usable refresh token is held", null));
		}
		if (wait > 0 && latest.phase() == TokenRecord.Phase.IDLE && wait > LONGEST_WAIT) {
			return Mono.error(() -> heldBack(latest, Duration.ofMillis(wait)));
		}
		if (wait <= 0 && !latest.isClaimable(now, isRejected(latest))) {
			return inDoubt(latest, now, look);
		}
		Look waited = new Look(look.after(), look.absences(), look.waits() + 1);
		Duration usable = this.tokens.usable();
		if (wait > 0 && waited.waits() > PATIENCE && !usable.isZero()) {
			return Mono.error(() -> RefreshHeldBackException.elsewhere(min(READ_AGAIN, usable)));
		}
		Duration limit = (wait <= 0) ? SOON : Duration.ofMillis(Math.min(wait, READ_AGAIN.toMillis()));
		return nextAfter(limit, waited);
	}

	private static Duration min(Duration one, Duration other) {
		return (one.compareTo(other) < 0) ? one : other;
	}

	/**
	 * Look again once another node has changed something, or when a time is over.
	 */
	private Mono<TokenGrant> nextAfter(Duration limit, Look look) {
		this.flight.waitsForNodes();
		return this.tokens.change(limit).then(Mono.defer(() -> next(look)));
	}

	/**
	 * A pause without a failure is that of a record which the store had lost.
	 */
	private static RefreshHeldBackException heldBack(TokenRecord latest, Duration pause) {
		return (latest.failures() > 0) ? RefreshHeldBackException.paused(latest.failures(), pause)
				: RefreshHeldBackException.elsewhere(pause);
	}

	/**
	 * The refresh token waits until the access token has expired. A node that holds
	 * nothing uses that until then, as the others do.
	 */
	private Mono<TokenGrant> inDoubt(TokenRecord latest, long now, Look look) {
		StoredTokens stored = latest.tokens();
		if (stored != null && this.tokens.ledger().held().generation() < latest.generation()) {
			return Mono.just(this.tokens.taken(this.identity, latest, stored));
		}
		long rest = (stored != null) ? stored.expiresAt() - now : 0;
		Duration wait = Duration.ofMillis(Math.max(SOON.toMillis(), Math.min(rest, READ_AGAIN.toMillis())));
		return (rest <= LONGEST_WAIT && this.tokens.usable().isZero()) ? nextAfter(wait, look)
				: Mono.error(() -> RefreshHeldBackException.inDoubt(wait));
	}

	/**
	 * Whether this flight goes on after a failure of its own request: at once if a
	 * refresh token is in doubt and the access token has expired, after a pause if an
	 * initial grant was declined.
	 */
	private boolean mayBeRepeated(Throwable ex) {
		if (this.ofLogin) {
			boolean again = TokenRequestException.leavesInDoubt(ex) && !this.repeated && !this.record.isInUse();
			this.repeated |= again;
			return again;
		}
		Failed last = this.failed;
		return last != null && last.isDeclined() && last.pause().toMillis() <= LONGEST_WAIT;
	}

	@Override
	public boolean isPossible(TokenRecord record, long now) {
		StoredTokens stored = record.tokens();
		if (!this.ofLogin) {
			return true;
		}
		return stored != null && stored.refreshToken() != null && stored.refreshExpiresAt() > now && isIssuerOf(stored);
	}

	/**
	 * A refresh token goes to the provider that issued it alone: another issuer may have
	 * its token endpoint at the same origin.
	 */
	private boolean isIssuerOf(StoredTokens stored) {
		return this.identity.issuer().equals(this.provider.issuer())
				&& stored.tokenEndpoint().equals(this.provider.tokenEndpoint().toString());
	}

	@Override
	public boolean isRejected(TokenRecord record) {
		TokenSnapshot held = this.tokens.ledger().held();
		return held.rejected() && held.generation() == record.generation();
	}

	@Override
	public Mono<StoredTokens> send(TokenRecord record, LongSupplier engine) {
		StoredTokens stored = record.tokens();
		RefreshToken refreshToken = (this.ofLogin && stored != null)
				? this.tokens.grant(this.identity, record, stored).refreshToken() : null;
		return this.request.apply(refreshToken).map((grant) -> {
			this.obtained = (this.ofLogin ? grant.shared() : grant).ofGeneration(record.generation() + 1);
			return this.tokens.converter().toStored(grant, this.ofLogin, engine.getAsLong());
		});
	}

	@Override
	public Failed failed(Throwable ex, TokenRecord record) {
		Outcome outcome = outcome(ex);
		int declines = record.declines() + ((outcome == Outcome.DECLINED) ? 1 : 0);
		Duration pause = this.tokens.client().backoff().ofAllNodes(ex, record.failures() + 1, declines);
		Failed failed = new Failed(outcome, pause);
		this.failed = failed;
		return failed;
	}

	private Outcome outcome(Throwable ex) {
		if (TokenRequestException.refusesGrant(ex)) {
			return this.ofLogin ? Outcome.REFUSED : Outcome.DECLINED;
		}
		if (ex instanceof LoginEndedException) {
			// What came with the new tokens is not of this login
			return Outcome.REFUSED;
		}
		boolean unsent = ex instanceof TokenRequestException && !TokenRequestException.leavesInDoubt(ex);
		return (unsent || !this.ofLogin) ? Outcome.NOT_PROCESSED : Outcome.UNKNOWN;
	}

	private long now() {
		return this.tokens.client().clock().millis();
	}

	/**
	 * One look at the record.
	 *
	 * @param after the generation whose tokens are to be replaced
	 * @param absences how often there was no record before
	 * @param waits how often another node was at it before
	 */
	private record Look(long after, int absences, int waits) {

		Look after(long generation) {
			return new Look(generation, this.absences, this.waits);
		}

	}

}
