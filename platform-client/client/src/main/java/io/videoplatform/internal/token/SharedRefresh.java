package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.videoplatform.client.TokenState;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.RefreshHeldBackException;
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
	 * A longer pause is not waited for.
	 */
	private static final long LONGEST_WAIT = 5_500;

	private final SharedTokens tokens;

	private final TokenFlight flight;

	private final SharedRecord record;

	private final ProviderBinding provider;

	private final boolean ofLogin;

	private final Function<@Nullable RefreshToken, Mono<GrantedTokens>> request;

	private volatile @Nullable GrantedTokens obtained;

	private volatile @Nullable Failed failed;

	private volatile boolean repeated;

	/**
	 * Create the refresh of one flight.
	 * @param ofLogin whether the refresh token of a login is sent, or a request of this
	 * node's own session: if that takes longer than one exchange with the provider,
	 * another node may log in meanwhile, which does no harm
	 * @param request acquires tokens, by the refresh token of a login
	 */
	SharedRefresh(SharedTokens tokens, TokenFlight flight, RecordIdentity identity, ProviderBinding provider,
			boolean ofLogin, Function<@Nullable RefreshToken, Mono<GrantedTokens>> request) {
		this.tokens = tokens;
		this.flight = flight;
		this.record = tokens.record(identity);
		this.provider = provider;
		this.ofLogin = ofLogin;
		this.request = request;
	}

	Mono<GrantedTokens> run() {
		this.flight.waitsForNodes();
		return this.tokens.opened().then(Mono.defer(() -> next(replaced(), 0)));
	}

	/**
	 * Another node may have brought later tokens since this flight has begun: they need
	 * no refresh.
	 */
	private long replaced() {
		return Math.min(this.flight.generation(), this.tokens.ledger().generation(this.provider));
	}

	/**
	 * Look at the record, and refresh if nobody else does.
	 * @param after the generation whose tokens are to be replaced
	 * @param absences how often there was no record before
	 */
	private Mono<GrantedTokens> next(long after, int absences) {
		return this.record.refresh(after, this)
			.onErrorResume(this::mayBeRepeated, (ex) -> this.record.read())
			.flatMap((latest) -> outcome(latest, after))
			.switchIfEmpty(Mono.defer(() -> absent(after, absences + 1)))
			.onErrorResume(StoreException.class, (ex) -> this.ofLogin ? Mono.error(ex) : withoutStore());
	}

	private Mono<GrantedTokens> absent(long after, int absences) {
		if (!this.ofLogin) {
			return this.record.prepare().then(Mono.defer(() -> next(after, absences)));
		}
		return (absences < LOOKS) ? nextAfter(READ_AGAIN, after, absences) : Mono.error(
				() -> new LoginEndedException("it is not stored: it has ended, or was begun where this is not", null));
	}

	/**
	 * Acquire an application's token by this node alone, unless all nodes pause.
	 */
	private Mono<GrantedTokens> withoutStore() {
		TokenRecord known = this.record.known();
		if (known == null || known.phase() != TokenRecord.Phase.IDLE || known.claimedUntil() <= this.record.now()) {
			return this.request.apply(null);
		}
		return Mono.error(() -> paused(known, this.record.now()));
	}

	private static RefreshHeldBackException paused(TokenRecord record, long now) {
		return RefreshHeldBackException.paused(record.failures(), Duration.ofMillis(record.claimedUntil() - now));
	}

	private Mono<GrantedTokens> outcome(TokenRecord latest, long after) {
		GrantedTokens own = this.obtained;
		if (latest.isEnded()) {
			this.tokens.takeOver(latest);
			return (own != null) ? Mono.just(own)
					: Mono.error(() -> new LoginEndedException("it has ended at another node", null));
		}
		if (own != null && own.generation() >= latest.generation()) {
			return Mono.just(own);
		}
		if (!this.ofLogin && latest.generation() < after) {
			// The store has lost what this node has: what others have begun with counts
			return outcome(latest, 0);
		}
		StoredTokens stored = latest.tokens();
		if (stored == null || latest.generation() <= after) {
			return notYet(latest, after);
		}
		boolean usable = now() < this.tokens.grant(this.record, latest, stored).accessToken().lifetime().expiresAt();
		return usable ? Mono.just(this.tokens.taken(this.record, latest, stored)) : next(latest.generation(), 0);
	}

	private Mono<GrantedTokens> notYet(TokenRecord latest, long after) {
		long now = this.record.now();
		long wait = latest.claimedUntil() - now;
		if (wait <= 0 && !isPossible(latest, now)) {
			return Mono.error(() -> new LoginEndedException("no usable refresh token is held", null));
		}
		if (wait > LONGEST_WAIT && latest.phase() == TokenRecord.Phase.IDLE) {
			return Mono.error(() -> paused(latest, now));
		}
		if (wait <= 0 && !latest.isClaimable(now, isRejected(latest))) {
			return inDoubt(latest, now, after);
		}
		return nextAfter((wait <= 0) ? SOON : Duration.ofMillis(Math.min(wait, READ_AGAIN.toMillis())), after, 0);
	}

	/**
	 * Look again once another node has changed something, or when a time is over.
	 */
	private Mono<GrantedTokens> nextAfter(Duration limit, long after, int absences) {
		this.flight.waitsForNodes();
		return this.tokens.change(limit).then(Mono.defer(() -> next(after, absences)));
	}

	/**
	 * The refresh token waits until the access token has expired. A node that holds
	 * nothing uses that until then, as the others do.
	 */
	private Mono<GrantedTokens> inDoubt(TokenRecord latest, long now, long after) {
		StoredTokens stored = latest.tokens();
		if (stored != null && this.tokens.ledger().held().generation() < latest.generation()) {
			return Mono.just(this.tokens.taken(this.record, latest, stored));
		}
		long rest = (stored != null) ? stored.expiresAt() - now : 0;
		Duration wait = Duration.ofMillis(Math.max(SOON.toMillis(), Math.min(rest, READ_AGAIN.toMillis())));
		boolean needed = this.tokens.ledger().held().state(now()) == TokenState.EXPIRED;
		return (needed && rest <= LONGEST_WAIT) ? nextAfter(wait, after, 0)
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
		return this.record.identity().issuer().equals(this.provider.issuer())
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
				? this.tokens.grant(this.record, record, stored).refreshToken() : null;
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

}
