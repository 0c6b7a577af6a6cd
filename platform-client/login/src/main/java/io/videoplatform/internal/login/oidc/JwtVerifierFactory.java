package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.time.Clock;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.internal.document.CachedDocument;
import io.videoplatform.internal.document.DocumentContext;
import io.videoplatform.internal.document.DocumentSettings;
import io.videoplatform.internal.event.LimitedEventPublisher;
import io.videoplatform.internal.http.BoundedExchange;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistration.ProviderDetails;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.util.StringUtils;

/**
 * Creates the decoders of JWTs for all clients of an application, from the JWK sets of
 * their issuers. Nothing blocks.
 */
public final class JwtVerifierFactory implements AutoCloseable {

	private static final String INVALID_ID_TOKEN = "invalid_id_token";

	private static final int MAX_ISSUERS = 100;

	private final Function<ClientRegistration, OidcClient> clients;

	private final DocumentContext documents;

	private final LimitedEventPublisher refusals;

	/**
	 * The JWK sets of issuers (RFC 7517, section 5), which clients share that have URL
	 * and exchange in common.
	 */
	private final Cache<Location, CachedDocument<JWKSet>> jwkSets;

	private final DocumentSettings settings;

	/**
	 * Create a new instance.
	 * @param clients returns the client of a registration
	 * @param documents what JWK sets share; its clock is that of JWTs, too
	 * @param settings how long JWK sets are used
	 */
	public JwtVerifierFactory(Function<ClientRegistration, OidcClient> clients, DocumentContext documents,
			DocumentSettings settings) {
		this.clients = clients;
		this.documents = documents;
		this.refusals = new LimitedEventPublisher(documents.events());
		this.settings = settings;
		this.jwkSets = documents.observations()
			.cache("platform.jwk-sets", Caffeine.newBuilder().maximumSize(MAX_ISSUERS));
	}

	/**
	 * Return a decoder for a client as its registration is now.
	 * @throws OAuth2AuthenticationException if no JWT of this profile can be verified for
	 * this client
	 */
	OidcJwtDecoder decoder(JwtProfile profile, ClientRegistration registration) {
		ProviderDetails provider = registration.getProviderDetails();
		Set<JWSAlgorithm> algorithms = profile.algorithms(provider.getConfigurationMetadata());
		String jwkSetUri = provider.getJwkSetUri();
		String issuer = provider.getIssuerUri();
		if (!StringUtils.hasText(jwkSetUri) || !StringUtils.hasText(issuer) || algorithms.isEmpty()) {
			throw unverifiable(profile, registration);
		}
		return new OidcJwtDecoder(profile, algorithms, jwkSet(URI.create(jwkSetUri), client(registration)),
				validator(profile, registration, issuer));
	}

	/**
	 * Return the JWK set at a URL. Failures name the properties of the first client that
	 * needs it: what those of the others set is the same.
	 */
	private CachedDocument<JWKSet> jwkSet(URI url, OidcClient client) {
		return this.jwkSets.get(new Location(url, client.exchange()),
				(location) -> new CachedDocument<>(new JwkSetReader(url, client.properties()), location.exchange(),
						this.settings, this.documents));
	}

	private OAuth2TokenValidator<Jwt> validator(JwtProfile profile, ClientRegistration registration, String issuer) {
		OAuth2TokenValidator<Jwt> times = new JwtTimesValidator(clock());
		OAuth2TokenValidator<Jwt> issuers = new JwtIssuerValidator(issuer);
		OAuth2TokenValidator<Jwt> audiences = new JwtAudienceValidator(registration.getClientId());
		return switch (profile) {
			case ID_TOKEN -> new DelegatingOAuth2TokenValidator<>(new IdTokenValidator(registration), times);
			case REFRESHED_ID_TOKEN -> new IdTokenValidator(registration);
			case LOGOUT_TOKEN ->
				new DelegatingOAuth2TokenValidator<>(issuers, audiences, LogoutTokenVerifier::validate, times);
			// Not required there (OpenID Connect Core 1.0, section 5.3.2)
			case USER_INFO -> new DelegatingOAuth2TokenValidator<>(ifPresent(JwtClaimNames.ISS, issuers),
					ifPresent(JwtClaimNames.AUD, audiences), times);
		};
	}

	private static OAuth2TokenValidator<Jwt> ifPresent(String claim, OAuth2TokenValidator<Jwt> validator) {
		return (jwt) -> jwt.hasClaim(claim) ? validator.validate(jwt) : OAuth2TokenValidatorResult.success();
	}

	private OAuth2AuthenticationException unverifiable(JwtProfile profile, ClientRegistration registration) {
		String message = ("No %s can be verified: the provider's metadata need 'issuer', 'jwks_uri' and one of RS256 to"
				+ " ES512 among the algorithms; neither 'none' nor a shared secret is accepted.")
			.formatted(profile);
		publish(profile, registration, PlatformError.ID_TOKEN, message);
		return new OAuth2AuthenticationException(new OAuth2Error(INVALID_ID_TOKEN, message, null), message);
	}

	/**
	 * Publish what ends logins, which comes as often as users try again: once a minute
	 * for each profile and error.
	 */
	void publish(JwtProfile profile, ClientRegistration registration, PlatformError error, String reason) {
		publish(profile, registration, error, StringUtils.trimTrailingCharacter(reason, '.'),
				(message) -> client(registration).explain(error, message));
	}

	/**
	 * Publish an outage, which says by itself what to do.
	 */
	void publish(JwtProfile profile, ClientRegistration registration, LoginUnavailableException ex) {
		publish(profile, registration, ex.getError(), String.valueOf(ex.getMessage()), UnaryOperator.identity());
	}

	private void publish(JwtProfile profile, ClientRegistration registration, PlatformError error, String reason,
			UnaryOperator<String> explanation) {
		String id = registration.getRegistrationId();
		this.refusals.publish(profile.step(), Level.WARN, error,
				"%s %s %s".formatted(id, profile.name(), error.getCode()),
				"A login for client registration '%s' at %s: %s".formatted(id,
						registration.getProviderDetails().getIssuerUri(), reason),
				explanation);
	}

	OidcClient client(ClientRegistration registration) {
		return this.clients.apply(registration);
	}

	Clock clock() {
		return this.documents.clock();
	}

	/**
	 * Release all callers that wait for a JWK set; later ones that need one to be
	 * requested fail at once.
	 */
	@Override
	public void close() {
		this.documents.close();
	}

	private record Location(URI url, BoundedExchange exchange) {

	}

}
