package io.videoplatform.internal.token;

import io.videoplatform.internal.token.endpoint.ClientAuthenticator;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import org.jspecify.annotations.Nullable;

/**
 * The account of a client's own token: another one has another user, secret, key or
 * certificate.
 */
final class ClientAccount {

	private final TokenEngine engine;

	private final ClientAuthenticator authenticator;

	private volatile PasswordAttempts passwordAttempts;

	/**
	 * Create a new instance.
	 * @param engine has the accounts and what nodes share
	 * @param authenticator has the client's credentials
	 */
	ClientAccount(TokenEngine engine, ClientAuthenticator authenticator) {
		this.engine = engine;
		this.authenticator = authenticator;
		this.passwordAttempts = new PasswordAttempts(engine.clock(), engine.random());
	}

	/**
	 * Return the password grants for the account at the provider that was named last.
	 */
	PasswordAttempts passwordAttempts() {
		return this.passwordAttempts;
	}

	/**
	 * Return the password grants for the account that the client has at a provider now,
	 * or had before its secrets could not be read.
	 */
	PasswordAttempts passwordAttempts(ProviderBinding provider) {
		String account = this.authenticator.account();
		PasswordAttempts current = (account != null) ? this.engine.accounts().attempts(provider, account)
				: this.passwordAttempts;
		this.passwordAttempts = current;
		return current;
	}

	/**
	 * Return what identifies the account for the nodes that share its tokens, and does
	 * not tell its secrets. Nothing is shared while these cannot be read.
	 */
	@Nullable String digest() {
		TokenSharing sharing = this.engine.sharing();
		String account = (sharing != null) ? this.authenticator.account() : null;
		return (sharing != null && account != null) ? sharing.records().digest(account) : null;
	}

}
