package io.videoplatform.login.oidc;

/**
 * Thrown when no ID token of a client can be verified, whatever it says.
 */
final class UnverifiableClientException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	UnverifiableClientException(String registrationId, String reason) {
		super("ID tokens of client registration '%s' cannot be verified: %s.".formatted(registrationId, reason));
	}

}
