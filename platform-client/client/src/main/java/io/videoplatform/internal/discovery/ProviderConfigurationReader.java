package io.videoplatform.internal.discovery;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.document.DocumentFailure;
import io.videoplatform.internal.document.DocumentReader;
import io.videoplatform.internal.document.DocumentRequest;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.RedirectPolicy;
import io.videoplatform.internal.http.UrlValidator;
import org.jspecify.annotations.Nullable;

/**
 * Reads the configuration of a trusted issuer (OpenID Connect Discovery 1.0, section 4).
 * It is lenient: two endpoints are required, the issuer must be the one that the document
 * was found at, and whatever else is malformed is left out.
 */
final class ProviderConfigurationReader implements DocumentReader<ProviderMetadata> {

	private static final List<String> DEFAULT_AUTH_METHODS = List.of("client_secret_basic");

	private static final String ALIASES = "mtls_endpoint_aliases";

	/**
	 * The endpoints in use that may have an alias (RFC 8705, section 5).
	 */
	private static final List<String> ALIASED = List.of("token_endpoint", "revocation_endpoint", "userinfo_endpoint");

	private final Supplier<WebFingerDocument> named;

	private final IssuerLocation location;

	private final ClientPropertyNames properties;

	private final boolean mutualTls;

	private final UrlValidator urls;

	private final IssuerTrust trust;

	private final EventPublisher events;

	private final AtomicBoolean reportedUnstated = new AtomicBoolean();

	/**
	 * Create a new instance.
	 * @param named returns the WebFinger response of the moment, which is read with the
	 * configuration
	 */
	ProviderConfigurationReader(IssuerLocation location, Supplier<WebFingerDocument> named, DiscoverySettings settings,
			UrlValidator urls, IssuerTrust trust, EventPublisher events) {
		this.location = location;
		this.named = named;
		this.properties = settings.properties();
		this.mutualTls = settings.mutualTls();
		this.urls = urls;
		this.trust = trust;
		this.events = events;
	}

	@Override
	public DocumentRequest request() {
		return new DocumentRequest(PlatformStep.PROVIDER_CONFIGURATION, this.location.documentUrl(),
				"{issuer}/.well-known/openid-configuration", "application/json", RedirectPolicy.SAME_ORIGIN,
				this.properties);
	}

	@Override
	public void checkRequest(URI url) {
		this.trust.check(this.location);
		this.urls.check(url);
	}

	@Override
	public PlatformError error(int status) {
		return (status == 404 || status == 410) ? PlatformError.ISSUER_MISMATCH : DocumentReader.super.error(status);
	}

	@Override
	public ProviderMetadata read(Map<String, Object> members) {
		WebFingerDocument current = this.named.get();
		boolean stated = members.get("issuer") != null;
		String issuer = stated ? issuer(members.get("issuer")) : this.location.issuer();
		Map<String, Object> endpoints = endpoints(members);
		ProviderMetadata metadata = new ProviderMetadata(issuer, stated, required(endpoints, "token_endpoint"),
				required(endpoints, "authorization_endpoint"), optional(endpoints, "jwks_uri"),
				optional(endpoints, "userinfo_endpoint"), optional(endpoints, "end_session_endpoint"),
				optional(endpoints, "revocation_endpoint"),
				authMethods(members.get("token_endpoint_auth_methods_supported")),
				Boolean.TRUE.equals(members.get("authorization_response_iss_parameter_supported")), members,
				current.realm(), current.authServerUrl());
		if (!stated && this.reportedUnstated.compareAndSet(false, true)) {
			String message = "Provider configuration at %s states no issuer; '%s' is derived from its URL and does not allow logins"
				.formatted(PrintableUrl.of(this.location.documentUrl()), issuer);
			this.events.publish(PlatformStep.PROVIDER_CONFIGURATION, Level.WARN, PlatformError.ISSUER_MISMATCH,
					PlatformError.ISSUER_MISMATCH.explain(message));
		}
		return metadata;
	}

	@Override
	public void check(ProviderMetadata document) {
		this.trust.accept(document);
	}

	/**
	 * Return the members with the endpoints for clients with a certificate in place of
	 * the others, if that is what is asked for. All that follows, the trust in the origin
	 * of the token endpoint among it, concerns these.
	 */
	private Map<String, Object> endpoints(Map<String, Object> members) {
		if (!this.mutualTls || !(members.get(ALIASES) instanceof Map<?, ?> aliases)) {
			return members;
		}
		Map<String, Object> endpoints = new LinkedHashMap<>(members);
		for (String name : ALIASED) {
			Object alias = aliases.get(name);
			if (alias != null) {
				endpoints.put(name, alias);
			}
		}
		return endpoints;
	}

	private String issuer(@Nullable Object value) {
		if (value instanceof String issuer && this.location.belongsTo(issuer)) {
			return issuer;
		}
		String stated = (value instanceof String text) ? "'" + PrintableUrl.masked(text) + "'" : "no text";
		throw DocumentFailure
			.mismatch("the issuer in the document is %s instead of '%s'".formatted(stated, this.location.issuer()));
	}

	private URI required(Map<String, Object> members, String name) {
		try {
			return this.urls.require(members.get(name));
		}
		catch (InvalidUrlException ex) {
			throw DocumentFailure.malformed("member '%s' %s".formatted(name, ex.getMessage()));
		}
	}

	private @Nullable URI optional(Map<String, Object> members, String name) {
		if (members.get(name) == null) {
			return null;
		}
		try {
			return this.urls.require(members.get(name));
		}
		catch (InvalidUrlException ex) {
			this.events.publish(PlatformStep.PROVIDER_CONFIGURATION, Level.DEBUG,
					"Member '%s' of the provider configuration is left out, it %s".formatted(name, ex.getMessage()));
			return null;
		}
	}

	private static List<String> authMethods(@Nullable Object value) {
		List<String> methods = (value instanceof List<?> list)
				? list.stream().filter(String.class::isInstance).map(String.class::cast).toList() : List.of();
		return methods.isEmpty() ? DEFAULT_AUTH_METHODS : methods;
	}

}
