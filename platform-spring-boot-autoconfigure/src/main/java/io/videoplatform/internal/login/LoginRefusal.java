package io.videoplatform.internal.login;

/**
 * Why a login does not go on.
 *
 * @param registrationId the registration that the login was at
 * @param title what happened
 * @param reason one sentence for a person, without the full stop
 */
public record LoginRefusal(String registrationId, String title, String reason) {

	static LoginRefusal of(String registrationId, String reason) {
		return new LoginRefusal(registrationId, "Your login was refused", reason);
	}

	static LoginRefusal cancelled(String registrationId) {
		return new LoginRefusal(registrationId, "The login was cancelled",
				"The login was cancelled at the identity provider (access_denied)");
	}

}
