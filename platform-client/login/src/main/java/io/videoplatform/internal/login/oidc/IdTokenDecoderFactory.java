package io.videoplatform.internal.login.oidc;

import java.util.function.Predicate;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.BoundedWait;

import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.oidc.authentication.ReactiveOidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoderFactory;
import org.springframework.util.StringUtils;

/**
 * Creates decoders of ID tokens, on the servlet and the reactive stack: for the
 * platform's registrations ours, for all others those of Spring Security. A decoder fails
 * with a {@link BadJwtException} if the ID token is refused, and with a
 * {@link LoginUnavailableException} if it cannot be verified now, which passes Spring
 * Security.
 */
public final class IdTokenDecoderFactory {

	private static final BoundedWait WAIT = LoginUnavailableException.waitForLogin();

	private final JwtVerifierFactory verifiers;

	private final Predicate<ClientRegistration> ours;

	private final JwtDecoderFactory<ClientRegistration> others = new OidcIdTokenDecoderFactory();

	private final ReactiveJwtDecoderFactory<ClientRegistration> reactiveOthers = new ReactiveOidcIdTokenDecoderFactory();

	/**
	 * Create a new instance.
	 * @param verifiers creates the verifiers
	 * @param ours matches the platform's registrations
	 */
	public IdTokenDecoderFactory(JwtVerifierFactory verifiers, Predicate<ClientRegistration> ours) {
		this.verifiers = verifiers;
		this.ours = ours;
	}

	/**
	 * Create a decoder for the servlet stack. See {@link JwtDecoderFactory}.
	 */
	public JwtDecoder createDecoder(ClientRegistration registration) {
		if (!this.ours.test(registration)) {
			return this.others.createDecoder(registration);
		}
		ReactiveJwtDecoder decoder = createReactiveDecoder(registration);
		return (token) -> WAIT.require(decoder.decode(token));
	}

	/**
	 * Create a decoder for the reactive stack. See {@link ReactiveJwtDecoderFactory}.
	 */
	public ReactiveJwtDecoder createReactiveDecoder(ClientRegistration registration) {
		if (!this.ours.test(registration)) {
			return this.reactiveOthers.createDecoder(registration);
		}
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
