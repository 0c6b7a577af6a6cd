package io.videoplatform.internal.browser;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.browser.BrowserFlow;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.Digest;
import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.http.UrlValidator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;

/**
 * Creates the document. Each member is named here: no other part of the provider's
 * configuration or of the properties is ever included.
 */
final class BrowserDocumentFactory {

	private static final String CHECK_SESSION_IFRAME = "check_session_iframe";

	private static final String ISS_SUPPORTED = "authorization_response_iss_parameter_supported";

	private static final JsonMapper JSON = JsonMapper.shared();

	private final BrowserSettings settings;

	private final UrlValidator rules;

	private final EventPublisher events;

	private final Set<String> reported = ConcurrentHashMap.newKeySet();

	BrowserDocumentFactory(BrowserSettings settings, UrlValidator rules, EventPublisher events) {
		this.settings = settings;
		this.rules = rules;
		this.events = events;
	}

	/**
	 * Return the document as it is sent, with a strong entity tag (RFC 9110, section
	 * 8.8.3).
	 */
	HttpEntity<byte[]> create(ProviderMetadata metadata) {
		return document(members(metadata));
	}

	private static HttpEntity<byte[]> document(Map<String, Object> members) {
		byte[] body = JSON.writeValueAsBytes(members);
		HttpHeaders headers = new HttpHeaders();
		headers.setETag('"' + Digest.of(body) + '"');
		return new HttpEntity<>(body, headers);
	}

	private Map<String, Object> members(ProviderMetadata metadata) {
		Map<String, Object> members = new LinkedHashMap<>();
		members.put("oidcProvider", oidcProvider(metadata));
		members.put("clientId", this.settings.clientId());
		members.put("flow", this.settings.flow().name().toLowerCase(Locale.ROOT));
		members.put("scope", String.join(" ", this.settings.scope()));
		members.put("responseMode", "fragment");
		if (this.settings.flow() == BrowserFlow.STANDARD) {
			members.put("pkceMethod", "S256");
		}
		members.put("checkLoginIframe", false);
		members.put("apiBaseUrl", this.settings.apiBaseUrl().toString());
		KeycloakRealm realm = realm(metadata);
		if (realm != null) {
			members.put("url", realm.url());
			members.put("realm", realm.name());
		}
		return members;
	}

	/**
	 * The members that browser libraries read, by their names in the provider's own
	 * configuration (OpenID Connect Discovery 1.0, section 3).
	 */
	private Map<String, Object> oidcProvider(ProviderMetadata metadata) {
		Map<String, Object> provider = new LinkedHashMap<>();
		provider.put("issuer", metadata.issuer());
		provider.put("authorization_endpoint", metadata.authorizationEndpoint().toString());
		provider.put("token_endpoint", metadata.tokenEndpoint().toString());
		put(provider, "userinfo_endpoint", metadata.userinfoEndpoint());
		put(provider, "end_session_endpoint", metadata.endSessionEndpoint());
		put(provider, "revocation_endpoint", metadata.revocationEndpoint());
		put(provider, "jwks_uri", metadata.jwksUri());
		put(provider, CHECK_SESSION_IFRAME, checkSessionIframe(metadata));
		if (metadata.issParameterSupported()) {
			provider.put(ISS_SUPPORTED, true);
		}
		return provider;
	}

	private static void put(Map<String, Object> members, String name, @Nullable URI url) {
		if (url != null) {
			members.put(name, url.toString());
		}
	}

	private @Nullable URI checkSessionIframe(ProviderMetadata metadata) {
		Object value = metadata.members().get(CHECK_SESSION_IFRAME);
		try {
			return (value != null) ? this.rules.require(value) : null;
		}
		catch (InvalidUrlException ex) {
			this.events.publish(PlatformStep.PROVIDER_CONFIGURATION, Level.DEBUG,
					"Member '%s' of the provider configuration is left out, it %s".formatted(CHECK_SESSION_IFRAME,
							ex.getMessage()));
			return null;
		}
	}

	private @Nullable KeycloakRealm realm(ProviderMetadata metadata) {
		KeycloakRealm realm = KeycloakRealm.of(metadata);
		if (realm == null || realm.hasIssuer(metadata.issuer())) {
			return realm;
		}
		String message = ("WebFinger names the realm '%s' at %s, which does not lead to the issuer %s:"
				+ " browser applications get neither of the two, and need neither beside 'oidcProvider'")
			.formatted(PrintableText.of(realm.name()), realm.printableUrl(), metadata.issuer());
		if (this.reported.add(message)) {
			this.events.publish(PlatformStep.WEBFINGER, Level.WARN, PlatformError.ISSUER_MISMATCH,
					PlatformError.ISSUER_MISMATCH.explain(message));
		}
		return null;
	}

}
