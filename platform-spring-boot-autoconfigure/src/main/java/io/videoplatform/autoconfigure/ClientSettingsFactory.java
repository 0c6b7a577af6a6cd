package io.videoplatform.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.regex.Pattern;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.discovery.DiscoverySettings;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.document.DocumentSettings;
import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.OriginParser;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.observation.EngineObservations;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Creates the settings of each client. What a named client leaves out it inherits from
 * {@code platform.*}, but what decides where a secret or a token is sent (credentials,
 * trusted origins) never from the client of another root URL.
 * {@link ConfiguredCredentials} defines how credentials are inherited.
 */
final class ClientSettingsFactory {

	/**
	 * The name becomes a part of a registration id, and so of a path.
	 */
	private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]*");

	private final PlatformProperties properties;

	private final PlatformConnectionDetails connection;

	private final Set<Origin> plainHttp;

	private final RootUrl root;

	private final ConfiguredCredentials credentials;

	private ClientSettingsFactory(PlatformProperties properties, PlatformConnectionDetails connection,
			Set<Origin> plainHttp) {
		this.properties = properties;
		this.connection = connection;
		this.plainHttp = plainHttp;
		this.root = RootUrl.parse(first(connection.getRootUrl(), properties.rootUrl()), plainHttp);
		this.credentials = ConfiguredCredentials.of(PlatformClients.DEFAULT, properties.defaultClient())
			.replacedBy(connection.getCredentials(PlatformClients.DEFAULT));
	}

	static PlatformSettings create(PlatformProperties properties, PlatformConnectionDetails connection) {
		PlatformProperties.Roots roots = properties.roots();
		Set<Origin> plainHttp = OriginParser.plainHttp(properties.plainHttpOrigins());
		ClientSettingsFactory factory = new ClientSettingsFactory(properties, connection, plainHttp);
		Map<String, ClientSettings> clients = new LinkedHashMap<>();
		clients.put(PlatformClients.DEFAULT,
				factory.client(PlatformClients.DEFAULT, properties.defaultClient(), factory.root, true));
		for (Entry<String, PlatformProperties.Client> named : properties.clients().entrySet()) {
			clients.put(named.getKey(), factory.namedClient(named.getKey(), named.getValue()));
		}
		PlatformSettings settings = new PlatformSettings(clients, plainHttp,
				properties.discovery().addressFilter() == PlatformProperties.AddressFilter.RELATIVE,
				new PlatformSettings.Logins(properties.login().maxLogins(), properties.login().idleTimeout(),
						properties.login().revokeAtLogout()),
				new PlatformSettings.Roots(roots.maxSize(), roots.idleTimeout(),
						AddressFilter.Scope.valueOf(roots.nearestAddress().name())));
		for (ClientSettings client : settings.all()) {
			checkSsl(client, settings);
		}
		return settings;
	}

	private static void checkSsl(ClientSettings client, PlatformSettings settings) {
		ClientSettings.Ssl other = settings.ssl(client.root());
		ClientSettings.Ssl own = client.ssl();
		if (own != null && other != null && !own.bundle().equals(other.bundle())) {
			throw new PlatformConfigurationException(own.property(), PrintableText.of(own.bundle()),
					"contradicts '%s' of a client with the same root URL".formatted(other.property()),
					"Set both to the same SSL bundle.");
		}
	}

	private ClientSettings namedClient(String name, PlatformProperties.Client client) {
		checkName(name);
		String prefix = ClientPropertyNames.prefixOf(name) + ".";
		String connected = this.connection.getRootUrl(name);
		String rootUrl = first(connected, client.rootUrl());
		RootUrl clientRoot = (rootUrl != null) ? RootUrl.parse(prefix + "root-url", rootUrl, this.plainHttp)
				: this.root;
		return client(name, client, clientRoot, connected == null);
	}

	/**
	 * The default client inherits from itself.
	 * @param own whether the root URL is that of the properties, which the SSL bundle is
	 * meant for
	 */
	private ClientSettings client(String name, PlatformProperties.Client client, RootUrl clientRoot, boolean own) {
		String prefix = ClientPropertyNames.prefixOf(name) + ".";
		boolean samePlatform = clientRoot.equals(this.root);
		ConfiguredCredentials configured = ConfiguredCredentials.of(name, client);
		ConfiguredCredentials effective = (samePlatform ? configured.inheritFrom(this.credentials) : configured)
			.replacedBy(this.connection.getCredentials(name));
		ClientPropertyNames names = effective.names(configured, property(prefix, "ssl.bundle", !samePlatform))
			.with("root-url", property(prefix, "root-url", !own || client.rootUrl() != null))
			.with("issuer", property(prefix, "issuer", setsIssuer(client, samePlatform)))
			.with("trusted-origins", property(prefix, "trusted-origins", setsTrustedOrigins(client, samePlatform)));
		ClientCredentials mapped = new CredentialsMapper(effective, names, clientName(name, client.clientName()),
				redirectUri(prefix, client))
			.map();
		return new ClientSettings(name, discovery(name, clientRoot, names, client, mapped), mapped,
				trustedOrigins(prefix, client, samePlatform),
				ssl(prefix, own ? client.ssl().bundle() : null, samePlatform));
	}

	private ClientSettings.@Nullable Ssl ssl(String prefix, @Nullable String bundle, boolean samePlatform) {
		if (StringUtils.hasText(bundle)) {
			return new ClientSettings.Ssl(prefix + "ssl.bundle", bundle.trim());
		}
		return samePlatform ? ssl("platform.", this.properties.ssl().bundle(), false) : null;
	}

	private DiscoverySettings discovery(String name, RootUrl clientRoot, ClientPropertyNames names,
			PlatformProperties.Client client, @Nullable ClientCredentials mapped) {
		PlatformProperties.Discovery discovery = this.properties.discovery();
		DocumentSettings documents = new DocumentSettings(discovery.minLifetime(), discovery.staleIfError());
		return new DiscoverySettings(clientRoot, documents, names,
				first(this.connection.getIssuer(name), first(client.issuer(), this.properties.issuer())),
				List.copyOf(discovery.trustedIssuers()), mapped != null && mapped.authentication().usesMutualTls());
	}

	private static @Nullable String first(@Nullable String value, @Nullable String otherwise) {
		return (value != null) ? value : otherwise;
	}

	/**
	 * Whether a message names the client's own property: the one that sets the issuer or,
	 * if none does, the one that should.
	 */
	private boolean setsIssuer(PlatformProperties.Client client, boolean samePlatform) {
		return client.issuer() != null || (!samePlatform && this.properties.issuer() == null);
	}

	/**
	 * Whether a message names the client's own property: also where it would inherit
	 * nothing, so that no other client's token goes to what is listed.
	 */
	private boolean setsTrustedOrigins(PlatformProperties.Client client, boolean samePlatform) {
		return client.trustedOrigins() != null || !samePlatform || this.properties.trustedOrigins().isEmpty();
	}

	private static String property(String prefix, String name, boolean own) {
		return own ? prefix + name : ClientPropertyNames.DEFAULT.apply(name);
	}

	private Set<Origin> trustedOrigins(String prefix, PlatformProperties.Client client, boolean samePlatform) {
		if (client.trustedOrigins() != null) {
			return trusted(prefix + "trusted-origins", client.trustedOrigins());
		}
		return samePlatform ? trusted("platform.trusted-origins", this.properties.trustedOrigins()) : Set.of();
	}

	private Set<Origin> trusted(String property, Set<String> values) {
		return OriginParser.trusted(property, values, this.plainHttp);
	}

	private String redirectUri(String prefix, PlatformProperties.Client client) {
		return (client.redirectUri() != null)
				? RedirectUriValidator.afterLogin(prefix + "redirect-uri", client.redirectUri())
				: RedirectUriValidator.afterLogin("platform.redirect-uri", this.properties.redirectUri());
	}

	/**
	 * The name distinguishes clients on the login page, so it is not inherited.
	 */
	private static String clientName(String name, @Nullable String clientName) {
		return (clientName != null && !clientName.isBlank()) ? clientName.trim() : name;
	}

	private static void checkName(String name) {
		String property = "platform.clients." + PrintableText.of(name);
		if (name.equals(PlatformClients.DEFAULT) || name.equals(EngineObservations.RUN_TIME)) {
			throw new PlatformConfigurationException(property, null,
					"has a name that stands for the client of 'platform.*', or in metrics for platforms named at run time",
					"Use another name.");
		}
		if (!NAME.matcher(name).matches()) {
			throw new PlatformConfigurationException(property, null,
					"has a name that cannot be part of a registration id",
					"Use lower-case letters, digits and '-', such as 'platform.clients.jobs'.");
		}
	}

}
