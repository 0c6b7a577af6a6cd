package io.videoplatform.login.servlet;

import io.videoplatform.login.LoginUnavailableException;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;
import org.springframework.security.oauth2.jwt.JwtException;

/**
 * Lets an outage pass that Spring Security would take for a refused ID token, and marks
 * what was refused.
 */
public final class OutageAwareDecoders implements JwtDecoderFactory<ClientRegistration> {

	private final JwtDecoderFactory<ClientRegistration> decoders;

	/**
	 * Create a new instance.
	 * @param decoders makes the decoders
	 */
	public OutageAwareDecoders(JwtDecoderFactory<ClientRegistration> decoders) {
		this.decoders = decoders;
	}

	@Override
	public JwtDecoder createDecoder(ClientRegistration registration) {
		JwtDecoder decoder = decoder(registration);
		return (token) -> {
			try {
				return decoder.decode(token);
			}
			catch (JwtException ex) {
				LoginUnavailableException outage = LoginUnavailableException.in(ex);
				throw (outage != null) ? outage : ToldRefusal.marked(ex);
			}
		};
	}

	private JwtDecoder decoder(ClientRegistration registration) {
		try {
			return this.decoders.createDecoder(registration);
		}
		catch (OAuth2AuthenticationException ex) {
			throw ToldRefusal.marked(ex);
		}
	}

}
