package io.videoplatform.internal.login;

import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.internal.http.Digest;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * What an authorization request names its registration by, in the session and at the end
 * of the {@code state} (RFC 6749, section 4.1.1): the identifier of the registration and
 * a digest of the endpoints and the client that the login began with, as in
 * {@code platform@0123456789abcdef}. It is no secret: a callback is accepted only if the
 * session holds the same state.
 *
 * @param registrationId the identifier of the registration
 * @param digest the digest, {@code null} if only the registration is named
 */
public record RegistrationHandle(String registrationId, @Nullable String digest) {

	private static final char SEPARATOR = '@';

	private static final char STATE_SEPARATOR = '~';

	private static final int LENGTH = 16;

	/**
	 * Parse the text of a handle.
	 * @param text the text, or the plain identifier of a registration
	 * @return the handle
	 */
	public static RegistrationHandle parse(String text) {
		int at = text.indexOf(SEPARATOR);
		return (at < 0) ? new RegistrationHandle(text, null)
				: new RegistrationHandle(text.substring(0, at), text.substring(at + 1));
	}

	/**
	 * Return the handle at the end of a state.
	 * @return the handle, or {@code null} if the state holds none
	 */
	static @Nullable RegistrationHandle inState(@Nullable String state) {
		int at = (state != null) ? state.lastIndexOf(STATE_SEPARATOR) : -1;
		return (state != null && at >= 0) ? parse(state.substring(at + 1)) : null;
	}

	/**
	 * Return the handle of a registration: its digest is of all that credentials, codes
	 * and tokens are exchanged with.
	 */
	static RegistrationHandle of(ClientRegistration registration) {
		ClientRegistration.ProviderDetails provider = registration.getProviderDetails();
		String exchanged = Stream
			.of(registration.getClientId(), provider.getIssuerUri(), provider.getAuthorizationUri(),
					provider.getTokenUri(), provider.getJwkSetUri(), provider.getUserInfoEndpoint().getUri())
			.map(String::valueOf)
			.collect(Collectors.joining("\n"));
		return new RegistrationHandle(registration.getRegistrationId(), Digest.of(exchanged).substring(0, LENGTH));
	}

	/**
	 * Return a state that ends with this handle.
	 * @param random what makes the state unguessable
	 */
	String toState(String random) {
		return random + STATE_SEPARATOR + this;
	}

	@Override
	public String toString() {
		return (this.digest != null) ? this.registrationId + SEPARATOR + this.digest : this.registrationId;
	}

}
