package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.Map;

import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.StoredTokensConverter;
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

	private final StoredTokensConverter converter;

	private final Sinks.Many<TokenRecord> changes = Sinks.many().multicast().directBestEffort();

	private volatile @Nullable SharedRecord record;

	private volatile Mono<Void> opened = Mono.empty();

	SharedTokens(EngineClient client, SharedRecords records, TokenLedger ledger, TokenAcquirer owner) {
		this.client = client;
		this.records = records;
		this.ledger = ledger;
		this.owner = owner;
		this.converter = new StoredTokensConverter(client.clock(), client.engine().random());
	}

	EngineClient client() {
		return this.client;
	}

	TokenLedger ledger() {
		return this.ledger;
	}

	StoredTokensConverter converter() {
		return this.converter;
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
	 * Take over what is stored of a client's own token. If that is nothing, store that
	 * there is none, so that the first one can be claimed.
	 */
	Mono<Void> prepare(RecordIdentity identity) {
		return record(identity).prepare().doOnNext(this::takeOver).then();
	}

	/**
	 * Store the first tokens of a login as soon as the store can be reached.
	 * @return completes when they are stored
	 */
	Mono<Void> open(RecordIdentity identity, GrantedTokens grant, Map<String, String> claims) {
		Mono<Void> stored = record(identity)
			.create((engine) -> this.converter.toStored(grant, true, engine.getAsLong()), claims)
			.doOnNext((first) -> opened(grant, first))
			.then()
			.cache();
		this.opened = stored;
		this.records.work().detach(stored);
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
		return this.opened.timeout(OPENING, Mono.error(SharedTokens::notOpened), this.client.engine().scheduler());
	}

	private static StoreUnavailableException notOpened() {
		return new StoreUnavailableException("The login is not stored yet", null);
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
			return (tokens != null) ? this.converter.toGrant(tokens, identity.issuer(), record.now()).refreshToken()
					: held;
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
	GrantedTokens grant(SharedRecord record, TokenRecord latest, StoredTokens tokens) {
		return this.converter.toGrant(tokens, record.identity().issuer(), record.now())
			.ofGeneration(latest.generation());
	}

	/**
	 * Return the tokens of a record, which another node has acquired, for use.
	 */
	GrantedTokens taken(SharedRecord record, TokenRecord latest, StoredTokens tokens) {
		if (this.ledger.held().generation() < latest.generation()) {
			this.client.observations().storedToken();
		}
		return grant(record, latest, tokens);
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
		StoredTokens tokens = latest.tokens();
		if (latest.isEnded()) {
			end(latest);
		}
		else if (held != null && tokens != null) {
			adopt(grant(held, latest, tokens));
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
