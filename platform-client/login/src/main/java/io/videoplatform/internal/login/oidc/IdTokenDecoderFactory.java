package io.videoplatform.internal.login.oidc;

import java.util.function.Predicate;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.BoundedWait;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.oidc.authentication.ReactiveOidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoderFactory;
import org.springframework.util.StringUtils;

/**
 * Creates decoders of ID tokens, on the servlet and the reactive stack: for the
 * platform's registrations ours, for all others those of Spring Security. A decoder fails
 * with a {@link BadJwtException} if the ID token is refused, and with another
 * {@link JwtException}, whose cause is an {@link OidcProviderUnavailableException}, if it
 * cannot be verified now.
 */
public final class IdTokenDecoderFactory {

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
	 * @param registration the client
	 * @return the decoder, which waits for at most two requests for the JWK set
	 */
	public JwtDecoder createDecoder(ClientRegistration registration) {
		if (!this.ours.test(registration)) {
			return this.others.createDecoder(registration);
		}
		OidcJwtDecoder decoder = decoder(registration);
		BoundedWait wait = OidcProviderUnavailableException.waitForExchanges(PlatformStep.ID_TOKEN, 2,
				this.verifiers.client(registration).exchange().deadline());
		return (token) -> decode(verified(registration, decoder, token), wait);
	}

	/**
	 * Create a decoder for the reactive stack. See {@link ReactiveJwtDecoderFactory}.
	 * @param registration the client
	 * @return the decoder
	 */
	public ReactiveJwtDecoder createReactiveDecoder(ClientRegistration registration) {
		if (!this.ours.test(registration)) {
			return this.reactiveOthers.createDecoder(registration);
		}
		OidcJwtDecoder decoder = decoder(registration);
		return (token) -> verified(registration, decoder, token).onErrorMap(OidcProviderUnavailableException.class,
				IdTokenDecoderFactory::unverified);
	}

	private OidcJwtDecoder decoder(ClientRegistration registration) {
		return this.verifiers.decoder(JwtProfile.ID_TOKEN, registration);
	}

	private Mono<Jwt> verified(ClientRegistration registration, OidcJwtDecoder decoder, String token) {
		OidcClient client = this.verifiers.client(registration);
		return decoder.decode(token)
			.doOnError(OidcProviderUnavailableException.class, client.outages())
			.doOnError(RefusedJwtException.class, (ex) -> this.verifiers.publish(JwtProfile.ID_TOKEN, registration, ex))
			.onErrorMap(RefusedJwtException.class, (ex) -> refused(client, ex));
	}

	/**
	 * As long as the clocks differ, no user can log in.
	 */
	private static BadJwtException refused(OidcClient client, RefusedJwtException ex) {
		String message = JwtProfile.ID_TOKEN.refused(ex);
		if (ex.error() == PlatformError.CLOCK_SKEW) {
			String sentence = StringUtils.trimTrailingCharacter(message, '.');
			client.outages().accept(ex.unavailable(PlatformStep.ID_TOKEN, sentence, client));
		}
		return new BadJwtException(message);
	}

	private static Jwt decode(Mono<Jwt> verified, BoundedWait wait) {
		try {
			return wait.require(verified);
		}
		catch (OidcProviderUnavailableException ex) {
			throw unverified(ex);
		}
	}

	private static JwtException unverified(OidcProviderUnavailableException ex) {
		return new JwtException(String.valueOf(ex.getMessage()), ex);
	}

}
