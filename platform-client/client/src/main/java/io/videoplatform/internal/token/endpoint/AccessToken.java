package io.videoplatform.internal.token.endpoint;

import java.time.Instant;
import java.util.Set;

/**
 * An access token as it is sent. Immutable but for one mark: whether a call has used it
 * with success. Its {@code toString()} does not show it.
 */
public final class AccessToken {

	private static final String SCHEME = "Bearer ";

	private final String authorization;

	private final ProviderBinding provider;

	private final TokenLifetime lifetime;

	private final long obtainedAt;

	private final Set<String> scopes;

	private boolean accepted;

	AccessToken(String value, ProviderBinding provider, TokenLifetime lifetime, long obtainedAt, Set<String> scopes) {
		this.authorization = SCHEME + value;
		this.provider = provider;
		this.lifetime = lifetime;
		this.obtainedAt = obtainedAt;
		this.scopes = Set.copyOf(scopes);
	}

	/**
	 * Return the value of the {@code Authorization} header (RFC 6750, section 2.1).
	 */
	public String authorization() {
		return this.authorization;
	}

	/**
	 * Return the token itself.
	 */
	public String value() {
		return this.authorization.substring(SCHEME.length());
	}

	/**
	 * Return when the token was requested.
	 */
	public Instant issuedAt() {
		return Instant.ofEpochMilli(this.obtainedAt);
	}

	/**
	 * Return from when on the token is not sent any more.
	 */
	public Instant expiresAt() {
		return Instant.ofEpochMilli(this.lifetime.expiresAt());
	}

	/**
	 * Return what was granted.
	 */
	public Set<String> scopes() {
		return this.scopes;
	}

	/**
	 * Note that a call has used this token with success. A plain write: a race costs no
	 * more than one further mark.
	 */
	public void markAccepted() {
		if (!this.accepted) {
			this.accepted = true;
		}
	}

	/**
	 * Return whether a call has used this token with success.
	 */
	public boolean isAccepted() {
		return this.accepted;
	}

	/**
	 * Return the provider that issued the token.
	 */
	public ProviderBinding provider() {
		return this.provider;
	}

	/**
	 * Return the instants that divide the token's life.
	 */
	public TokenLifetime lifetime() {
		return this.lifetime;
	}

	/**
	 * Return when the token was requested.
	 */
	public long obtainedAt() {
		return this.obtainedAt;
	}

	@Override
	public String toString() {
		return "AccessToken[" + this.provider.issuer() + "]";
	}

}
