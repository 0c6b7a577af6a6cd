package io.videoplatform.internal.token.login;

import java.io.Serializable;

/**
 * One login of one user, whose tokens are held: two browsers of a user are two logins. It
 * is never a bare principal name.
 *
 * @param client the name of the client
 * @param issuer the issuer that the user logged in at
 * @param subject the user's identifier there
 * @param loginId distinguishes this login from the user's others
 */
public record LoginKey(String client, String issuer, String subject, String loginId) implements Serializable {

	@Override
	public String toString() {
		return "LoginKey[client=%s, issuer=%s, subject=%s]".formatted(this.client, this.issuer, this.subject);
	}

}
