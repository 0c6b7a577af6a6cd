package io.videoplatform.internal.login.oidc;

import java.net.URI;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.jwk.JWKSet;
import io.videoplatform.internal.document.DocumentContext;
import io.videoplatform.internal.document.DocumentSettings;
import io.videoplatform.internal.document.HeldDocument;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.observation.EngineObservations;

/**
 * The JWK sets of issuers (RFC 7517, section 5), which clients share that have URL and
 * exchange in common. Failures name the properties of the first of them: what those of
 * the others set is the same.
 */
final class JwkSetCache {

	private static final int MAX_ISSUERS = 100;

	private final DocumentSettings settings;

	private final DocumentContext documents;

	private final Cache<Location, HeldDocument<JWKSet>> sets;

	/**
	 * Create a new instance.
	 * @param settings how long JWK sets are used
	 * @param documents what all of them have in common
	 * @param observations counts the entries
	 */
	JwkSetCache(DocumentSettings settings, DocumentContext documents, EngineObservations observations) {
		this.settings = settings;
		this.documents = documents;
		this.sets = observations.cache("platform.jwk-sets", Caffeine.newBuilder().maximumSize(MAX_ISSUERS));
	}

	/**
	 * Return the JWK set at a URL.
	 */
	HeldDocument<JWKSet> get(URI url, OidcClient client) {
		return this.sets.get(new Location(url, client.exchange()),
				(location) -> new HeldDocument<>(new JwkSetReader(url, client.properties()), location.exchange(),
						this.settings, this.documents));
	}

	private record Location(URI url, BoundedExchange exchange) {

	}

}
