package io.videoplatform.discovery;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.transport.InvalidUrlException;
import io.videoplatform.transport.PrintableUrl;
import io.videoplatform.transport.UrlRules;
import org.jspecify.annotations.Nullable;

/**
 * Reads a provider's configuration leniently: two endpoints are required, the issuer must
 * be the one that the document was found at, and whatever else is malformed is left out.
 */
final class ProviderMetadataReader {

	private static final List<String> DEFAULT_AUTH_METHODS = List.of("client_secret_basic");

	private final UrlRules rules;

	private final EventLog events;

	private final Set<String> toldUnstated = ConcurrentHashMap.newKeySet();

	ProviderMetadataReader(UrlRules rules, EventLog events) {
		this.rules = rules;
		this.events = events;
	}

	/**
	 * Read the members of a configuration.
	 * @param members the members
	 * @param location where it was found
	 * @return the configuration
	 * @throws DiscoveryFailure if an endpoint is missing or cannot be asked, or the
	 * issuer is another
	 */
	ProviderMetadata read(Map<String, Object> members, IssuerLocation location) {
		boolean stated = members.get("issuer") != null;
		String issuer = stated ? issuer(members.get("issuer"), location) : location.issuer();
		ProviderMetadata metadata = new ProviderMetadata(issuer, stated, required(members, "token_endpoint"),
				required(members, "authorization_endpoint"), optional(members, "jwks_uri"),
				optional(members, "userinfo_endpoint"), optional(members, "end_session_endpoint"),
				optional(members, "revocation_endpoint"),
				authMethods(members.get("token_endpoint_auth_methods_supported")),
				Boolean.TRUE.equals(members.get("authorization_response_iss_parameter_supported")), members, null,
				null);
		if (!stated && this.toldUnstated.add(issuer)) {
			tell(Level.WARN,
					"Provider configuration at %s states no issuer; '%s' is derived from its URL and does not allow logins"
						.formatted(PrintableUrl.of(location.documentUrl()), issuer));
		}
		return metadata;
	}

	private static String issuer(@Nullable Object value, IssuerLocation location) {
		if (value instanceof String issuer && location.belongsTo(issuer)) {
			return issuer;
		}
		String stated = (value instanceof String text) ? "'" + printable(text) + "'" : "no text";
		throw DiscoveryFailure
			.mismatch("the issuer in the document is %s instead of '%s'".formatted(stated, location.issuer()));
	}

	private static String printable(String text) {
		return RootUrl.printable(text);
	}

	private URI required(Map<String, Object> members, String name) {
		try {
			return this.rules.require(members.get(name));
		}
		catch (InvalidUrlException ex) {
			throw DiscoveryFailure.malformed("member '%s' %s".formatted(name, ex.getMessage()), ex);
		}
	}

	private @Nullable URI optional(Map<String, Object> members, String name) {
		if (members.get(name) == null) {
			return null;
		}
		try {
			return this.rules.require(members.get(name));
		}
		catch (InvalidUrlException ex) {
			tell(Level.DEBUG,
					"Member '%s' of the provider configuration is left out, it %s".formatted(name, ex.getMessage()));
			return null;
		}
	}

	private static List<String> authMethods(@Nullable Object value) {
		List<String> methods = (value instanceof List<?> list)
				? list.stream().filter(String.class::isInstance).map(String.class::cast).toList() : List.of();
		return methods.isEmpty() ? DEFAULT_AUTH_METHODS : methods;
	}

	private void tell(Level level, String message) {
		this.events.tell(PlatformStep.PROVIDER_CONFIGURATION, level, message);
	}

}
