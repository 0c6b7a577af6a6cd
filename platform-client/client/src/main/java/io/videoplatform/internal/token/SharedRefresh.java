package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.function.Function;

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
	private static final long READ_AGAIN = 500;

	private static final long SOON = 50;

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

	private volatile int absences;

	private volatile boolean repeated;

	/**
	 * Whether this flight goes on after the failure of its own request.
	 */
	private volatile boolean goesOn;

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
		return this.tokens.opened().then(Mono.defer(() -> next(replaced())));
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
	 */
	private Mono<GrantedTokens> next(long after) {
		return this.record.refresh(after, this)
			.onErrorResume((ex) -> this.goesOn && !(ex instanceof StoreException), (ex) -> this.record.read())
			.flatMap((latest) -> outcome(latest, after))
			.switchIfEmpty(Mono.defer(() -> absent(after)))
			.onErrorResume(StoreException.class, (ex) -> this.ofLogin ? Mono.error(ex) : withoutStore());
	}

	/**
	 * Look again once another node has changed something, or when a time is over.
	 */
	private Mono<GrantedTokens> nextAfter(long wait, long after) {
		this.flight.waitsForNodes();
		return this.tokens.change(limited(wait)).then(Mono.defer(() -> next(after)));
	}

	private static Duration limited(long wait) {
		return Duration.ofMillis(Math.max(SOON, Math.min(wait, READ_AGAIN)));
	}

	private Mono<GrantedTokens> absent(long after) {
		this.absences++;
		return (this.absences < LOOKS) ? nextAfter(READ_AGAIN, after) : Mono.error(
				() -> new LoginEndedException("it is not stored: it has ended, or was begun where this is not", null));
	}

	/**
	 * Acquire an application's token by this node alone, unless all nodes pause.
	 */
	private Mono<GrantedTokens> withoutStore() {
		TokenRecord known = this.record.known();
		long pause = (known != null && known.phase() == TokenRecord.Phase.IDLE)
				? known.claimedUntil() - this.record.now() : 0;
		return (known != null && pause > 0) ? paused(known, pause) : this.request.apply(null);
	}

	private static Mono<GrantedTokens> paused(TokenRecord record, long pause) {
		return Mono.error(() -> RefreshHeldBackException.paused(record.failures(), Duration.ofMillis(pause)));
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
		if (latest.tokens() == null || latest.generation() <= after) {
			return notYet(latest, after);
		}
		GrantedTokens taken = this.tokens.taken(this.record, latest);
		return (now() < taken.accessToken().lifetime().expiresAt()) ? Mono.just(taken) : next(latest.generation());
	}

	private Mono<GrantedTokens> notYet(TokenRecord latest, long after) {
		long now = this.record.now();
		long wait = latest.claimedUntil() - now;
		if (wait > LONGEST_WAIT && latest.phase() == TokenRecord.Phase.IDLE) {
			return paused(latest, wait);
		}
		if (wait <= 0 && !isPossible(latest, now)) {
			return Mono.error(() -> new LoginEndedException("no usable refresh token is held", null));
		}
		return (wait > 0 || isDue(latest, now)) ? nextAfter(wait, after) : inDoubt(latest, now, after);
	}

	/**
	 * The refresh token waits until the access token has expired. A node that holds
	 * nothing uses that until then, as the others do.
	 */
	private Mono<GrantedTokens> inDoubt(TokenRecord latest, long now, long after) {
		TokenSnapshot held = this.tokens.ledger().held();
		if (held.generation() < latest.generation()) {
			return Mono.just(this.tokens.taken(this.record, latest));
		}
		long rest = latest.expiresIn(now);
		return (held.state(now()) == TokenState.EXPIRED && rest <= LONGEST_WAIT) ? nextAfter(rest, after)
				: Mono.error(() -> RefreshHeldBackException.inDoubt(limited(rest)));
	}

	@Override
	public boolean isInitial() {
		return !this.ofLogin;
	}

	@Override
	public boolean isDue(TokenRecord record, long now) {
		TokenSnapshot held = this.tokens.ledger().held();
		boolean rejected = held.rejected() && held.generation() == record.generation();
		return record.isClaimable(now, rejected) && isPossible(record, now);
	}

	/**
	 * A refresh token goes to the provider that issued it alone: another issuer may have
	 * its token endpoint at the same origin.
	 */
	private boolean isPossible(TokenRecord record, long now) {
		StoredTokens stored = record.tokens();
		return !this.ofLogin || (stored != null && stored.refreshToken() != null && stored.refreshExpiresAt() > now
				&& this.record.identity().issuer().equals(this.provider.issuer())
				&& stored.tokenEndpoint().equals(this.provider.tokenEndpoint().toString()));
	}

	@Override
	public Mono<StoredTokens> send(TokenRecord record) {
		RefreshToken refreshToken = this.ofLogin ? this.tokens.grant(this.record, record).refreshToken() : null;
		return this.request.apply(refreshToken).map((grant) -> {
			this.obtained = grant.ofGeneration(record.generation() + 1);
			return this.tokens.stored(this.record, grant, this.ofLogin);
		});
	}

	/**
	 * The flight goes on at once if a refresh token is in doubt and the access token has
	 * expired, after a pause if an initial grant was declined.
	 */
	@Override
	public Failed failed(Throwable ex, TokenRecord record) {
		Outcome outcome = outcome(ex);
		int declines = record.declines() + ((outcome == Outcome.DECLINED) ? 1 : 0);
		Duration pause = this.tokens.client().backoff().ofAllNodes(ex, record.failures() + 1, declines);
		boolean again = outcome == Outcome.UNKNOWN && !this.repeated && !record.isInUse(this.record.now());
		this.repeated |= again;
		this.goesOn = again || (outcome == Outcome.DECLINED && pause.toMillis() <= LONGEST_WAIT);
		return new Failed(outcome, pause);
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
