package io.videoplatform.internal.browser;

import java.net.URI;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.browser.BrowserFlow;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.UrlValidator;
import org.jspecify.annotations.Nullable;

/**
 * Writes the document, once for each configuration that is discovered. Members are named
 * one by one: what else a provider's configuration or the properties hold never gets into
 * it.
 */
final class BrowserDocuments {

	private static final String CHECK_SESSION_IFRAME = "check_session_iframe";

	private static final String ISS_SUPPORTED = "authorization_response_iss_parameter_supported";

	private final BrowserSettings settings;

	private final UrlValidator rules;

	private final Clock clock;

	private final PlatformEvent.Listener events;

	private final Set<String> toldLeftOut = ConcurrentHashMap.newKeySet();

	private volatile @Nullable Written last;

	BrowserDocuments(BrowserSettings settings, UrlValidator rules, Clock clock, PlatformEvent.Listener events) {
		this.settings = settings;
		this.rules = rules;
		this.clock = clock;
		this.events = events;
	}

	BrowserDocument of(ProviderMetadata metadata) {
		Written written = this.last;
		if (written == null || written.metadata() != metadata) {
			written = new Written(metadata, BrowserDocument.of(members(metadata)));
			this.last = written;
		}
		return written.document();
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
		RealmUrl realm = realm(metadata);
		if (realm != null) {
			members.put("url", realm.url());
			members.put("realm", realm.realm());
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
			tell(PlatformStep.PROVIDER_CONFIGURATION, Level.DEBUG,
					"Member '%s' of the provider configuration is left out, it %s".formatted(CHECK_SESSION_IFRAME,
							ex.getMessage()));
			return null;
		}
	}

	private @Nullable RealmUrl realm(ProviderMetadata metadata) {
		RealmUrl named = RealmUrl.named(metadata);
		if (named == null || named.leadsTo(metadata.issuer())) {
			return named;
		}
		String message = ("WebFinger names the realm '%s' at %s, which does not lead to the issuer %s:"
				+ " browser applications get neither of the two, and need neither beside 'oidcProvider'")
			.formatted(PrintableUrl.text(named.realm()), named.printableUrl(), metadata.issuer());
		if (this.toldLeftOut.add(message)) {
			tell(PlatformStep.WEBFINGER, Level.WARN, message);
		}
		return null;
	}

	private void tell(PlatformStep step, Level level, String message) {
		this.events.onEvent(new PlatformEvent(this.clock.instant(), step, level, message));
	}

	/**
	 * A document with what it was made of.
	 */
	private record Written(ProviderMetadata metadata, BrowserDocument document) {

	}

}
