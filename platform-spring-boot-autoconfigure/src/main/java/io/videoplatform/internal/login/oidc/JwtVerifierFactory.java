package io.videoplatform.internal.login.oidc;

import java.time.Clock;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.internal.document.DocumentContext;
import io.videoplatform.internal.document.DocumentSettings;
import io.videoplatform.internal.event.LimitedEventPublisher;
import io.videoplatform.internal.observation.EngineObservations;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.util.StringUtils;

/**
 * Creates the verifiers of JWTs for all clients of an application, from the JWK sets of
 * their issuers. Nothing blocks.
 */
public final class JwtVerifierFactory implements AutoCloseable {

	private static final int MAX_VERIFIERS = 1_000;

	private final Clock clock;

	private final Function<ClientRegistration, OidcClient> clients;

	private final DocumentContext documents;

	private final LimitedEventPublisher refusals;

	private final JwkSetCache jwkSets;

	private final Cache<JwtRules, JwtVerifier> verifiers = Caffeine.newBuilder().maximumSize(MAX_VERIFIERS).build();

	/**
	 * Create a new instance.
	 * @param clients returns the client of a registration
	 * @param clock the clock
	 * @param scheduler where callers continue that have waited for a JWK set
	 * @param events takes refused JWTs and outages of JWK sets
	 * @param settings how long JWK sets are used
	 * @param random the source of jitter
	 * @param observations takes the observations of requests for JWK sets
	 */
	public JwtVerifierFactory(Function<ClientRegistration, OidcClient> clients, Clock clock, Scheduler scheduler,
			PlatformEvent.Listener events, DocumentSettings settings, RandomGenerator random,
			EngineObservations observations) {
		this.clock = clock;
		this.clients = clients;
		this.documents = new DocumentContext(clock, scheduler::schedule, random, events, observations);
		this.refusals = new LimitedEventPublisher(this.documents.events());
		this.jwkSets = new JwkSetCache(settings, this.documents, observations);
	}

	/**
	 * Return the verifier for a client as its registration is now: when its issuer or the
	 * URL of the JWK set changes, it is another one.
	 * @throws OAuth2AuthenticationException if no JWT of this profile can be verified for
	 * this client
	 */
	JwtVerifier verifier(JwtProfile profile, ClientRegistration registration) {
		return this.verifiers.get(rules(profile, registration), (rules) -> create(rules, client(registration)));
	}

	private JwtRules rules(JwtProfile profile, ClientRegistration registration) {
		try {
			return JwtRules.of(profile, registration);
		}
		catch (OAuth2AuthenticationException ex) {
			String message = StringUtils.trimTrailingCharacter(String.valueOf(ex.getMessage()), '.');
			String kind = "%s %s metadata".formatted(registration.getRegistrationId(), profile.name());
			this.refusals.publish(profile.step(), Level.WARN, PlatformError.ID_TOKEN, kind, message,
					(text) -> client(registration).explain(PlatformError.ID_TOKEN, text));
			throw ex;
		}
	}

	private JwtVerifier create(JwtRules rules, OidcClient client) {
		return new JwtVerifier(rules, client, this.jwkSets.get(rules.jwkSetUrl(), client), this.clock,
				this.documents.events(), this.refusals);
	}

	JwkSetCache jwkSets() {
		return this.jwkSets;
	}

	OidcClient client(ClientRegistration registration) {
		return this.clients.apply(registration);
	}

	Clock clock() {
		return this.clock;
	}

	/**
	 * Return what publishes refused logins, which come as often as users try again.
	 */
	LimitedEventPublisher refusals() {
		return this.refusals;
	}

	/**
	 * Release all callers that wait for a JWK set; later ones that need one to be
	 * requested fail at once.
	 */
	@Override
	public void close() {
		this.documents.close();
	}

}
