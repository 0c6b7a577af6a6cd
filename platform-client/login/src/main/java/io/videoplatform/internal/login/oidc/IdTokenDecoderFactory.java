package io.videoplatform.internal.login.oidc;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoderFactory;
import org.springframework.util.StringUtils;

/**
 * Creates decoders of ID tokens for the platform's registrations. A decoder fails with a
 * {@link BadJwtException} if the ID token is refused, and with a
 * {@link LoginUnavailableException} if it cannot be verified now, which passes Spring
 * Security.
 *
 * @param verifiers creates the verifiers
 */
public record IdTokenDecoderFactory(
		JwtVerifierFactory verifiers) implements ReactiveJwtDecoderFactory<ClientRegistration> {

	@Override
	public ReactiveJwtDecoder createDecoder(ClientRegistration registration) {
		OidcJwtDecoder decoder = this.verifiers.decoder(JwtProfile.ID_TOKEN, registration);
		OidcClient client = this.verifiers.client(registration);
		return (token) -> decoder.decode(token)
			.doOnError(BadJwtException.class, (ex) -> refused(registration, client, ex))
			.doOnError(LoginUnavailableException.class, client.outages());
	}

	/**
	 * As long as the clocks differ, no user can log in.
	 */
	private void refused(ClientRegistration registration, OidcClient client, BadJwtException ex) {
		PlatformError error = OidcJwtDecoder.error(ex);
		String reason = String.valueOf(ex.getMessage());
		this.verifiers.publish(JwtProfile.ID_TOKEN, registration, error, reason);
		if (error == PlatformError.CLOCK_SKEW) {
			client.outages()
				.accept(new LoginUnavailableException(
						client.explain(error, StringUtils.trimTrailingCharacter(reason, '.')), error,
						PlatformStep.ID_TOKEN, null, null, null));
		}
	}

}
