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

	/**
	 * The root URL is missing or malformed.
	 */
	ROOT_URL("root_url", "The root URL is missing or is not scheme and host alone.",
			"Write scheme and host of the platform's API, such as 'https://api.example.com'."),

	/**
	 * An origin that is reached by plain http and not allowed to be.
	 */
	PLAIN_HTTP("plain_http", "Tokens or credentials would be sent over plain http.",
			"Use https, or list the origin in 'platform.plain-http-origins'."),

	/**
	 * An origin that is reached by plain http and allowed to be.
	 */
	PLAIN_HTTP_ALLOWED("plain_http_allowed", "Tokens and credentials travel without TLS to an origin.",
			"Use https there, and remove the origin from 'platform.plain-http-origins'."),

	/**
	 * A grant that takes the user's password.
	 */
	PASSWORD_GRANT("password_grant",
			"Tokens are obtained by the password grant, which RFC 9700 (section 2.4) advises against.",
			"Prefer the grant type 'client_credentials' where the platform offers it."),

	/**
	 * A grant that brings tokens in a URL.
	 */
	IMPLICIT_GRANT("implicit_grant",
			"Browser applications obtain tokens by the implicit grant, which RFC 9700 (section 2.1.2) advises against.",
			"Set 'platform.browser.flow' to 'standard', the authorization code with PKCE."),

	/**
	 * A property whose value cannot be used.
	 */
	PROPERTY_INVALID("property_invalid", "A property has a value that cannot be used.",
			"Write a value as the message describes it."),

	/**
	 * A property that others need.
	 */
	PROPERTY_MISSING("property_missing", "A property is missing that another one needs.",
			"Set the property that the message names, or remove the one that needs it."),

	/**
	 * Properties that cannot be true together.
	 */
	PROPERTIES_CONTRADICT("properties_contradict", "Two properties contradict each other.",
			"Remove one of the properties that the message names."),

	/**
	 * A placeholder without a value.
	 */
	PLACEHOLDER("placeholder", "A property refers to a variable that is not set.",
			"Set the variable, or write the value into the property."),

	/**
	 * Nothing to acquire a token with.
	 */
	CREDENTIALS_MISSING("credentials_missing", "A call needs a token, and no credentials are set.",
			"Set {username} and {password}, or {client-id}, {client-secret} and {grant-type}."),

	/**
	 * Credentials of which a part is missing.
	 */
	CREDENTIALS_INCOMPLETE("credentials_incomplete", "A part of the credentials is missing.",
			"Set {username} and {password} together, or {client-id}, {client-secret} and {grant-type}."),

	/**
	 * A grant type that is missing or unknown.
	 */
	GRANT_TYPE("grant_type", "The grant type is not known, or cannot be derived from the credentials.",
			"Set {grant-type} to 'client_credentials' for a service account or to 'authorization_code' for logged-in users."),

	/**
	 * A key that cannot be used to sign.
	 */
	CLIENT_KEY("client_key", "The client's key or certificate cannot be used.",
			"Set {client-key.location} to a JWK, or {client-key.bundle} to an SSL bundle with a private key."),

	/**
	 * An SSL bundle that does not exist.
	 */
	SSL_BUNDLE("ssl_bundle", "An SSL bundle does not exist, or cannot be read.",
			"Describe the bundle by 'spring.ssl.bundle.pem.<name>' or 'spring.ssl.bundle.jks.<name>', and compare the files that it names with its type."),

	/**
	 * A client's name that cannot be used.
	 */
	CLIENT_NAME("client_name", "A client has a name that cannot be used.",
			"Use lower-case letters, digits and '-', such as 'platform.clients.jobs', and one name for one client."),

	/**
	 * A client that no property describes.
	 */
	UNKNOWN_CLIENT("unknown_client", "A client is named that no property describes.",
			"Describe it by properties that begin with 'platform.clients.<name>', or name one that there is."),

	/**
	 * A library that is not on the class path.
	 */
	DEPENDENCY_MISSING("dependency_missing", "A library is missing that the configuration needs.",
			"Add the dependency that the message names."),

	/**
	 * The starter has no such bean.
	 */
	UNKNOWN_BEAN("unknown_bean", "A client of the platform is injected that does not exist as a bean.",
			"Inject '@Qualifier(\"platformWebClient\") WebClient' or '@Qualifier(\"platformRestClient\") RestClient', or PlatformClients for all others."),

	/**
	 * An auto-configuration that does not apply.
	 */
	NOT_CONFIGURED("not_configured", "The starter is switched off, or what it needs is not on the class path.",
			"Remove 'platform.enabled=false' and what excludes the auto-configuration, and add the dependency 'org.springframework.boot:spring-boot-starter-webclient' if it was excluded."),

	/**
	 * Boot's generated user does not exist.
	 */
	GENERATED_USER("generated_user",
			"Spring Boot creates no user with a generated password while an OAuth2 client is on the class path.",
			"Set 'spring.security.user.name' and 'spring.security.user.password' if you relied on that user."),

	/**
	 * A repository of registrations that replaces that of the platform's clients.
	 */
	FOREIGN_REGISTRATIONS("foreign_registrations",
			"The application has a repository of client registrations of its own, and users cannot log in at the platform.",
			"Describe the other providers by 'spring.security.oauth2.client.*' instead."),

	/**
	 * A request factory that is not used.
	 */
	REQUEST_FACTORY("request_factory",
			"A RestClientCustomizer sets a request factory, which might take tokens to other hosts and is not used.",
			"Define a ClientHttpRequestFactoryBuilder bean, or set the factory in a PlatformClientCustomizer."),

	/**
	 * A configurer of HTTP interfaces that creates the builder of a platform's group.
	 */
	HTTP_SERVICE_GROUP("http_service_group",
			"A configurer of HTTP interfaces creates the builder of a group of the platform a second time.",
			"Leave the platform's groups out by 'groups.filter(…)', or change their builders by 'groups.forEachGroup(…)'."),

	/**
	 * A key of the store that is missing or malformed.
	 */
	ENCRYPTION_KEY("encryption_key", "The key that encrypts the store is missing or malformed.",
			"Set 'platform.store.encryption.keys' to the Base64 of 32 random bytes, the same at all nodes."),

	/**
	 * A store that is not encrypted.
	 */
	STORE_UNENCRYPTED("store_unencrypted",
			"Tokens are stored without protection: anyone who can read the store can use them.",
			"Remove 'platform.store.encryption.enabled', and set 'platform.store.encryption.keys'."),

	/**
	 * A name that DNS does not know.
	 */
	UNKNOWN_HOST("unknown_host", "The name of the host cannot be resolved.",
			"Check that the server runs and its name is known here (DNS, 'platform.proxy.host'), then the host in {root-url}. If the message names another URL that is wrong, have the platform's operator correct it in the redirect, the WebFinger response or the provider's configuration."),

	/**
	 * An address that must not be reached.
	 */
	ADDRESS_REFUSED("address_refused", "The host has only addresses that this application does not connect to.",
			"Check the URL in the message, and which addresses DNS returns for its host. To allow these addresses, set 'platform.discovery.address-filter' to 'off' or, for platforms that are named at run time, 'platform.roots.nearest-address' to 'private' or 'loopback', and compare the InetAddressFilter beans."),

	/**
	 * No connection to the host.
	 */
	CONNECT("connect", "Nothing accepts a connection at the host and port.",
			"Check that the server runs and can be reached from here (firewall, 'platform.proxy.host'), then host and port in {root-url}. If the message names another URL that is wrong, have the platform's operator correct it in the redirect, the WebFinger response or the provider's configuration."),

	/**
	 * A TLS handshake that failed.
	 */
	TLS("tls", "The TLS handshake has failed.",
			"Check that the server speaks TLS at this port, and protocols and ciphers of {ssl.bundle}."),

	/**
	 * A server without TLS.
	 */
	NO_TLS("no_tls", "The server has responded without TLS to a request by https.",
			"In {root-url} write the port at which the server speaks TLS, or 'http://' if it speaks none. If the message names another URL, have the platform's operator correct it in the redirect, the WebFinger response or the provider's configuration."),

	/**
	 * A certificate that has expired.
	 */
	CERTIFICATE_EXPIRED("certificate_expired", "The server's certificate has expired, or this clock is ahead.",
			"Renew the certificate at the server, and check this machine's clock."),

	/**
	 * A certificate is not valid yet.
	 */
	CERTIFICATE_NOT_YET_VALID("certificate_not_yet_valid",
			"The server's certificate is not valid yet, or this clock is behind.",
			"Check this machine's clock, and the certificate at the server."),

	/**
	 * A certificate of an unknown authority.
	 */
	CERTIFICATE_UNTRUSTED("certificate_untrusted",
			"The server's certificate was issued by an authority that is not trusted.",
			"Add the authority to the trust store of an SSL bundle, and name the bundle in {ssl.bundle}; check also that the server sends the whole chain."),

	/**
	 * A certificate for another name.
	 */
	CERTIFICATE_HOST("certificate_host", "The server's certificate is for another host.",
			"Call the server by a name of its certificate, or add the custom domain to the certificate at the server."),

	/**
	 * No response in time.
	 */
	TIMEOUT("timeout", "No complete response arrived in time.",
			"Check the load of the server and the network; a server that is merely slow needs a longer 'spring.http.clients.read-timeout' (for discovery and tokens 5 s if it is not set, and 10 s at most)."),

	/**
	 * A connection that broke.
	 */
	CONNECTION("connection", "The connection broke before the response was complete.",
			"Check the server's log and the proxies on the way."),

	/**
	 * No response for another reason.
	 */
	UNREACHABLE("unreachable", "The request has not been sent, or its response could not be received.",
			"Read the reason in the message; applications recover without a restart."),

	/**
	 * A status that is no error and no success either.
	 */
	STATUS_2XX("2xx", "The response has a status of success that does not belong to the request.",
			"Check that the URL in the message is that of the API or the provider, and not of a gateway's page."),

	/**
	 * A redirect where none is followed.
	 */
	STATUS_3XX("3xx", "The server redirects where no redirect is followed.",
			"Use the address that it redirects to in {root-url} or, for the provider, have its addresses corrected."),

	/**
	 * A request without the credentials that the server wants.
	 */
	STATUS_401("401", "The server wants other credentials than the request has.",
			"At the token endpoint check {client-id} and {client-secret}; elsewhere check that no gateway in front of the server requires a login."),

	/**
	 * A refused request.
	 */
	STATUS_4XX("4xx", "The server has refused the request.",
			"Check that the URL in the message is that of the API or the provider, and that no gateway in front of it requires a login."),

	/**
	 * Too many requests.
	 */
	STATUS_429("429", "The server limits the number of requests.",
			"Ask the platform's operator for a higher limit; the starter pauses requests automatically."),

	/**
	 * A server that fails.
	 */
	STATUS_5XX("5xx", "The server has failed.",
			"Check the server's log and state; applications recover without a restart."),

	/**
	 * A page instead of a document.
	 */
	HTML("html", "The response is a web page instead of JSON.",
			"Check that {root-url} is scheme and host of the platform's API, and that no gateway in front of it shows a page of its own. If the message names another URL, have the platform's operator correct it in the redirect, the WebFinger response or the provider's configuration."),

	/**
	 * A response that its specification does not allow.
	 */
	MALFORMED("malformed", "The response is not what its specification requires.",
			"Show the message to the operator of the server, and check that the URL in it is that of the API or the provider."),

	/**
	 * No token, because WebFinger failed.
	 */
	WEBFINGER("webfinger", "The API host could not be asked for its identity provider.",
			"Read the failure of WebFinger, which health, log and 'platform.discovery' name beside this one."),

	/**
	 * No token, because the provider's configuration is missing.
	 */
	PROVIDER_CONFIGURATION("provider_configuration", "The provider's configuration could not be read.",
			"Read the failure of the document, which health, log and 'platform.discovery' name beside this one."),

	/**
	 * No token, because the issuer is not trusted.
	 */
	ISSUER_TRUST("issuer_trust", "The issuer that the API host names is not trusted.",
			"Read the failure of the document, which health, log and 'platform.discovery' name beside this one."),

	/**
	 * The keys of the issuer are missing.
	 */
	PROVIDER_KEYS("provider_keys", "The issuer's keys, which verify tokens, could not be read.",
			"Check the provider's 'jwks_uri'; applications recover without a restart."),

	/**
	 * The host does not know the resource of the WebFinger query.
	 */
	UNKNOWN_RESOURCE("unknown_resource", "The host does not know the platform's API.",
			"Check that {root-url} is scheme and host of the platform's API, and that WebFinger is set up for a custom domain."),

	/**
	 * An issuer link that cannot be used.
	 */
	ISSUER_LINK("issuer_link", "The WebFinger response has no issuer link that can be used.",
			"Have the platform's operator correct the link in the WebFinger response of the API host or custom domain."),

	/**
	 * An issuer that does not exist.
	 */
	UNKNOWN_ISSUER("unknown_issuer", "The issuer that the API host names does not exist at the provider.",
			"Have the platform's operator correct the realm in the issuer link of the WebFinger response, or create the realm."),

	/**
	 * An issuer that calls itself by another name.
	 */
	ISSUER_MISMATCH("issuer_mismatch",
			"The provider's configuration states an issuer that the WebFinger response does not name.",
			"Have the platform's operator make the issuer link of the WebFinger response and the provider's own host name agree."),

	/**
	 * A realm that does not lead to the issuer.
	 */
	REALM_MISMATCH("realm_mismatch", "The WebFinger response names a realm that is not that of its issuer link.",
			"Have the platform's operator make the realm and the issuer link of the WebFinger response agree."),

	/**
	 * The provider's configuration states no issuer.
	 */
	ISSUER_UNSTATED("issuer_unstated", "The provider's configuration states no issuer, so ID tokens cannot be checked.",
			"Have the provider's operator state it, or use a client without logins."),

	/**
	 * An issuer that is not trusted.
	 */
	ISSUER_REFUSED("issuer_refused", "The API host names an issuer that is not trusted; no credentials are sent there.",
			"Ask the platform's operator whether the issuer was changed: if so, trust it by {issuer} or 'platform.discovery.trusted-issuers'; if not, have the WebFinger response corrected."),

	/**
	 * A platform that is named at run time, with no issuer to trust.
	 */
	ISSUER_NOT_SET("issuer_not_set", "Platforms that are named at run time need an issuer that is trusted.",
			"Set 'platform.issuer', or list the issuers in 'platform.discovery.trusted-issuers'."),

	/**
	 * A platform that is named at run time, and a client that users log in at.
	 */
	LOGINS_ELSEWHERE("logins_elsewhere", "Users log in only at clients that properties describe.",
			"Set {grant-type} to another grant, or describe the platform by properties of a client."),

	/**
	 * The WebFinger response has another subject.
	 */
	OTHER_SUBJECT("other_subject", "The WebFinger response describes a resource that was not requested.",
			"Unless the subject is an alias of the platform, correct {root-url} or the WebFinger response."),

	/**
	 * Credentials that could not be read.
	 */
	CREDENTIALS_UNAVAILABLE("credentials_unavailable",
			"A secret, a key or a certificate could not be read, so that no request was sent.",
			"Correct the file or the SSL bundle that the message names; the starter reads it again automatically."),

	/**
	 * OAuth 2.0: a malformed request.
	 */
	INVALID_REQUEST("invalid_request", "The provider says that a parameter of the request is missing or wrong.",
			"Compare {token-request.parameters} and {scope} with what the provider documents."),

	/**
	 * OAuth 2.0: the client could not be authenticated.
	 */
	INVALID_CLIENT("invalid_client", "The provider does not know the client, or its secret or key is wrong.",
			"Check {client-id} and {client-secret}, or the key or certificate that takes its place. With a key, also check this machine's clock."),

	/**
	 * OAuth 2.0: a password, code or refresh token that is refused.
	 */
	INVALID_GRANT("invalid_grant",
			"The user name or password is wrong, the account is locked or not set up, or a code or refresh token is used up.",
			"Check {username} and {password}, and have a locked or incomplete account unlocked or set up at the provider; after a refused code or refresh token the user logs in again."),

	/**
	 * OAuth 2.0: a grant that the client may not use.
	 */
	UNAUTHORIZED_CLIENT("unauthorized_client",
			"The client may not use this grant; Keycloak also says so of a wrong secret.",
			"Check {client-id} and {client-secret}, and have the grant of {grant-type} enabled for the client at the provider."),

	/**
	 * OAuth 2.0: a grant that the provider does not offer.
	 */
	UNSUPPORTED_GRANT_TYPE("unsupported_grant_type", "The provider does not offer this grant.",
			"Have the grant enabled at the provider, or change {grant-type}."),

	/**
	 * OAuth 2.0: a scope that the client may not have.
	 */
	INVALID_SCOPE("invalid_scope", "The provider does not know a scope, or does not grant it to the client.",
			"Correct {scope}, or have the scope assigned to {client-id} at the provider."),

	/**
	 * OAuth 2.0 (RFC 8707): a target that the provider refuses.
	 */
	INVALID_TARGET("invalid_target", "The provider does not issue tokens for the resource.",
			"Correct 'resource' or 'audience' in {token-request.parameters}."),

	/**
	 * OAuth 2.0 (RFC 6750): a token that is not valid.
	 */
	INVALID_TOKEN("invalid_token", "A token has expired, was revoked or is not for this provider.",
			"Check that clock and issuer of the API are those of the provider; a user logs in again."),

	/**
	 * OAuth 2.0: the user or the provider has denied it.
	 */
	ACCESS_DENIED("access_denied", "The user or the provider has denied access.",
			"Log in again, or have access granted to the account or {client-id} at the provider."),

	/**
	 * OAuth 2.0: the provider has failed.
	 */
	SERVER_ERROR("server_error", "The provider has failed.",
			"Check the provider's log and state; applications recover without a restart."),

	/**
	 * OAuth 2.0: the provider is overloaded or in maintenance.
	 */
	TEMPORARILY_UNAVAILABLE("temporarily_unavailable", "The provider is overloaded or in maintenance.",
			"Check the provider's state; applications recover without a restart."),

	/**
	 * OAuth 2.0 (RFC 8628): too many requests.
	 */
	SLOW_DOWN("slow_down", "The provider limits the number of requests.",
			"Ask the provider's operator for a higher limit; the starter pauses requests automatically."),

	/**
	 * OpenID Connect: the user has to do something.
	 */
	INTERACTION_REQUIRED("interaction_required", "The provider needs the user for something.",
			"Log in again; an account that logs in by password is completed at the provider first."),

	/**
	 * OpenID Connect: the user has to log in.
	 */
	LOGIN_REQUIRED("login_required", "The provider needs the user to log in.", "Log in again."),

	/**
	 * OpenID Connect: the user has to consent.
	 */
	CONSENT_REQUIRED("consent_required", "The provider needs the user's consent.",
			"Log in again and consent, or have consent given for {client-id} at the provider."),

	/**
	 * OpenID Connect: the user has to choose an account.
	 */
	ACCOUNT_SELECTION_REQUIRED("account_selection_required", "The provider needs the user to choose an account.",
			"Log in again."),

	/**
	 * Clocks that differ.
	 */
	CLOCK_SKEW("clock_skew", "The clocks of this machine and the provider differ.",
			"Synchronize both machines, for example by NTP; 60 seconds are allowed."),

	/**
	 * An ID token that is refused.
	 */
	ID_TOKEN("id_token", "An ID token or logout token is refused.",
			"Compare what the message says of the token with the issuer of the provider and {client-id}, and with the client at the provider."),

	/**
	 * A user whose claims cannot be used.
	 */
	USERINFO_REQUEST("userinfo_request", "The user's claims are missing, or belong to another user.",
			"Check the UserInfo endpoint and the scopes of {client-id} at the provider."),

	/**
	 * A login that is refused.
	 */
	LOGIN("login", "A login is refused, and no code was used.",
			"Log in again; if it happens often, check the redirect URI and whether several browsers or applications share a session."),

	/**
	 * A client or redirect URI that the authorization endpoint does not accept.
	 */
	REDIRECT_URI("redirect_uri",
			"The provider shows users an error instead of its login page: it does not know the client, or not this redirect URI of it.",
			"Check {client-id}, and register the redirect URI that the message names for it at the provider. If browsers use another address, set {redirect-uri} or, behind a proxy, 'server.forward-headers-strategy'."),

	/**
	 * A login that this application cannot begin.
	 */
	LOGIN_UNSUPPORTED("login_unsupported", "The provider requires something of logins that is not supported.",
			"Have the requirement removed for {client-id} at the provider."),

	/**
	 * A login that has ended.
	 */
	LOGIN_ENDED("login_ended", "The user's login has ended.", "The user has to log in again."),

	/**
	 * More logins than there is room for.
	 */
	LOGINS_EXCEEDED("logins_exceeded", "More users are logged in than there is room for.",
			"Raise 'platform.login.max-logins', or share logins in a store."),

	/**
	 * More sessions of one user than there is room for.
	 */
	SESSIONS_EXCEEDED("sessions_exceeded", "A user has more sessions than the nodes remember for back-channel logout.",
			"Give each person and each program an account of its own."),

	/**
	 * The session of a login cannot be read or saved.
	 */
	SESSION_STORE("session_store", "The session of a login cannot be read or saved.",
			"Check what holds the application's sessions, such as the data store of Spring Session, and that all that is in them can be serialized."),

	/**
	 * A call without a user.
	 */
	NO_USER("no_user", "A call needs a user's token, and it is not known which user's.",
			"Make the call while a logged-in user's request is handled, name the user with PlatformUser, or use a client that has a token of its own ('platform.clients.<name>.grant-type=client_credentials' and PlatformClients)."),

	/**
	 * A call of a client for a user who is logged in at another one.
	 */
	OTHER_LOGIN("other_login", "The user is logged in at another client of the platform.",
			"Call one client with logins for each user, and for calls that need no user, use a client that has a token of its own ('platform.clients.<name>.grant-type=client_credentials' and PlatformClients)."),

	/**
	 * A refresh token that was not revoked.
	 */
	NOT_REVOKED("not_revoked", "The refresh token of a user who has logged out was not revoked.",
			"Check the revocation endpoint of the provider; the token ends with the session at the provider."),

	/**
	 * The store does not respond, or refuses.
	 */
	STORE("store", "The store that several nodes share does not respond, or refuses.",
			"Check that what 'platform.store.type' names is running and has enough memory and disk space, its address and credentials in 'spring.data.redis.*' or 'spring.datasource.*', the rights of that user, and that no other application uses keys of 'platform.store.redis.namespace'."),

	/**
	 * A store without its table, or with one that lacks a column.
	 */
	STORE_TABLE("store_table", "The database responds, but has no table for the store, or one that lacks a column.",
			"Create the table by the file 'io/videoplatform/store/jdbc/schema-<database>.sql' in the starter's jar, or set 'platform.store.jdbc.initialize-schema' to 'always'; if there is a table, compare 'platform.store.jdbc.table-name', and its columns with those of the file."),

	/**
	 * Notifications of changes are denied.
	 */
	STORE_NOTIFICATIONS("store_notifications",
			"Redis denies access to the channel for notifications, so that nodes see changes late.",
			"Allow the user of the store the channel that the message names, and the commands SUBSCRIBE and PUBLISH."),

	/**
	 * Records that other keys have encrypted.
	 */
	STORE_KEYS("store_keys", "The store has records that this node's keys cannot read.",
			"Set 'platform.store.encryption.keys' and 'platform.store.encryption.index-key' to those of the other nodes."),

	/**
	 * Another node refreshes a token, or has failed to.
	 */
	REFRESH_HELD_BACK("refresh_held_back",
			"A token is not refreshed now, because another request for it may be under way, or because the last one of all nodes has failed.",
			"No action is needed if it passes: the starter retries automatically. If attempts fail, read in the logs of all nodes why."),

	/**
	 * A request that goes to another origin than the platform's.
	 */
	UNTRUSTED_ORIGIN("untrusted_origin", "A request goes to another origin than the platform's, and carries no token.",
			"If the origin should get the token, list it in {trusted-origins}."),

	/**
	 * An API that refuses every token.
	 */
	TOKEN_REFUSED("token_refused", "The API refuses tokens that the provider has just issued.",
			"Check that the API expects the issuer that the WebFinger response of {root-url} names, which audience it expects ({scope}, {token-request.parameters}), and the clocks of the API and the provider."),

	/**
	 * A URL that cannot be called.
	 */
	API_REQUEST("api_request",
			"The URL of a call is not absolute, or its HTTP interface names a client that is unknown or must not call it.",
			"Call a path that does not begin with two slashes or an absolute URL, and check '@ClientRegistrationId'."),

	/**
	 * A thread that must not wait.
	 */
	BLOCKING_THREAD("blocking_thread", "A thread that must not be blocked would have to wait for a token.",
			"Call from another thread, use the WebClient, or call again when there is a token."),

	/**
	 * A thread that was interrupted.
	 */
	INTERRUPTED("interrupted", "The thread that waited for a token was interrupted.",
			"Find out what interrupts the thread, such as a time limit of the caller."),

	/**
	 * Code of the application that is called about what happens.
	 */
	LISTENER("listener", "A listener of events or a handler of observations has failed.",
			"Correct the code that the stack trace names; the starter's work is not affected."),

	/**
	 * The application closes.
	 */
	CLOSING("closing", "The application is closing.", "End the calls before the application closes."),

	/**
	 * What has no other code.
	 */
	OTHER("_OTHER", "Something unforeseen has happened.",
			"Read the message and the causes of the exception, and report it if the starter is at fault.");

	private static final Map<String, PlatformError> BY_CODE = Arrays.stream(values())
		.collect(Collectors.toUnmodifiableMap(PlatformError::getCode, Function.identity()));

	private static final String PROPERTIES = "platform";

	private static final Pattern PROPERTY = Pattern.compile("\\{([^}]+)}");

	private final String code;

	private final String cause;

	private final String cure;

	PlatformError(String code, String cause, String cure) {
		this.code = code;
		this.cause = cause;
		this.cure = cure;
	}

	/**
	 * Return the entry for a value of {@code error.type}.
	 * @param errorType a code, or an HTTP status
	 * @return the entry with that code, that of the status' class, or {@link #OTHER}
	 */
	public static PlatformError of(@Nullable String errorType) {
		PlatformError error = (errorType != null) ? BY_CODE.get(errorType) : null;
		if (error != null || errorType == null) {
			return (error != null) ? error : OTHER;
		}
		return (errorType.length() == 3) ? BY_CODE.getOrDefault(errorType.charAt(0) + "xx", OTHER) : OTHER;
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
	 * @return one or two sentences, with the properties of the default client
	 */
	public String getCure() {
		return getCure(PROPERTIES);
	}

	/**
	 * Return what to do.
	 * @param properties what the names of the client's properties begin with, such as
	 * {@code platform.clients.jobs}
	 * @return one or two sentences
	 */
	public String getCure(String properties) {
		return getCure((name) -> properties + "." + name);
	}

	/**
	 * Return what to do, for a client that inherits some of its properties.
	 * @param properties returns the full name of a property, such as
	 * {@code platform.clients.jobs.root-url} for {@code root-url}
	 * @return one or two sentences
	 */
	public String getCure(UnaryOperator<String> properties) {
		return PROPERTY.matcher(this.cure)
			.replaceAll((property) -> Matcher.quoteReplacement("'" + properties.apply(property.group(1)) + "'"));
	}

	/**
	 * Return a message that ends with what to do.
	 * @param message what happened, without the full stop
	 * @return the message, with the properties of the default client
	 */
	public String explain(String message) {
		return explain(message, PROPERTIES);
	}

	/**
	 * Return a message that ends with what to do.
	 * @param message what happened, without the full stop
	 * @param properties what the names of the client's properties begin with
	 * @return the message
	 */
	public String explain(String message, String properties) {
		return explain(message, (name) -> properties + "." + name);
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
