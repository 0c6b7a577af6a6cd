package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.document.DocumentContext;
import io.videoplatform.internal.document.DocumentSettings;
import io.videoplatform.internal.document.HeldDocument;
import io.videoplatform.internal.http.BoundedExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.jwt.BadJwtException;

/**
 * The verification of ID tokens, and of the other JWTs of a provider, for all clients of
 * an application, at login and at refresh, on servlet and reactive stack alike: the keys
 * of an issuer are held once.
 */
public final class IdTokenVerification implements AutoCloseable {

	private static final String INVALID_ID_TOKEN = "invalid_id_token";

	private static final int CLIENTS = 1_000;

	private static final int ISSUERS = 100;

	private final Clock clock;

	private final OidcEvents events;

	private final Function<ClientRegistration, BoundedExchange> exchanges;

	private final DocumentSettings settings;

	private final DocumentContext documents;

	private final Cache<JwkSetLocation, HeldDocument<JwkSet>> jwkSets = Caffeine.newBuilder()
		.maximumSize(ISSUERS)
		.build();

	private final Cache<IdTokenRules, IdTokenVerifier> verifiers = Caffeine.newBuilder().maximumSize(CLIENTS).build();

	/**
	 * Create a new instance with the default lifetimes and without jitter.
	 * @param exchanges gives what asks the provider of a registration for keys
	 * @param clock the clock
	 * @param scheduler where those who waited for keys go on
	 * @param events is told of refused tokens and of keys that cannot be read
	 */
	public IdTokenVerification(Function<ClientRegistration, BoundedExchange> exchanges, Clock clock,
			Scheduler scheduler, PlatformEvent.Listener events) {
		this(exchanges, clock, scheduler, events, DocumentSettings.DEFAULTS, () -> Long.MIN_VALUE);
	}

	/**
	 * Create a new instance.
	 * @param exchanges gives what requests the keys from the provider of a registration
	 * @param clock the clock
	 * @param scheduler where callers go on that have waited for keys
	 * @param events takes refused tokens and outages of keys
	 * @param settings rule for how long keys are used
	 * @param random the source of jitter
	 */
	public IdTokenVerification(Function<ClientRegistration, BoundedExchange> exchanges, Clock clock,
			Scheduler scheduler, PlatformEvent.Listener events, DocumentSettings settings, RandomGenerator random) {
		this.clock = clock;
		this.events = new OidcEvents(events, clock);
		this.exchanges = exchanges;
		this.settings = settings;
		this.documents = new DocumentContext(clock, scheduler::schedule, random, events);
	}

	/**
	 * Return the verifier for a client as its registration is now. It is kept by what the
	 * tokens are held to and not by the registration's name: when the issuer or the place
	 * of its keys changes, it is another one.
	 * @throws OAuth2AuthenticationException if no ID token of this client can be verified
	 */
	IdTokenVerifier verifier(ClientRegistration registration) {
		return verifier(JwtProfile.ID_TOKEN, registration);
	}

	/**
	 * Return the verifier for ID tokens that come with a refresh.
	 * @throws OAuth2AuthenticationException as for those of a login
	 */
	IdTokenVerifier refreshedVerifier(ClientRegistration registration) {
		return verifier(JwtProfile.REFRESHED_ID_TOKEN, registration);
	}

	/**
	 * Verify a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). No
	 * event is published: the sender need not be the provider.
	 * @param registration the client that it is meant for
	 * @param token the token
	 * @return the token; fails with a {@link BadJwtException} if it is refused and with
	 * another exception if it cannot be judged now
	 */
	public Mono<OidcLogoutToken> logoutToken(ClientRegistration registration, String token) {
		return Mono.defer(() -> verifier(JwtProfile.LOGOUT_TOKEN, registration).verifiedClaims(token))
			.map((claims) -> logoutToken(token, claims))
			.onErrorMap(IdTokenRefusal.class, (ex) -> new BadJwtException(JwtProfile.LOGOUT_TOKEN.refused(ex)));
	}

	private static OidcLogoutToken logoutToken(String token, Map<String, Object> claims) {
		return OidcLogoutToken.withTokenValue(token)
			.claims((all) -> all.putAll(IdTokenVerifier.converted(claims)))
			// Spring Security takes an empty object only
			.events(Map.of(LogoutTokenClaims.EVENT, Map.of()))
			.build();
	}

	/**
	 * Verify a signed UserInfo response (OpenID Connect Core 1.0, section 5.3.2).
	 * @return its claims; fails with an {@link IdTokenRefusal} if it is refused and with
	 * an {@link OidcProviderUnavailableException} if it cannot be judged now
	 */
	Mono<Map<String, Object>> userInfo(ClientRegistration registration, String response) {
		return Mono.defer(() -> verifier(JwtProfile.USER_INFO, registration).verifiedClaims(response));
	}

	/**
	 * Return the JWK set at a URL, by the way there: clients of one issuer share it.
	 */
	HeldDocument<JwkSet> jwkSet(URI url, BoundedExchange exchange) {
		return this.jwkSets.get(new JwkSetLocation(url, exchange),
				(location) -> new HeldDocument<>(new JwkSetSource(url), exchange, this.settings, this.documents));
	}

	/**
	 * Release all callers that wait for keys; all later ones that need keys to be
	 * requested fail at once.
	 */
	@Override
	public void close() {
		this.documents.close();
	}

	/**
	 * Return the wait for one verification, which asks for keys at most twice.
	 */
	BoundedWait verificationWait(ClientRegistration registration) {
		return BoundedWait.forExchanges(PlatformStep.ID_TOKEN, 2, exchange(registration).deadline());
	}

	BoundedExchange exchange(ClientRegistration registration) {
		return this.exchanges.apply(registration);
	}

	Clock clock() {
		return this.clock;
	}

	OidcEvents events() {
		return this.events;
	}

	private IdTokenVerifier verifier(JwtProfile profile, ClientRegistration registration) {
		IdTokenRules rules = rules(profile, registration);
		return this.verifiers.get(rules, (key) -> verifier(key, exchange(registration)));
	}

	private IdTokenVerifier verifier(IdTokenRules rules, BoundedExchange exchange) {
		return new IdTokenVerifier(rules, jwkSet(rules.jwkSetUrl(), exchange), exchange.deadline().multipliedBy(2),
				this.clock, this.events);
	}

	private IdTokenRules rules(JwtProfile profile, ClientRegistration registration) {
		try {
			return IdTokenRules.of(profile, registration);
		}
		catch (UnverifiableClientException ex) {
			String message = String.valueOf(ex.getMessage());
			this.events.warn(profile.step(), message);
			throw new OAuth2AuthenticationException(new OAuth2Error(INVALID_ID_TOKEN, message, null), message, ex);
		}
	}

	private record JwkSetLocation(URI url, BoundedExchange exchange) {

	}

}
