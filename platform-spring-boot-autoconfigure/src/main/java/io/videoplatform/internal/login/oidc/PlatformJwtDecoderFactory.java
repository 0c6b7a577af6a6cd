package io.videoplatform.internal.login.oidc;

import java.util.function.Predicate;

import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;
import org.springframework.security.oauth2.jwt.JwtException;

/**
 * Decoders of ID tokens for the servlet stack: ours for the platform's registrations,
 * Spring Security's own for all others. A decoder fails with a {@link BadJwtException} if
 * the token is refused, and with another {@link JwtException}, whose cause is an
 * {@link OidcProviderUnavailableException}, if it could not be judged.
 */
public final class PlatformJwtDecoderFactory implements JwtDecoderFactory<ClientRegistration> {

	private final IdTokenVerification verification;

	private final Predicate<ClientRegistration> ours;

	private final JwtDecoderFactory<ClientRegistration> others = new OidcIdTokenDecoderFactory();

	/**
	 * Create a new instance.
	 * @param verification the verification
	 * @param ours tells the platform's registrations from others
	 */
	public PlatformJwtDecoderFactory(IdTokenVerification verification, Predicate<ClientRegistration> ours) {
		this.verification = verification;
		this.ours = ours;
	}

	@Override
	public JwtDecoder createDecoder(ClientRegistration registration) {
		if (!this.ours.test(registration)) {
			return this.others.createDecoder(registration);
		}
		IdTokenVerifier verifier = this.verification.verifier(registration);
		BoundedWait wait = this.verification.verificationWait(registration);
		return (token) -> decode(verifier.verify(token), wait);
	}

	private static Jwt decode(Mono<Jwt> verified, BoundedWait wait) {
		try {
			return wait.require(verified);
		}
		catch (OidcProviderUnavailableException ex) {
			throw new JwtException(String.valueOf(ex.getMessage()), ex);
		}
	}

}
