package io.videoplatform.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.discovery.ClientProperties;
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

	private final String redirectUri;

	private final ClientSettings.@Nullable Ssl ssl;

	private ClientSettingsFactory(PlatformProperties properties, PlatformConnectionDetails connection,
			Set<Origin> plainHttp) {
		this.properties = properties;
		this.connection = connection;
		this.plainHttp = plainHttp;
		this.root = RootUrl.parse(first(connection.getRootUrl(), properties.rootUrl()), plainHttp);
		this.credentials = ConfiguredCredentials.of(properties)
			.replacedBy(connection.getCredentials(PlatformClients.DEFAULT));
		this.redirectUri = RedirectUriValidator.afterLogin("platform.redirect-uri", properties.redirectUri());
		this.ssl = sslOf(ClientProperties.prefixOf(PlatformClients.DEFAULT), properties.ssl());
	}

	static PlatformSettings create(PlatformProperties properties, PlatformConnectionDetails connection) {
		PlatformProperties.Roots roots = properties.roots();
		Set<Origin> plainHttp = OriginParser.plainHttp(properties.plainHttpOrigins());
		ClientSettingsFactory factory = new ClientSettingsFactory(properties, connection, plainHttp);
		Map<String, ClientSettings> clients = new LinkedHashMap<>();
		clients.put(PlatformClients.DEFAULT, factory.defaultClient());
		properties.clients().forEach((name, client) -> clients.put(name, factory.namedClient(name, client)));
		PlatformSettings settings = new PlatformSettings(clients, plainHttp,
				properties.discovery().addressFilter() == PlatformProperties.AddressFilter.RELATIVE,
				new PlatformSettings.Logins(properties.login().maxLogins(), properties.login().idleTimeout(),
						properties.login().revokeAtLogout()),
				new PlatformSettings.Roots(roots.maxSize(), roots.idleTimeout(),
						AddressFilter.Scope.valueOf(roots.nearestAddress().name())));
		settings.all().forEach((client) -> checkSsl(client, settings));
		return settings;
	}

	private static void checkSsl(ClientSettings client, PlatformSettings settings) {
		ClientSettings.Ssl other = settings.ssl(client.root());
		ClientSettings.Ssl own = client.ssl();
		if (own != null && other != null && !own.bundle().equals(other.bundle())) {
			throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, own.property(),
					PrintableText.of(own.bundle()),
					"contradicts '%s' of a client with the same root URL".formatted(other.property()),
					"Set both to the same SSL bundle.");
		}
	}

	private ClientSettings defaultClient() {
		ClientProperties names = this.credentials.names(this.credentials, ClientProperties.DEFAULT.apply("ssl.bundle"));
		ClientCredentials mapped = new CredentialsMapper(this.credentials, names,
				clientName(PlatformClients.DEFAULT, this.properties.clientName()), this.redirectUri)
			.map();
		return new ClientSettings(PlatformClients.DEFAULT,
				discovery(PlatformClients.DEFAULT, this.root, names, null, mapped), mapped,
				trusted("platform.trusted-origins", this.properties.trustedOrigins()), this.ssl);
	}

	private ClientSettings namedClient(String name, PlatformProperties.Client client) {
		checkName(name);
		String prefix = ClientProperties.prefixOf(name) + ".";
		String rootUrl = first(this.connection.getRootUrl(name), client.rootUrl());
		RootUrl clientRoot = (rootUrl != null) ? RootUrl.parse(prefix + "root-url", rootUrl, this.plainHttp)
				: this.root;
		boolean samePlatform = clientRoot.equals(this.root);
		ConfiguredCredentials configured = ConfiguredCredentials.of(name, client);
		ConfiguredCredentials effective = (samePlatform ? configured.inheritFrom(this.credentials) : configured)
			.replacedBy(this.connection.getCredentials(name));
		ClientProperties names = effective.names(configured, property(prefix, "ssl.bundle", !samePlatform))
			.with("root-url", property(prefix, "root-url", rootUrl != null))
			.with("issuer", property(prefix, "issuer", setsIssuer(client, samePlatform)))
			.with("trusted-origins", property(prefix, "trusted-origins", setsTrustedOrigins(client, samePlatform)));
		ClientCredentials mapped = new CredentialsMapper(effective, names, clientName(name, client.clientName()),
				redirectUri(prefix, client))
			.map();
		return new ClientSettings(name, discovery(name, clientRoot, names, client, mapped), mapped,
				trustedOrigins(prefix, client, samePlatform), ssl(name, client, samePlatform));
	}

	/**
	 * A bundle is meant for the root URL of the properties, and not for another one of
	 * connection details.
	 */
	private ClientSettings.@Nullable Ssl ssl(String name, PlatformProperties.Client client, boolean samePlatform) {
		ClientSettings.Ssl own = (this.connection.getRootUrl(name) == null)
				? sslOf(ClientProperties.prefixOf(name), client.ssl()) : null;
		return (own == null && samePlatform) ? this.ssl : own;
	}

	private DiscoverySettings discovery(String name, RootUrl clientRoot, ClientProperties names,
			PlatformProperties.@Nullable Client client, @Nullable ClientCredentials mapped) {
		PlatformProperties.Discovery discovery = this.properties.discovery();
		String issuer = (client != null && client.issuer() != null) ? client.issuer() : this.properties.issuer();
		DocumentSettings documents = new DocumentSettings(discovery.minLifetime(), discovery.staleIfError());
		return new DiscoverySettings(clientRoot, documents, names, first(this.connection.getIssuer(name), issuer),
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
		return own ? prefix + name : ClientProperties.DEFAULT.apply(name);
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
				? RedirectUriValidator.afterLogin(prefix + "redirect-uri", client.redirectUri()) : this.redirectUri;
	}

	/**
	 * The name distinguishes clients on the login page, so it is not inherited.
	 */
	private static String clientName(String name, @Nullable String clientName) {
		return (clientName != null && !clientName.isBlank()) ? clientName.trim() : name;
	}

	private static void checkName(String name) {
		String property = ClientProperties.prefixOf(PrintableText.of(name));
		if (name.equals(PlatformClients.DEFAULT)) {
			throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, "platform.clients.platform", null,
					"has the name of the client that 'platform.*' describes",
					"Use another name, or leave 'clients.platform' out of its properties.");
		}
		if (name.equals(EngineObservations.RUN_TIME)) {
			throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, property, null,
					"has the name that metrics give to all platforms which are named at run time", "Use another name.");
		}
		if (!NAME.matcher(name).matches()) {
			throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, property, null,
					"has a name that cannot be part of a registration id",
					"Use lower-case letters, digits and '-', such as 'platform.clients.jobs'.");
		}
	}

	private static ClientSettings.@Nullable Ssl sslOf(String prefix, PlatformProperties.Ssl properties) {
		return StringUtils.hasText(properties.bundle())
				? new ClientSettings.Ssl(prefix + ".ssl.bundle", properties.bundle().trim()) : null;
	}

}
