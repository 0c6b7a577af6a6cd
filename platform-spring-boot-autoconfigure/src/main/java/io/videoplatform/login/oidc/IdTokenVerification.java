package io.videoplatform.login.oidc;

import java.time.Clock;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformStep;
import io.videoplatform.transport.BoundedExchange;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;

/**
 * The verification of ID tokens for all clients of an application, at login and at
 * refresh, on servlet and reactive stack alike: the keys of an issuer are held once.
 */
public final class IdTokenVerification {

	private static final String INVALID_ID_TOKEN = "invalid_id_token";

	private static final int CLIENTS = 1_000;

	private final Clock clock;

	private final OidcEvents events;

	private final Function<ClientRegistration, BoundedExchange> exchanges;

	private final ProviderKeys keys;

	private final Cache<IdTokenRules, IdTokenVerifier> verifiers = Caffeine.newBuilder().maximumSize(CLIENTS).build();

	/**
	 * Create a new instance.
	 * @param exchanges gives what asks the provider of a registration for keys
	 * @param clock the clock
	 * @param scheduler where those who waited for keys go on
	 * @param events is told of refused tokens and of keys that cannot be read
	 */
	public IdTokenVerification(Function<ClientRegistration, BoundedExchange> exchanges, Clock clock,
			Scheduler scheduler, PlatformEvent.Listener events) {
		this.clock = clock;
		this.events = new OidcEvents(events, clock);
		this.exchanges = exchanges;
		this.keys = new ProviderKeys(clock, scheduler, this.events);
	}

	/**
	 * Return the verifier for a client as its registration is now. It is kept by what the
	 * tokens are held to and not by the registration's name: when the issuer or the place
	 * of its keys changes, it is another one.
	 * @throws OAuth2AuthenticationException if no ID token of this client can be verified
	 */
	IdTokenVerifier verifier(ClientRegistration registration) {
		IdTokenRules rules = rules(registration);
		return this.verifiers.get(rules, (key) -> new IdTokenVerifier(key,
				this.keys.at(key.jwkSetUrl(), this.exchanges.apply(registration)), this.clock, this.events));
	}

	/**
	 * Return the wait for one verification, which asks for keys at most twice.
	 */
	BoundedWait verificationWait(ClientRegistration registration) {
		return BoundedWait.forExchanges(PlatformStep.ID_TOKEN, 2, this.exchanges.apply(registration).deadline());
	}

	private IdTokenRules rules(ClientRegistration registration) {
		try {
			return IdTokenRules.of(registration);
		}
		catch (UnverifiableClientException ex) {
			String message = String.valueOf(ex.getMessage());
			this.events.warn(PlatformStep.ID_TOKEN, message);
			throw new OAuth2AuthenticationException(new OAuth2Error(INVALID_ID_TOKEN, message, null), message, ex);
		}
	}

}
