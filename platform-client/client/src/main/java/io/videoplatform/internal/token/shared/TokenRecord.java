package io.videoplatform.internal.token.shared;

import java.util.Map;
import java.util.Objects;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What several nodes share of one login or client, and which of them may present its
 * refresh token. A generation begins with new tokens. Its refresh token is sent by the
 * node that has claimed it and has recorded so; from then on no other node sends it
 * before the outcome is known, or the access token has expired. Immutable; times are
 * those of the engine's clock, in milliseconds since 1970. <pre>
 * IDLE --claimed--&gt; CLAIMED --sent--&gt; SENT --followedBy--&gt; IDLE of the next generation
 *   ^                  |                |--refused-----&gt; REFUSED
 *   '------unsent------'----failed------'     any --ended--&gt; ENDED
 * </pre>
 *
 * @param generation counts the tokens of this login
 * @param phase how far the next refresh has come
 * @param attempt identifies the attempt that has claimed the refresh, if one has
 * @param claimedUntil until when no other attempt may claim it
 * @param inDoubt whether the refresh token was sent and its outcome is not known
 * @param failures how many attempts in a row have failed
 * @param declines how many of them the provider has declined
 * @param tokens the tokens; {@code null} once the login has ended, and before a client
 * has its first ones
 * @param claims the claims of the login's ID token that later ones are compared with
 * @param expiresAt when the record is of no use any more
 */
