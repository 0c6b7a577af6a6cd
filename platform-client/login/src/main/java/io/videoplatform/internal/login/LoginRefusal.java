package io.videoplatform.internal.login;

import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.jwt.JwtException;

/**
 * Why a login does not go on.
 *
 * @param registrationId the registration that the login was at
 * @param title what happened
 * @param reason one sentence for a person, without the full stop
 */
public record LoginRefusal(String registrationId, String title, String reason) {

	/**
	 * The attribute of a request that holds why a step of its login failed.
	 */
	public static final String CAUSE = LoginRefusal.class.getName() + ".CAUSE";

	/**
	 * Return whether Spring Security takes a failure for a refusal of the login.
	 */
	public static boolean isCause(Throwable failure) {
		return failure instanceof JwtException || failure instanceof OAuth2AuthenticationException
				|| failure instanceof OAuth2AuthorizationException;
	}

	static LoginRefusal of(String registrationId, String reason) {
		return new LoginRefusal(registrationId, "Your login was refused", reason);
	}

	static LoginRefusal cancelled(String registrationId) {
		return new LoginRefusal(registrationId, "The login was cancelled",
				"The login was cancelled at the sign-in service (access_denied)");
	}

}
