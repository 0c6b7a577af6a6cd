package io.videoplatform.internal.login.oidc;

import java.time.Clock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.document.DocumentContext;
import io.videoplatform.internal.document.DocumentSettings;
import io.videoplatform.internal.event.LimitedEventPublisher;
import io.videoplatform.internal.observation.EngineObservations;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.util.StringUtils;

/**
 * Creates the decoders of JWTs for all clients of an application, from the JWK sets of
 * their issuers. Nothing blocks.
 */
public final class JwtVerifierFactory implements AutoCloseable {

	private static final int MAX_DECODERS = 1_000;

	private final Clock clock;

	private final Function<ClientRegistration, OidcClient> clients;

	private final DocumentContext documents;

	private final LimitedEventPublisher refusals;

	private final JwkSetCache jwkSets;

	private final Set<String> used = ConcurrentHashMap.newKeySet();

	private final Cache<JwtRules, OidcJwtDecoder> decoders = Caffeine.newBuilder().maximumSize(MAX_DECODERS).build();

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
	 * Return the decoder for a client as its registration is now: when its issuer or the
	 * URL of the JWK set changes, it is another one.
	 * @throws OAuth2AuthenticationException if no JWT of this profile can be verified for
	 * this client
	 */
	OidcJwtDecoder decoder(JwtProfile profile, ClientRegistration registration) {
		return this.decoders.get(rules(profile, registration), (rules) -> create(rules, registration));
	}

	/**
	 * Publish that an ID token is refused, once a minute for each kind of reason.
	 */
	void publish(JwtProfile profile, ClientRegistration registration, RefusedJwtException ex) {
		String id = registration.getRegistrationId();
		String message = "The %s for client registration '%s' from %s is refused: it %s".formatted(profile, id,
				registration.getProviderDetails().getIssuerUri(), ex.reason());
		this.refusals.publish(profile.step(), Level.WARN, ex.error(),
				"%s %s %s".formatted(id, profile.name(), ex.kind()), message,
				(text) -> RefusedJwtException.explain(ex.error(), text, client(registration)));
	}

	/**
	 * Publish what an ID token of a refresh is used in spite of, once until another one
	 * is without it.
	 * @param error the entry of the catalogue
	 * @param ex what is wrong, or {@code null} if nothing is
	 */
	void publishUsed(PlatformError error, ClientRegistration registration, @Nullable RefusedJwtException ex) {
		String id = registration.getRegistrationId();
		if (ex == null) {
			this.used.remove(id + error);
		}
		else if (this.used.add(id + error)) {
			String message = "An ID token that came with a refresh is used although it %s. No login ends for it (client registration '%s')"
				.formatted(ex.reason(), id);
			this.documents.events()
				.publish(PlatformStep.ID_TOKEN, Level.WARN, error,
						RefusedJwtException.explain(error, message, client(registration)));
		}
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

	/**
	 * Two requests for the JWK set may be needed.
	 */
	private OidcJwtDecoder create(JwtRules rules, ClientRegistration registration) {
		OidcClient client = client(registration);
		return new OidcJwtDecoder(rules, this.jwkSets.get(rules.jwkSetUrl(), client),
				rules.validator(registration, this.clock), client.exchange().deadline().multipliedBy(2));
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
