package io.videoplatform.internal.store;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What several nodes share of one login or client, and which of them may present its
 * refresh token. A generation begins with new tokens. Its refresh token is sent by the
 * node that has claimed it and has recorded so; from then on no other node sends it
 * before the outcome is known, or the access token has expired. Immutable; times are
 * those of the engine's clock, in milliseconds since 1970.
 *
 * @param generation counts the tokens of this login
 * @param phase how far the next refresh has come
 * @param attempt identifies the attempt that has claimed the refresh, if one has
 * @param claimedUntil until when no other attempt may claim it
 * @param inDoubt whether the refresh token was sent and its outcome is not known
 * @param failures how many attempts in a row have failed
 * @param tokens the tokens; {@code null} once the login has ended
 * @param claims the claims of the login's ID token that later ones are compared with
 */
public record TokenRecord(long generation, Phase phase, @Nullable String attempt, long claimedUntil, boolean inDoubt,
		int failures, @Nullable StoredTokens tokens, Map<String, String> claims) {

	/**
	 * The end of a login of which nothing else is known.
	 */
	static final TokenRecord END = new TokenRecord(0, Phase.ENDED, null, 0, false, 0, null, Map.of());

	/**
	 * Create a new instance.
	 */
	public TokenRecord {
		claims = Map.copyOf(claims);
	}

	/**
	 * Return the first generation.
	 * @param tokens the tokens
	 * @param claims the claims of the login's ID token that later ones are compared with
	 * @return the record
	 */
	public static TokenRecord first(StoredTokens tokens, Map<String, String> claims) {
		return new TokenRecord(1, Phase.IDLE, null, 0, false, 0, tokens, claims);
	}

	/**
	 * Return whether the login has ended.
	 * @return whether it has
	 */
	public boolean isEnded() {
		return this.phase == Phase.ENDED;
	}

	/**
	 * Return whether an attempt may claim the refresh. A refresh token in doubt may be
	 * sent again once the access token has expired: if the lost response had used it up,
	 * the session at the provider is gone anyway.
	 * @param now the current time
	 * @return whether it may
	 */
	public boolean isClaimable(long now) {
		return this.tokens != null && now >= this.claimedUntil && (!this.inDoubt || now >= this.tokens.expiresAt());
	}

	/**
	 * Return whether an attempt has claimed the refresh.
	 * @param id the attempt
	 * @return whether it is this one
	 */
	public boolean isClaimedBy(String id) {
		return id.equals(this.attempt);
	}

	TokenRecord claimed(String id, long until) {
		return new TokenRecord(this.generation, Phase.CLAIMED, id, until, this.inDoubt, this.failures, this.tokens,
				this.claims);
	}

	TokenRecord sent(long until) {
		return new TokenRecord(this.generation, Phase.SENT, this.attempt, until, true, this.failures, this.tokens,
				this.claims);
	}

	/**
	 * The attempt has ended without new tokens.
	 * @param doubt whether its outcome is not known
	 * @param until until when no other attempt is made
	 */
	TokenRecord failed(boolean doubt, long until) {
		return new TokenRecord(this.generation, Phase.IDLE, null, until, doubt, this.failures + 1, this.tokens,
				this.claims);
	}

	TokenRecord followedBy(StoredTokens next) {
		return new TokenRecord(this.generation + 1, Phase.IDLE, null, 0, false, 0, next, this.claims);
	}

	TokenRecord ended() {
		return new TokenRecord(this.generation, Phase.ENDED, null, 0, false, 0, null, Map.of());
	}

	/**
	 * Return the record for a store that has lost it. Another node may have sent the
	 * refresh token since this one has read the record, so no attempt begins before the
	 * outcome of that would be known.
	 */
	TokenRecord restored(long until) {
		return new TokenRecord(this.generation, this.phase, this.attempt, until, this.inDoubt, this.failures,
				this.tokens, this.claims);
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
		 * The login has ended.
		 */
		ENDED

	}

}