public record TokenRecord(@JsonProperty(required = true) long generation, @JsonProperty(required = true) Phase phase,
		@Nullable String attempt, long claimedUntil, boolean inDoubt, int failures, int declines,
		@Nullable StoredTokens tokens, Map<String, String> claims, @JsonProperty(required = true) long expiresAt) {

	private static final String REVOCABLE = "revocable";

	/**
	 * What is known of a login of which nothing is known but its end.
	 */
	public static final TokenRecord UNKNOWN = none(0);

	/**
	 * Return the record of a client that has no tokens yet, so that its first ones can be
	 * claimed.
	 * @param expiresAt when it is of no use any more
	 */
	public static TokenRecord none(long expiresAt) {
		return new TokenRecord(0, Phase.IDLE, null, 0, false, 0, 0, null, Map.of(), expiresAt);
	}

	public TokenRecord {
		Objects.requireNonNull(phase);
		claims = (claims != null) ? Map.copyOf(claims) : Map.of();
	}

	/**
	 * Return the record of a login that has just begun.
	 */
	public static TokenRecord first(StoredTokens tokens, Map<String, String> claims, long expiresAt) {
		return new TokenRecord(1, Phase.IDLE, null, 0, false, 0, 0, tokens, claims, expiresAt);
	}

	/**
	 * Return whether the login has ended: the user has logged out, or the provider has
	 * refused the refresh token.
	 */
	public boolean isEnded() {
		return this.phase == Phase.ENDED || this.phase == Phase.REFUSED;
	}

	/**
	 * Return whether the refresh token of a login that has ended may be revoked.
	 */
	public boolean isRevocable() {
		return "true".equals(this.claims.get(REVOCABLE));
	}

	/**
	 * Return whether an attempt may claim the refresh. A refresh token in doubt may be
	 * sent again once the access token cannot be used any more: if the lost response had
	 * used it up, the session at the provider is gone anyway.
	 * @param now the current time
	 * @param rejected whether the API has rejected the access token
	 */
	public boolean isClaimable(long now, boolean rejected) {
		boolean inUse = !rejected && holdsRefreshToken() && isInUse(now);
		return now >= this.claimedUntil && !(this.inDoubt && inUse);
	}

	/**
	 * Whether this record is later than another one of the same login: it has a later
	 * generation, or is the end.
	 */
	public boolean isAfter(@Nullable TokenRecord other) {
		return other == null || order() > other.order();
	}

	private long order() {
		return (this.phase == Phase.ENDED) ? Long.MAX_VALUE : this.generation;
	}

	/**
	 * Whether a hint is of a later record.
	 * @param hint the generation that it names
	 */
	public boolean isBefore(long hint) {
		return this.phase != Phase.ENDED && hint > this.generation;
	}

	/**
	 * Return the hint of this record: its generation, or a later one if no tokens of this
	 * one are good any more.
	 */
	public long hint() {
		return switch (this.phase) {
			case ENDED -> Long.MAX_VALUE;
			case REFUSED -> this.generation + 1;
			case IDLE, CLAIMED, SENT -> this.generation;
		};
	}

	/**
	 * Whether the access token is good.
	 */
	public boolean isInUse(long now) {
		return expiresIn(now) > 0;
	}

	/**
	 * How long the access token is good, in milliseconds.
	 */
	public long expiresIn(long now) {
		return (this.tokens != null) ? this.tokens.expiresAt() - now : 0;
	}

	private boolean holdsRefreshToken() {
		return this.tokens != null && this.tokens.refreshToken() != null;
	}

	public boolean isClaimedBy(String id) {
		return id.equals(this.attempt);
	}

	public TokenRecord claimed(String id, long until) {
		return next(Phase.CLAIMED, id, until, this.inDoubt);
	}

	public TokenRecord sent(long until) {
		return next(Phase.SENT, this.attempt, until, true);
	}

	/**
	 * The attempt has ended before it sent anything.
	 * @param doubt whether another attempt has left an unknown outcome
	 */
	public TokenRecord unsent(boolean doubt) {
		return next(Phase.IDLE, null, 0, doubt);
	}

	/**
	 * The attempt has ended without new tokens.
	 * @param until until when no other attempt is made
	 * @param expiresAt when the record is of no use any more, at the earliest
	 */
	public TokenRecord failed(boolean doubt, boolean declined, long until, long expiresAt) {
		return new TokenRecord(this.generation, Phase.IDLE, null, until, doubt, this.failures + 1,
				this.declines + (declined ? 1 : 0), this.tokens, this.claims, Math.max(this.expiresAt, expiresAt));
	}

	/**
	 * Return the record for a store that has an earlier one.
	 * @param until until when the outcome would be known if another node had sent the
	 * refresh token since this one has read the record
	 */
	public TokenRecord restored(long until) {
		return holdsRefreshToken() ? next(Phase.IDLE, null, until, true) : this;
	}

	private TokenRecord next(Phase phase, @Nullable String id, long until, boolean doubt) {
		return new TokenRecord(this.generation, phase, id, until, doubt, this.failures, this.declines, this.tokens,
				this.claims, this.expiresAt);
	}

	public TokenRecord followedBy(StoredTokens next, long expiresAt) {
		return new TokenRecord(this.generation + 1, Phase.IDLE, null, 0, false, 0, 0, next, this.claims, expiresAt);
	}

	/**
	 * The provider has refused the refresh token.
	 */
	public TokenRecord refused() {
		return new TokenRecord(this.generation, Phase.REFUSED, null, 0, false, 0, 0, null, Map.of(), this.expiresAt);
	}

	/**
	 * The login has ended.
	 * @param until when no node can know the login any more
	 * @param revocable whether its refresh token may be revoked
	 */
	public TokenRecord ended(long until, boolean revocable) {
		return new TokenRecord(this.generation, Phase.ENDED, null, 0, false, 0, 0, null,
				revocable ? Map.of(REVOCABLE, "true") : Map.of(), Math.max(this.expiresAt, until));
	}

	@Override
	public String toString() {
		return "TokenRecord[generation=%d, phase=%s, inDoubt=%s]".formatted(this.generation, this.phase, this.inDoubt);
	}

	/**
	 * How far the next refresh has come.
	 */
	public enum Phase {

		/**
		 * No attempt is under way.
		 */
		IDLE,

		/**
		 * An attempt will send the refresh token.
		 */
		CLAIMED,

		/**
		 * An attempt has sent the refresh token, or is about to.
		 */
		SENT,

		/**
		 * The provider has refused the refresh token of this generation.
		 */
		REFUSED,

		/**
		 * The login has ended.
		 */
		ENDED

	}

}
