package io.videoplatform.login.oidc;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import com.nimbusds.jose.jwk.JWK;
import org.jspecify.annotations.Nullable;

/**
 * The keys that an issuer published at a moment.
 *
 * @param keys the public keys that signatures can be verified with
 * @param fetchedAt when they were asked for
 */
record KeySet(List<JWK> keys, Instant fetchedAt) {

	/**
	 * From this age on the set is fetched again behind the logins that use it, so that a
	 * key that was withdrawn is not trusted for long.
	 */
	private static final Duration STALE = Duration.ofHours(1);

	/**
	 * From this age on the set is not used.
	 */
	private static final Duration TOO_OLD = Duration.ofHours(24);

	KeySet {
		keys = List.copyOf(keys);
	}

	boolean holds(@Nullable String keyId) {
		return this.keys.stream().anyMatch((key) -> keyId != null && keyId.equals(key.getKeyID()));
	}

	boolean isStale(Instant now) {
		return !now.isBefore(this.fetchedAt.plus(STALE));
	}

	boolean isTooOld(Instant now) {
		return !now.isBefore(this.fetchedAt.plus(TOO_OLD));
	}

}
