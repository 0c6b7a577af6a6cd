package io.videoplatform.it.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.text.ParseException;
import java.util.Optional;
import java.util.Set;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.videoplatform.it.keycloak.Realm;

/**
 * Checks tokens with the realm's public keys, without a second of tolerance.
 */
final class SignatureCheck implements TokenCheck {

	private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

	SignatureCheck(Realm realm, URI issuer) {
		DefaultJWTClaimsVerifier<SecurityContext> claims = new DefaultJWTClaimsVerifier<>("platform-api",
				new JWTClaimsSet.Builder().issuer(issuer.toString()).claim("typ", "Bearer").build(),
				Set.of("exp", "iat", "sub"));
		claims.setMaxClockSkew(0);
		this.processor.setJWTClaimsSetVerifier(claims);
		this.processor.setJWSKeySelector(new JWSVerificationKeySelector<>(
				Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256), new ImmutableJWKSet<>(keys(realm))));
	}

	@Override
	public Optional<String> usernameOf(String token) {
		try {
			return Optional.of(this.processor.process(token, null).getStringClaim("preferred_username"));
		}
		catch (ParseException | BadJOSEException ex) {
			return Optional.empty();
		}
		catch (JOSEException ex) {
			throw new IllegalStateException("Could not check a token's signature", ex);
		}
	}

	private static JWKSet keys(Realm realm) {
		try {
			return JWKSet.load(URI.create(realm.issuer() + "/protocol/openid-connect/certs").toURL());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not read Keycloak's keys", ex);
		}
		catch (ParseException ex) {
			throw new IllegalStateException("Keycloak's keys are no JWK set", ex);
		}
	}

}
