package io.videoplatform.autoconfigure.login;

import java.util.List;
import java.util.Objects;

import io.videoplatform.internal.engine.LoginClients;
import io.videoplatform.internal.token.login.LoginKey;
import io.videoplatform.internal.token.login.LoginTokens;

import org.springframework.beans.factory.BeanFactory;

/**
 * Lets tests look at the logins that an application holds.
 */
public final class HeldLogins {

	private static final List<String> USERS = List.of("ann", "bob", "carl");

	private HeldLogins() {
	}

	/**
	 * Return the tokens of the logins at the default client.
	 * @param beans the application
	 * @return the tokens
	 */
	public static LoginTokens of(BeanFactory beans) {
		return Objects.requireNonNull(beans.getBean(LoginClients.class).registrations().client("platform")).tokens();
	}

	/**
	 * End the logins of the users that tests log in.
	 * @param beans the application
	 * @param issuer the issuer that they have logged in at
	 */
	public static void endAll(BeanFactory beans, String issuer) {
		for (LoginTokens tokens : beans.getBean(LoginClients.class).tokens().values()) {
			for (String user : USERS) {
				LoginKey login = tokens.newest(issuer, user);
				while (login != null) {
					tokens.endedByProvider(login);
					login = tokens.newest(issuer, user);
				}
			}
		}
	}

}
