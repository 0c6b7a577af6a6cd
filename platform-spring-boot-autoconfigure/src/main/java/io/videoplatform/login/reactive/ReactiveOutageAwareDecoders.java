package io.videoplatform.login.reactive;

import io.videoplatform.login.LoginUnavailableException;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoderFactory;

/**
 * Lets an outage pass that Spring Security would take for a refused ID token, and marks
 * what was refused.
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
		return (token) -> Mono.defer(() -> this.decoders.createDecoder(registration).decode(token))
			.onErrorResume(ReactiveOutageAwareDecoders::isJudgement, (ex) -> {
				LoginUnavailableException outage = LoginUnavailableException.in(ex);
				return (outage != null) ? Mono.error(outage) : ToldRefusal.marked(ex);
			});
	}

	private static boolean isJudgement(Throwable ex) {
		return ex instanceof JwtException || ex instanceof OAuth2AuthenticationException;
	}

}
