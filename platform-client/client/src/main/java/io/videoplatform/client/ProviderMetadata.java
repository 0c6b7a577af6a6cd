package io.videoplatform.client;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.videoplatform.internal.http.PrintableUrl;
import org.jspecify.annotations.Nullable;

/**
 * The verified configuration of the identity provider, with what the platform's WebFinger
 * response says of it. A value: equal if every part is.
 *
 * <pre class="code">
 * Object scopes(PlatformClient client) {
 *     ProviderMetadata provider = client.snapshot().discovery().provider();
 *     return (provider != null) ? provider.members().get("scopes_supported") : null;
 * }
 * </pre>
 *
 * @param issuer the issuer, exactly as an ID token states it
 * @param issuerStated whether the document stated the issuer; if not, it was derived from
 * the document's URL and is not good enough for logins
 * @param tokenEndpoint the token endpoint; may have a query, which is kept (RFC 6749,
 * section 3.2)
 * @param authorizationEndpoint the authorization endpoint; may have a query
 * @param jwksUri the URL of the issuer's keys
 * @param userinfoEndpoint the UserInfo endpoint
 * @param endSessionEndpoint the logout endpoint
 * @param revocationEndpoint the revocation endpoint (RFC 7009)
 * @param tokenEndpointAuthMethods how clients authenticate at the token endpoint; holds
 * {@code client_secret_basic} if the document says nothing (RFC 8414, section 2)
 * @param issParameterSupported whether authorization responses hold {@code iss} (RFC
 * 9207)
 * @param members all members of the document that have a value, unmodifiable
 * @param realm the realm's name, for information only
 * @param authServerUrl the URL of the authorization server, for information only
 * @since 0.1.0
 */
public record ProviderMetadata(String issuer, boolean issuerStated, URI tokenEndpoint, URI authorizationEndpoint,
		@Nullable URI jwksUri, @Nullable URI userinfoEndpoint, @Nullable URI endSessionEndpoint,
		@Nullable URI revocationEndpoint, List<String> tokenEndpointAuthMethods, boolean issParameterSupported,
		Map<String, Object> members, @Nullable String realm, @Nullable String authServerUrl) {

	/**
	 * Create a new instance.
	 */
	public ProviderMetadata {
		tokenEndpointAuthMethods = List.copyOf(tokenEndpointAuthMethods);
		members = withoutNulls(members);
	}

	private static Map<String, Object> withoutNulls(Map<String, Object> members) {
		Map<String, Object> present = new LinkedHashMap<>(members);
		present.values().removeIf(Objects::isNull);
		return Collections.unmodifiableMap(present);
	}

	@Override
	public String toString() {
		return "ProviderMetadata[issuer=%s, tokenEndpoint=%s, %d members]".formatted(this.issuer,
				PrintableUrl.of(this.tokenEndpoint), this.members.size());
	}

}
