package io.videoplatform.internal.token;

import java.io.Serializable;

/**
 * Whose token it is. Never a bare principal name.
 */
public sealed interface TokenKey extends Serializable {

	/**
	 * Return the name of the client that obtained the token.
	 * @return the client's name
	 */
	String client();

	/**
	 * The application's own token, one for each client.
	 *
	 * @param client the name of the client
	 */
	record App(String client) implements TokenKey {

	}

	/**
	 * The token of one login of one user: two browsers of a user are two logins.
	 *
	 * @param client the name of the client
	 * @param issuer the issuer that the user logged in at
	 * @param subject the user's identifier there
	 * @param loginId tells this login from the user's others
	 */
	record User(String client, String issuer, String subject, String loginId) implements TokenKey {

		@Override
		public String toString() {
			return "User[client=%s, issuer=%s, subject=%s]".formatted(this.client, this.issuer, this.subject);
		}

	}

}
