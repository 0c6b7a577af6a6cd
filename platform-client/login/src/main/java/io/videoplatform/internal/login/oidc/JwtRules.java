package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import com.nimbusds.jose.JWSAlgorithm;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistration.ProviderDetails;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;

/**
 * What the JWTs of one profile must conform to for one client. Verifiers are cached by
 * this value, so that a registration whose provider changes gets another one.
 *
 * @param profile the kind of JWT
 * @param registrationId the client registration, for messages
 * @param jwkSetUrl the URL of the issuer's JWK set
 * @param issuer the issuer, exactly as in the JWT
 * @param clientId the client identifier
 * @param algorithms the accepted signature algorithms
 */
record JwtRules(JwtProfile profile, String registrationId, URI jwkSetUrl, String issuer, String clientId,
		Set<JWSAlgorithm> algorithms) {

	private static final int SIGNED_PARTS = 3;

	private static final String INVALID_ID_TOKEN = "invalid_id_token";

	/**
	 * Algorithms with a public key that the JDK can verify. Never {@code none}, and no
	 * HMAC: with it, a party that knows the client secret could sign, and a public key
	 * could be taken for a secret.
	 */
	private static final Set<JWSAlgorithm> VERIFIABLE = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.RS384,
			JWSAlgorithm.RS512, JWSAlgorithm.PS256, JWSAlgorithm.PS384, JWSAlgorithm.PS512, JWSAlgorithm.ES256,
			JWSAlgorithm.ES384, JWSAlgorithm.ES512);

	/**
	 * The algorithm that every provider must support (OpenID Connect Discovery 1.0,
	 * section 3).
	 */
	private static final Set<JWSAlgorithm> DEFAULT = Set.of(JWSAlgorithm.RS256);

	/**
	 * Return the rules for a client.
	 * @param profile the kind of JWT
	 * @param registration the client, with its provider's metadata
	 * @throws OAuth2AuthenticationException if no such JWT can be verified for this
	 * client
	 */
	static JwtRules of(JwtProfile profile, ClientRegistration registration) {
		ProviderDetails provider = registration.getProviderDetails();
		String id = registration.getRegistrationId();
		return new JwtRules(profile, id, URI.create(require(provider.getJwkSetUri(), "jwks_uri", profile, id)),
				require(provider.getIssuerUri(), "issuer", profile, id), registration.getClientId(),
				algorithms(provider.getConfigurationMetadata(), profile, id));
	}

	private static String require(@Nullable String value, String member, JwtProfile profile, String registrationId) {
		if (value == null || value.isEmpty()) {
			throw unverifiable(profile, registrationId, "the provider's metadata have no '%s'".formatted(member));
		}
		return value;
	}

	private static Set<JWSAlgorithm> algorithms(Map<String, Object> metadata, JwtProfile profile,
			String registrationId) {
		for (String member : profile.algorithmMembers()) {
			if (metadata.get(member) instanceof Collection<?> names && !names.isEmpty()) {
				return verifiable(names, member, profile, registrationId);
			}
		}
		return DEFAULT;
	}

	private static Set<JWSAlgorithm> verifiable(Collection<?> names, String member, JwtProfile profile,
			String registrationId) {
		Set<JWSAlgorithm> verifiable = names.stream()
			.filter(Objects::nonNull)
			.map((name) -> JWSAlgorithm.parse(name.toString()))
			.filter(VERIFIABLE::contains)
			.collect(Collectors.toUnmodifiableSet());
		if (verifiable.isEmpty()) {
			throw unverifiable(profile, registrationId,
					"'%s' of the provider's metadata names none of RS256 to ES512, and neither 'none' nor a shared secret is accepted"
						.formatted(member));
		}
		return verifiable;
	}

	/**
	 * Check the header of a JWT.
	 * @param header its parameters
	 * @param parts of how many parts the JWT is
	 * @throws RefusedJwtException if the JWT is not signed as it should be
	 */
	void check(Map<String, Object> header, int parts) {
		if (parts > SIGNED_PARTS) {
			throw new RefusedJwtException("is encrypted, which was not requested");
		}
		String algorithm = String.valueOf(header.get("alg"));
		if (algorithm.equals("none")) {
			throw new RefusedJwtException("is not signed (algorithm 'none')");
		}
		if (!this.algorithms.contains(JWSAlgorithm.parse(algorithm))) {
			throw RefusedJwtException.of("is signed by algorithm %s, but the provider's metadata allow %s only",
					RefusedJwtException.quoted(algorithm), this.algorithms);
		}
		Object type = header.get("typ");
		if (!this.profile.allows(type)) {
			throw RefusedJwtException.of("is of type %s ('typ'): a JWT, but no %s",
					RefusedJwtException.quoted(String.valueOf(type)), this.profile);
		}
	}

	/**
	 * Return what validates the claims of the JWTs.
	 * @param registration the client
	 * @param clock the clock
	 */
	OAuth2TokenValidator<Jwt> validator(ClientRegistration registration, Clock clock) {
		JwtTimesValidator times = new JwtTimesValidator(clock, JwtTimesValidator.SKEW);
		return switch (this.profile) {
			case ID_TOKEN -> new DelegatingOAuth2TokenValidator<>(new IdTokenValidator(registration), times);
			case REFRESHED_ID_TOKEN -> new IdTokenValidator(registration);
			case LOGOUT_TOKEN -> new DelegatingOAuth2TokenValidator<>(new LogoutTokenClaimsValidator(this),
					new JwtTimesValidator(clock, LogoutTokenVerifier.CLOCKS));
			case USER_INFO -> new DelegatingOAuth2TokenValidator<>(this::validateUserInfo, times);
		};
	}

	/**
	 * A signed UserInfo response is not required to have them (OpenID Connect Core 1.0,
	 * section 5.3.2).
	 */
	private OAuth2TokenValidatorResult validateUserInfo(Jwt jwt) {
		String reason = jwt.hasClaim(JwtClaimNames.ISS) ? refusalOfIssuer(jwt) : null;
		if (reason == null && jwt.hasClaim(JwtClaimNames.AUD)) {
			reason = refusalOfAudience(jwt);
		}
		return (reason != null)
				? OAuth2TokenValidatorResult.failure(new OAuth2Error(OidcJwtDecoder.INVALID, reason, null))
				: OAuth2TokenValidatorResult.success();
	}

	@Nullable String refusalOfIssuer(Jwt jwt) {
		String found = jwt.getClaimAsString(JwtClaimNames.ISS);
		return this.issuer.equals(found) ? null : "has the issuer %s ('iss'), which is not exactly '%s'"
			.formatted(RefusedJwtException.quoted(String.valueOf(found)), this.issuer);
	}

	@Nullable String refusalOfAudience(Jwt jwt) {
		List<String> audience = jwt.getAudience();
		return (audience != null && audience.contains(this.clientId)) ? null
				: "is meant for %s ('aud') and not for client '%s'"
					.formatted(RefusedJwtException.quoted(String.valueOf(audience)), this.clientId);
	}

	private static OAuth2AuthenticationException unverifiable(JwtProfile profile, String registrationId,
			String reason) {
		String message = "No %s for client registration '%s' can be verified: %s.".formatted(profile, registrationId,
				reason);
		return new OAuth2AuthenticationException(new OAuth2Error(INVALID_ID_TOKEN, message, null), message);
	}

}
