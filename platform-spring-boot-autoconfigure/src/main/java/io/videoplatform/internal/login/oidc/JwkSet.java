package io.videoplatform.internal.login.oidc;

import java.util.List;

import com.nimbusds.jose.jwk.JWK;
import org.jspecify.annotations.Nullable;

/**
 * The keys that an issuer publishes (RFC 7517, section 5).
 *
 * @param keys the public keys that signatures can be verified with
 */
record JwkSet(List<JWK> keys) {

	JwkSet {
		keys = List.copyOf(keys);
	}

	boolean contains(@Nullable String keyId) {
		return this.keys.stream().anyMatch((key) -> keyId != null && keyId.equals(key.getKeyID()));
	}

}
