package io.videoplatform.login.oidc;

import java.net.URI;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import com.nimbusds.jose.JWSAlgorithm;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistration.ProviderDetails;

/**
 * What the ID tokens of a client are held to. A value: decoders are kept by it, so that a
 * registration whose provider changes gets another one.
 *
 * @param registrationId the client registration, for messages
 * @param jwkSetUrl where the issuer's keys are
 * @param issuer the issuer, exactly as the token must state it
 * @param clientId the client identifier
 * @param algorithms the algorithms that a signature may be of
 */
record IdTokenRules(String registrationId, URI jwkSetUrl, String issuer, String clientId,
		Set<JWSAlgorithm> algorithms) {

	private static final String SUPPORTED_ALGORITHMS = "id_token_signing_alg_values_supported";

	/**
	 * Those with a public key that the JDK can verify. Never {@code none}, and no HMAC:
	 * whoever knows the secret, or takes a public key for one, could sign.
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
	 * @param registration the client, with its provider's metadata
	 * @throws UnverifiableClientException if no ID token of this client can be verified
	 */
	static IdTokenRules of(ClientRegistration registration) {
		ProviderDetails provider = registration.getProviderDetails();
		String id = registration.getRegistrationId();
		return new IdTokenRules(id, URI.create(require(provider.getJwkSetUri(), "jwks_uri", id)),
				require(provider.getIssuerUri(), "issuer", id), registration.getClientId(),
				algorithms(provider.getConfigurationMetadata().get(SUPPORTED_ALGORITHMS), id));
	}

	private static String require(@Nullable String value, String member, String registrationId) {
		if (value == null || value.isEmpty()) {
			throw new UnverifiableClientException(registrationId,
					"the provider's metadata have no '%s'".formatted(member));
		}
		return value;
	}

	private static Set<JWSAlgorithm> algorithms(@Nullable Object supported, String registrationId) {
		if (!(supported instanceof Collection<?> names) || names.isEmpty()) {
			return DEFAULT;
		}
		Set<JWSAlgorithm> verifiable = names.stream()
			.filter(Objects::nonNull)
			.map((name) -> JWSAlgorithm.parse(name.toString()))
			.filter(VERIFIABLE::contains)
			.collect(Collectors.toUnmodifiableSet());
		if (verifiable.isEmpty()) {
			throw new UnverifiableClientException(registrationId,
					"'%s' of the provider's metadata names none of RS256 to ES512, and neither 'none' nor a shared secret is accepted"
						.formatted(SUPPORTED_ALGORITHMS));
		}
		return verifiable;
	}

}
