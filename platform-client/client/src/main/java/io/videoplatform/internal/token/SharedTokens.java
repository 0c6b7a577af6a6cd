package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedRecord;
import io.videoplatform.internal.token.shared.SharedRecords;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import io.videoplatform.internal.token.shared.StoredTokens;
import io.videoplatform.internal.token.shared.TokenRecord;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * What a source shares with the other nodes: it takes over what they have stored, and
 * stores the beginning and the end of a login.
 */
final class SharedTokens {

	private static final String ENDED = "it has ended at another node, or the provider has refused its refresh token";

	private static final Duration OPENING = Duration.ofSeconds(1);

	private final EngineClient client;

	private final SharedRecords records;

	private final TokenLedger ledger;

	private final TokenAcquirer owner;

	private final Sinks.Many<TokenRecord> changes = Sinks.many().multicast().directBestEffort();

	private volatile @Nullable SharedRecord record;

	private volatile Mono<Void> opened = Mono.empty();

	SharedTokens(EngineClient client, SharedRecords records, TokenLedger ledger, TokenAcquirer owner) {
		this.client = client;
		this.records = records;
		this.ledger = ledger;
		this.owner = owner;
	}

	EngineClient client() {
		return this.client;
	}

	TokenLedger ledger() {
		return this.ledger;
	}

	/**
	 * Return tokens of this node as they are stored.
	 */
	StoredTokens stored(SharedRecord record, GrantedTokens grant, boolean withRefreshToken) {
		return grant.stored(withRefreshToken, record.now() - this.client.clock().millis());
	}

	/**
	 * Return the record. It is another one when the provider of an application has
	 * changed.
	 */
	synchronized SharedRecord record(RecordIdentity identity) {
		SharedRecord held = this.record;
		if (held != null && held.identity().equals(identity)) {
			return held;
		}
		SharedRecord opened = this.records.record(identity);
		this.record = opened;
		opened.onChange((latest) -> {
			if (this.record == opened) {
				takeOver(latest);
			}
		});
		return opened;
	}

	/**
	 * Store the first tokens of a login as soon as the store can be reached.
	 * @return completes when they are stored
	 */
	Mono<Void> open(RecordIdentity identity, GrantedTokens grant, Map<String, String> claims) {
		SharedRecord record = record(identity);
		Mono<Void> stored = this.records.work()
			.begin(record.create(() -> stored(record, grant, true), claims)
				.doOnNext((first) -> opened(grant, first))
				.then());
		this.opened = stored;
		return stored;
	}

	private void opened(GrantedTokens grant, TokenRecord first) {
		StoredTokens stored = first.tokens();
		boolean same = stored != null && stored.accessToken().equals(grant.accessToken().value());
		if (same) {
			this.ledger.adopt(grant.ofGeneration(first.generation()));
		}
		else {
			takeOver(first);
		}
	}

	/**
	 * Complete when the first tokens of a login that began at this node are stored.
	 */
	Mono<Void> opened() {
		return this.opened.timeout(OPENING,
				Mono.error(() -> new StoreUnavailableException("The login is not stored yet", null)),
				this.client.engine().scheduler());
	}

	/**
	 * End the login for all nodes as soon as the store can be reached.
	 * @param revocable whether the refresh token may be revoked
	 * @param held the refresh token that is held here, if there is one
	 * @return the refresh token that this ends, when that is stored
	 */
	Mono<RefreshToken> end(RecordIdentity identity, boolean revocable, @Nullable RefreshToken held) {
		SharedRecord record = record(identity);
		return record.end(revocable).mapNotNull((last) -> {
			StoredTokens tokens = last.tokens();
			return (tokens != null) ? grant(record, last).refreshToken() : held;
		});
	}

	/**
	 * Return the claims that later ID tokens are compared with, as far as this node knows
	 * them.
	 */
	Map<String, String> claims() {
		SharedRecord held = this.record;
		TokenRecord known = (held != null) ? held.known() : null;
		return (known != null) ? known.claims() : Map.of();
	}

	/**
	 * Return the tokens of a record as this node uses them.
	 */
	GrantedTokens grant(SharedRecord record, TokenRecord latest) {
		return GrantedTokens
			.of(Objects.requireNonNull(latest.tokens()), record.identity().issuer(),
					this.client.clock().millis() - record.now(), this.client.engine().random())
			.ofGeneration(latest.generation());
	}

	/**
	 * Return the tokens of a record, which another node has acquired, for use.
	 */
	GrantedTokens taken(SharedRecord record, TokenRecord latest) {
		if (this.ledger.held().generation() < latest.generation()) {
			this.client.observations().storedToken();
		}
		return grant(record, latest);
	}

	/**
	 * Wait for a change by another node.
	 */
	Mono<Void> change(Duration limit) {
		return this.changes.asFlux().next().timeout(limit, Mono.empty(), this.client.engine().scheduler()).then();
	}

	/**
	 * Take over what another node has stored.
	 */
	void takeOver(TokenRecord latest) {
		SharedRecord held = this.record;
		if (latest.isEnded()) {
			end(latest);
		}
		else if (held != null && latest.tokens() != null) {
			adopt(grant(held, latest));
		}
		this.changes.tryEmitNext(latest);
	}

	private void adopt(GrantedTokens grant) {
		if (this.ledger.adopt(grant)) {
			this.client.observations().storedToken();
			this.client.report().adopted(grant.accessToken());
			this.owner.renewed();
		}
	}

	private void end(TokenRecord latest) {
		if (this.ledger.isEnded()) {
			return;
		}
		this.owner.endedElsewhere(latest.isRevocable());
		TokenSnapshot last = this.ledger.end(ENDED);
		this.owner.ended();
		RefreshToken refreshToken = last.refreshToken();
		// Who ended it did not know this refresh token
		if (refreshToken != null && last.generation() > latest.generation()) {
			this.owner.discarded(refreshToken);
		}
	}

}
