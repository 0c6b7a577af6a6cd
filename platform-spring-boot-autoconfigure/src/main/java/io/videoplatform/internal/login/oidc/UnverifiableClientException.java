package io.videoplatform.internal.login.oidc;

/**
 * Thrown when no JWT of a kind can be verified for a client, whatever it says.
 */
final class UnverifiableClientException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	UnverifiableClientException(JwtProfile profile, String registrationId, String reason) {
		super("No %s for client registration '%s' can be verified: %s.".formatted(profile, registrationId, reason));
	}

}
