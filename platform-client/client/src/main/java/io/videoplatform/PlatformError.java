package io.videoplatform;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * The catalogue of what goes wrong: a code, the cause and the cure. Exceptions, log
 * lines, metrics ({@code error.type}), health, problem details and reports of a failed
 * start name the same code, which the page on troubleshooting lists.
 *
 * <pre class="code">
 * catch (PlatformException ex) {
 *     if (ex.getError() == PlatformError.INVALID_CLIENT) {
 *         notifyOperator(ex.getError().getCure());
 *     }
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public enum PlatformError {

	/** A property, a bean or a library is missing, wrong or in conflict with another. */
	CONFIGURATION("configuration",
			"A property, a bean or a library is missing, cannot be used, contradicts another one, or is advised against.",
			"Set, correct or remove what the message names."),

	/** Tokens or credentials would travel, or do travel, over plain http. */
	PLAIN_HTTP("plain_http", "Tokens or credentials would travel, or do travel, over plain http.",
			"Use https. List an origin in 'platform.plain-http-origins' only if it has no https."),

	/** No credentials are set, or a part of them is missing. */
	CREDENTIALS_MISSING("credentials_missing", "No credentials are set, or a part of them is missing.",
			"Set {username} and {password} together, or {client-id}, {client-secret} and {grant-type}."),

	/** A secret, a key, a certificate or an SSL bundle cannot be read or used. */
	CREDENTIALS_UNAVAILABLE("credentials_unavailable",
			"A secret, a key, a certificate or an SSL bundle cannot be read or used.",
			"Correct the file or the SSL bundle ('spring.ssl.bundle.*') that the message names; the starter reads it again automatically."),

	/** A client is named that no property describes. */
	UNKNOWN_CLIENT("unknown_client", "A client is named that no property describes.",
			"Describe it by properties that begin with 'platform.clients.<name>', or name one that exists."),

	/** The host is unknown, accepts no connection, or has ended it. */
	CONNECT("connect", "The host is unknown, accepts no connection, or has ended it.",
			"Check that the server runs, and check DNS, the firewall and 'platform.proxy.host'.",
			"Check also {root-url}, or have the platform's operator correct the URL that the message names."),

	/** The host has only addresses that this application does not connect to. */
	ADDRESS_REFUSED("address_refused", "The host has only addresses that this application does not connect to.",
			"To allow these addresses, set 'platform.discovery.address-filter' to 'off'. For platforms named at run time, set 'platform.roots.nearest-address' instead. Check also whether an InetAddressFilter bean of the application refuses them."),

	/** The TLS handshake has failed, or the server does not speak TLS. */
	TLS("tls", "The TLS handshake has failed, or the server does not speak TLS.",
			"Check the port, and protocols and ciphers of {ssl.bundle}.",
			"Correct {root-url}, or have the platform's operator correct the URL that the message names."),

	/**
	 * The server's certificate has expired or is not valid yet, or this machine's clock
	 * is wrong.
	 */
	CERTIFICATE_EXPIRED("certificate_expired",
			"The server's certificate has expired or is not valid yet, or this machine's clock is wrong.",
			"Renew the certificate at the server, and check this machine's clock."),

	/** The server's certificate was issued by an authority that is not trusted. */
	CERTIFICATE_UNTRUSTED("certificate_untrusted",
			"The server's certificate was issued by an authority that is not trusted.",
			"Add the authority to the trust store of an SSL bundle, name the bundle in {ssl.bundle}, and check that the server sends its whole chain."),

	/** The server's certificate is for another host. */
	CERTIFICATE_HOST("certificate_host", "The server's certificate is for another host.",
			"Call the server by a name of its certificate, or add the custom domain to the certificate at the server."),

	/** No complete response arrived in time. */
	TIMEOUT("timeout", "No complete response arrived in time.",
			"Check the server's load and the network. For a slow server, raise 'spring.http.clients.read-timeout' (for discovery and token requests 5 s by default, and never more than 10 s)."),

	/** The response is an error, a redirect or a web page. */
	UNKNOWN_RESOURCE("unknown_resource",
			"The response is an error, a redirect or a web page, not that of the API or the provider.",
			"Check that no gateway responds in its place.",
			"Check also {root-url}, or have the platform's operator correct WebFinger or the URL in the message."),

	/** The server limits the number of requests. */
	STATUS_429("429", "The server limits the number of requests.",
			"Ask its operator for a higher limit; the starter pauses requests automatically."),

	/** The server has failed, is overloaded or in maintenance. */
	STATUS_5XX("5xx", "The server has failed, is overloaded or in maintenance.",
			"Check the server's log and state; applications recover without a restart."),

	/** The response is not what its specification requires. */
	MALFORMED("malformed", "The response is not what its specification requires.",
			"Show the message to the operator of the server, and check that the URL in it is that of the API or the provider."),

	/** The WebFinger response does not fit the provider. */
	ISSUER_MISMATCH("issuer_mismatch",
			"The WebFinger response names no issuer, one that does not exist, or another one than the provider states.",
			"Have the platform's operator correct the issuer link of the WebFinger response: it must be the issuer in the provider's configuration. At Keycloak, check the realm."),

	/**
	 * The API host names an issuer that is not trusted; no credentials are sent there.
	 */
	ISSUER_REFUSED("issuer_refused", "The API host names an issuer that is not trusted; no credentials are sent there.",
			"Ask the platform's operator. If the issuer has changed, trust it by {issuer} or 'platform.discovery.trusted-issuers'; if not, have the WebFinger response corrected."),

	/** A parameter or a scope of the request is missing or wrong. */
	INVALID_REQUEST("invalid_request",
			"The provider says that a parameter or a scope of the request is missing or wrong.",
			"Compare {scope} and {token-request.parameters} with what the provider documents, and have missing scopes assigned to {client-id} at the provider."),

	/** The provider does not know the client, or its secret or key is wrong. */
	INVALID_CLIENT("invalid_client", "The provider does not know the client, or its secret or key is wrong.",
			"Check {client-id} and {client-secret}, or the key or certificate that takes its place. With a key, also check this machine's clock."),

	/** The user name or password is wrong, the account is locked or not set up. */
	INVALID_GRANT("invalid_grant",
			"The user name or password is wrong, the account is locked or not set up, or a code or refresh token is used up.",
			"Check {username} and {password}, and at the provider whether the account is locked or incomplete; after a refused code or refresh token, log in again."),

	/** The client may not use this grant, or the provider does not offer it. */
	UNAUTHORIZED_CLIENT("unauthorized_client",
			"The client may not use this grant, or the provider does not offer it; Keycloak also says so of a wrong secret.",
			"Check {client-id} and {client-secret}, and have the grant of {grant-type} enabled for the client at the provider."),

	/** The provider needs the user for something. */
	INTERACTION_REQUIRED("interaction_required",
			"The provider needs the user for something, or the user or the provider has denied access.",
			"Log in again. With the password grant, complete the account's set-up at the provider, and give access or consent for {client-id}."),

	/** The clocks of this machine and the provider differ. */
	CLOCK_SKEW("clock_skew", "The clocks of this machine and the provider differ.",
			"Synchronize both machines, for example by NTP; 60 seconds are allowed."),

	/** An ID token, a logout token or the user's claims are refused. */
	ID_TOKEN("id_token", "An ID token, a logout token or the user's claims are refused.",
			"Compare what the message says with the issuer of the provider and {client-id}, and with the client and its scopes at the provider."),

	/** A login is refused before its authorization code is sent to the provider. */
	LOGIN("login", "A login is refused before its authorization code is sent to the provider.",
			"Log in again; if it happens often, check the redirect URI and whether several browsers or applications share a session."),

	/** The provider shows users an error instead of its login page. */
	REDIRECT_URI("redirect_uri",
			"The provider shows users an error instead of its login page: it does not know the client, or the redirect URI is not registered for it.",
			"Check {client-id}, and register the redirect URI in the message at the provider, or correct it by {redirect-uri} or, behind a proxy, 'server.forward-headers-strategy'."),

	/** The provider requires something of logins that is not supported. */
	LOGIN_UNSUPPORTED("login_unsupported", "The provider requires something of logins that is not supported.",
			"Have the requirement removed for {client-id} at the provider."),

	/** The user's login has ended. */
	LOGIN_ENDED("login_ended", "The user's login has ended.", "The user has to log in again."),

	/** More logins, or more sessions of one user, than there is room for. */
	LOGINS_EXCEEDED("logins_exceeded", "More logins, or more sessions of one user, than there is room for.",
			"Raise 'platform.login.max-logins' or share logins in a store, and give each person and each program an account of its own."),

	/** A call needs a user's token, and it is not known which user's. */
	NO_USER("no_user", "A call needs a user's token, but the user is not known, or is logged in at another client.",
			"Call while a request of a logged-in user is handled, name the user with PlatformUser, or use a client with its own token ('platform.clients.<name>.grant-type=client_credentials')."),

	/** The store that several nodes share does not respond, or refuses. */
	STORE("store", "The store that several nodes share does not respond, or refuses.",
			"Check that the store runs, and that no other application has the same 'platform.store.redis.namespace'. Check also memory and disk of the store, its address, and the user and its rights ('spring.data.redis.*' or 'spring.datasource.*')."),

	/** The database responds, but has no table for the store. */
	STORE_TABLE("store_table", "The database responds, but has no table for the store, or one that lacks a column.",
			"Create the table by 'io/videoplatform/store/jdbc/schema-<database>.sql' in the jar 'platform-client-store', or set 'platform.store.jdbc.initialize-schema' to 'always'; compare 'platform.store.jdbc.table-name' and the columns."),

	/** The keys that encrypt the store are missing or wrong. */
	STORE_KEYS("store_keys", "The keys that encrypt the store are missing, malformed or not those of the other nodes.",
			"Set 'platform.store.encryption.keys' to the Base64 of 32 random bytes. It must be the same at all nodes, and so must 'platform.store.encryption.index-key'."),

	/** A token is not refreshed now, because another request for it may be under way. */
	REFRESH_HELD_BACK("refresh_held_back",
			"A token is not refreshed now, because another request for it may be under way, or because the last attempt, at whichever node, has failed.",
			"No action is needed if it passes: the starter retries automatically. If attempts fail, read in the logs of all nodes why."),

	/** A request goes to another origin than the platform's, and carries no token. */
	UNTRUSTED_ORIGIN("untrusted_origin", "A request goes to another origin than the platform's, and carries no token.",
			"If the origin should get the token, list it in {trusted-origins}."),

	/** The API refuses tokens that the provider has just issued. */
	TOKEN_REFUSED("token_refused", "The API refuses tokens that the provider has just issued.",
			"Check that the API expects the issuer that the host of {root-url} names. Check also which audience it expects ({scope}, {token-request.parameters}), and the clocks of the API and the provider."),

	/** The URL of a call or the client that it names cannot be used. */
	API_REQUEST("api_request",
			"The URL of a call has no scheme or no host, or its HTTP interface names a client that is unknown or must not call this URL.",
			"Call an absolute URL, or a path that begins with at most one slash, and check '@ClientRegistrationId'."),

	/** A thread that must not be blocked would have to wait for a token. */
	BLOCKING_THREAD("blocking_thread", "A thread that must not be blocked would have to wait for a token.",
			"Call from another thread, use the WebClient, or call again when there is a token."),

	/** The application is closing. */
	CLOSING("closing", "The application is closing.", "End the calls before the application closes."),

	/** Something unforeseen has happened. */
	OTHER("_OTHER", "Something unforeseen has happened, perhaps in code of the application that the starter calls.",
			"Read the message and the causes of the exception, and report it if the starter is at fault.");

	private static final Map<String, PlatformError> BY_CODE = Arrays.stream(values())
		.collect(Collectors.toUnmodifiableMap(PlatformError::getCode, Function.identity()));

	private static final Pattern PROPERTY = Pattern.compile("\\{([^}]+)}");

	private final String code;

	private final String cause;

	private final String cure;

	private final @Nullable String setup;

	PlatformError(String code, String cause, String cure) {
		this(code, cause, cure, null);
	}

	PlatformError(String code, String cause, String cure, @Nullable String setup) {
		this.code = code;
		this.cause = cause;
		this.cure = cure;
		this.setup = setup;
	}

	/**
	 * Return the entry for a value of {@code error.type}.
	 * @param errorType a code, or an HTTP status
	 * @return the entry with that code, that of the status, or {@link #OTHER}
	 */
	public static PlatformError of(@Nullable String errorType) {
		PlatformError error = (errorType != null) ? BY_CODE.get(errorType) : null;
		if (error != null || errorType == null || errorType.length() != 3) {
			return (error != null) ? error : OTHER;
		}
		return switch (errorType.charAt(0)) {
			case '2' -> MALFORMED;
			case '3', '4' -> UNKNOWN_RESOURCE;
			case '5' -> STATUS_5XX;
			default -> OTHER;
		};
	}

	/**
	 * Return the code, by which metrics, health, log lines and documentation name this
	 * error. It stays the same in all versions.
	 * @return the code, such as {@code invalid_client}; {@code 5xx} is that of all HTTP
	 * statuses from 500 to 599
	 */
	public String getCode() {
		return this.code;
	}

	/**
	 * Return what is the matter.
	 * @return one sentence
	 */
	public String getCause() {
		return this.cause;
	}

	/**
	 * Return what to do.
	 * @return one or more sentences, with the properties of the default client
	 */
	public String getCure() {
		return getCure((name) -> "platform." + name);
	}

	/**
	 * Return what to do, with the properties of a client.
	 * @param properties returns the full name of a property, such as
	 * {@code platform.clients.jobs.root-url} for {@code root-url}
	 * @return one or more sentences
	 */
	public String getCure(UnaryOperator<String> properties) {
		return getCure(properties, false);
	}

	/**
	 * Return what to do, with the properties of a client.
	 * @param properties returns the full name of a property, such as
	 * {@code platform.clients.jobs.root-url} for {@code root-url}
	 * @param worked whether it has worked before: then what only a new configuration has
	 * wrong is left out
	 * @return one or more sentences
	 */
	public String getCure(UnaryOperator<String> properties, boolean worked) {
		String text = (this.setup != null && !worked) ? this.cure + " " + this.setup : this.cure;
		return PROPERTY.matcher(text)
			.replaceAll((property) -> Matcher.quoteReplacement("'" + properties.apply(property.group(1)) + "'"));
	}

	/**
	 * Return a message that ends with what to do.
	 * @param message what happened, without the full stop
	 * @return the message, with the properties of the default client
	 */
	public String explain(String message) {
		return "%s. %s".formatted(message, getCure());
	}

	/**
	 * Return a message that ends with what to do.
	 * @param message what happened, without the full stop
	 * @param properties returns the full name of a property
	 * @return the message
	 */
	public String explain(String message, UnaryOperator<String> properties) {
		return "%s. %s".formatted(message, getCure(properties));
	}

	/**
	 * Return the code.
	 */
	@Override
	public String toString() {
		return this.code;
	}

}
