package io.videoplatform.autoconfigure;

import java.util.Objects;

import io.videoplatform.internal.token.login.LoginTokens;

import org.springframework.beans.factory.BeanFactory;

/**
 * Lets tests look at the logins that an application holds.
 */
public final class HeldLogins {

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

}
