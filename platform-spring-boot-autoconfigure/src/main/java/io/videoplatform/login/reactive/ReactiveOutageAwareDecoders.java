package io.videoplatform.login.reactive;

import io.videoplatform.login.LoginUnavailableException;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoderFactory;

/**
 * Lets an outage pass that Spring Security would take for a refused ID token.
 */
public final class ReactiveOutageAwareDecoders implements ReactiveJwtDecoderFactory<ClientRegistration> {

	private final ReactiveJwtDecoderFactory<ClientRegistration> decoders;

	/**
	 * Create a new instance.
	 * @param decoders makes the decoders
	 */
	public ReactiveOutageAwareDecoders(ReactiveJwtDecoderFactory<ClientRegistration> decoders) {
		this.decoders = decoders;
	}

	@Override
	public ReactiveJwtDecoder createDecoder(ClientRegistration registration) {
		ReactiveJwtDecoder decoder = this.decoders.createDecoder(registration);
		return (token) -> decoder.decode(token).onErrorMap(JwtException.class, (ex) -> {
			LoginUnavailableException outage = LoginUnavailableException.in(ex);
			return (outage != null) ? outage : ex;
		});
	}

}
