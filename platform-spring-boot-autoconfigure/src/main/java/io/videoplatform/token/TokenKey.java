package io.videoplatform.token;

/**
 * Whose token it is. Never a bare principal name.
 */
public sealed interface TokenKey {

	/**
	 * The application's own token, one for each client.
	 *
	 * @param client the name of the client
	 */
	record App(String client) implements TokenKey {

	}

}
