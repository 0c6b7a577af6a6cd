package io.videoplatform.internal.login.servlet;

/**
 * A login was asked for at a registration that does not exist.
 */
final class UnknownRegistrationException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	UnknownRegistrationException() {
		super("There is no registration of this name");
	}

}
