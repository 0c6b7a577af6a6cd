package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.text.ParseException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.document.DocumentFailure;
import io.videoplatform.internal.document.DocumentReader;
import io.videoplatform.internal.document.DocumentRequest;
import io.videoplatform.internal.http.RedirectPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JWK set of an issuer (RFC 7517, section 5), key by key: one that is
 * malformed, of an unknown type, too weak or for another use is left out, whereas Nimbus'
 * parser refuses the whole set.
 *
 * @param url where the issuer publishes it
 * @param properties the properties of the client that needs it
 */
public record JwkSetReader(URI url, ClientPropertyNames properties) implements DocumentReader<JWKSet> {

	/**
	 * RFC 7518, section 3.3.
	 */
	private static final int MIN_RSA_BITS = 2048;

	@Override
	public DocumentRequest request() {
		return new DocumentRequest(PlatformStep.PROVIDER_KEYS, this.url, "{jwks_uri}",
				"application/jwk-set+json, application/json", RedirectPolicy.SAME_ORIGIN, this.properties);
	}

	@Override
	public JWKSet read(Map<String, Object> document) {
		if (!(document.get("keys") instanceof List<?> members)) {
			throw DocumentFailure.malformed("the response has no 'keys' and is no JWK set");
		}
		List<JWK> keys = members.stream().map(JwkSetReader::key).filter(Objects::nonNull).toList();
		if (keys.isEmpty()) {
			throw DocumentFailure.malformed(
					"the response holds no RSA or EC key for signatures among its %d keys".formatted(members.size()));
		}
		return new JWKSet(keys);
	}

	@Override
	public PlatformException exception(String message, PlatformError error, PlatformStep step, URI url,
			boolean retryable, @Nullable Instant nextAttempt, @Nullable Throwable cause) {
		return new LoginUnavailableException(message, error, step, url, nextAttempt, cause);
	}

	@SuppressWarnings("unchecked")
	private static @Nullable JWK key(Object member) {
		if (!(member instanceof Map<?, ?> parameters)) {
			return null;
		}
		try {
			JWK key = JWK.parse((Map<String, Object>) parameters);
			return isUsable(key) ? key.toPublicJWK() : null;
		}
		catch (ParseException | RuntimeException ex) {
			// Section 5 of RFC 7517: a key that is not understood is ignored. Nimbus has
			// no exception for an RSA key of several primes that lacks a member
			return null;
		}
	}

	private static boolean isUsable(JWK key) {
		boolean strong = key instanceof ECKey || (key instanceof RSAKey && key.size() >= MIN_RSA_BITS);
		boolean verifies = key.getKeyOperations() == null || key.getKeyOperations().contains(KeyOperation.VERIFY);
		return strong && verifies && (key.getKeyUse() == null || KeyUse.SIGNATURE.equals(key.getKeyUse()));
	}

}
