package io.videoplatform.internal.login.oidc;

import java.util.function.Predicate;

import org.springframework.security.oauth2.client.oidc.authentication.ReactiveOidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoderFactory;

/**
 * Decoders of ID tokens for the reactive stack: ours for the platform's registrations,
 * Spring Security's own for all others. A decoder fails with a {@link BadJwtException} if
 * the token is refused, and with another {@link JwtException}, whose cause is an
 * {@link OidcProviderUnavailableException}, if it could not be judged.
 */
public final class ReactivePlatformJwtDecoderFactory implements ReactiveJwtDecoderFactory<ClientRegistration> {

	private final IdTokenVerification verification;

	private final Predicate<ClientRegistration> ours;

	private final ReactiveJwtDecoderFactory<ClientRegistration> others = new ReactiveOidcIdTokenDecoderFactory();

	/**
	 * Create a new instance.
	 * @param verification the verification
	 * @param ours tells the platform's registrations from others
	 */
	public ReactivePlatformJwtDecoderFactory(IdTokenVerification verification, Predicate<ClientRegistration> ours) {
		this.verification = verification;
		this.ours = ours;
	}

	@Override
	public ReactiveJwtDecoder createDecoder(ClientRegistration registration) {
		if (!this.ours.test(registration)) {
			return this.others.createDecoder(registration);
		}
		IdTokenVerifier verifier = this.verification.verifier(registration);
		return (token) -> verifier.verify(token)
			.onErrorMap(OidcProviderUnavailableException.class,
					(ex) -> new JwtException(String.valueOf(ex.getMessage()), ex));
	}

}
