package io.videoplatform.internal.token.endpoint;

import java.time.Clock;
import java.util.List;
import java.util.UUID;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWTClaimsSet;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.PrintableText;

/**
 * Signs the assertions by which a client authenticates (RFC 7523, section 3, and OpenID
 * Connect Core 1.0, section 9): a new one for each request. Their audience is the issuer
 * alone, so that no other server can use one.
 *
 * @param property the property that the client's key is set by
 * @param clock the wall clock
 */
public record ClientAssertionFactory(String property, Clock clock) {

	/**
	 * How long an assertion is valid, in seconds.
	 */
	private static final long LIFE = 60;

	private static final String TYPE = "client-authentication+jwt";

	private static final String ALGORITHMS = "token_endpoint_auth_signing_alg_values_supported";

	/**
	 * Sign an assertion.
	 * @throws CredentialsUnavailableException if the provider does not take what the key
	 * can sign
	 */
	String create(ProviderMetadata provider, String clientId, SigningKey key) {
		List<String> supported = supported(provider);
		JWSAlgorithm algorithm = key.algorithm(supported)
			.orElseThrow(() -> new CredentialsUnavailableException(
					"the key of '%s' fits none of the algorithms that the provider takes (%s): set it to a key for one of them"
						.formatted(this.property, PrintableText.of(String.join(", ", supported))),
					null));
		return key.sign(algorithm, TYPE, claims(provider, clientId));
	}

	private static List<String> supported(ProviderMetadata provider) {
		return (provider.members().get(ALGORITHMS) instanceof List<?> list)
				? list.stream().filter(String.class::isInstance).map(String.class::cast).toList() : List.of();
	}

	private JWTClaimsSet claims(ProviderMetadata provider, String clientId) {
		long now = this.clock.instant().getEpochSecond();
		return new JWTClaimsSet.Builder().issuer(clientId)
			.subject(clientId)
			.audience(provider.issuer())
			.jwtID(UUID.randomUUID().toString())
			.claim("iat", now)
			.claim("exp", now + LIFE)
			.build();
	}

}
