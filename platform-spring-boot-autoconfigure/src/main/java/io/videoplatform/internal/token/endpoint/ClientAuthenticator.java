package io.videoplatform.internal.token.endpoint;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.videoplatform.internal.http.Redaction;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * Authenticates the requests of one client at its provider (RFC 6749, section 2.3), each
 * by what its secrets and its key are at that moment.
 */
public final class ClientAuthenticator {

	private static final String ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

	private final ClientCredentials credentials;

	private final ReloadingClientSecrets secrets;

	private final @Nullable ClientAssertionFactory assertions;

	/**
	 * Create a new instance.
	 * @param credentials the client
	 * @param secrets its secrets
	 * @param assertions signs for it, if it has a key
	 */
	public ClientAuthenticator(ClientCredentials credentials, ReloadingClientSecrets secrets,
			@Nullable ClientAssertionFactory assertions) {
		this.credentials = credentials;
		this.secrets = secrets;
		this.assertions = assertions;
	}

	/**
	 * Return the client.
	 * @return its credentials
	 */
	public ClientCredentials credentials() {
		return this.credentials;
	}

	/**
	 * Return the client's secrets.
	 * @return the secrets
	 */
	public ReloadingClientSecrets secrets() {
		return this.secrets;
	}

	/**
	 * Return all that an application's own token depends on, secrets included, as one
	 * text. Involves no I/O.
	 * @return the text, never to be shown or stored
	 * @throws CredentialsUnavailableException if secrets are in files that could not be
	 * read yet
	 */
	public String account() {
		ReloadingClientSecrets.Values latest = this.secrets.latest();
		return this.credentials.account(latest.clientSecret(), latest.password(), latest.keyThumbprint());
	}

	/**
	 * Return a text without the client's secrets as they are known now.
	 * @param text what another machine has said; in a text of the starter itself a secret
	 * that is a common word would show
	 * @return the text with each secret replaced
	 */
	public String redacted(String text) {
		try {
			ReloadingClientSecrets.Values latest = this.secrets.latest();
			return Redaction.of(Stream.of(latest.clientSecret(), latest.password())).apply(text);
		}
		catch (CredentialsUnavailableException ex) {
			// What was never read was never sent
			return text;
		}
	}

	/**
	 * Authenticate one request.
	 * @param threads the threads that sign: an event loop should not be kept with that,
	 * nor those which read files
	 * @return what the request carries; fails with a
	 * {@link CredentialsUnavailableException} if that is not possible at the moment
	 */
	Mono<Authentication> authenticate(ClientRegistration registration, Scheduler threads) {
		return values(threads).map((values) -> authenticate(registration, values));
	}

	private Mono<ReloadingClientSecrets.Values> values(Scheduler threads) {
		Mono<ReloadingClientSecrets.Values> current = this.secrets.current();
		if (this.secrets.readsFiles()) {
			return current.timeout(ReloadingClientSecrets.READING, Mono.defer(this::known), threads).publishOn(threads);
		}
		return (this.assertions != null) ? current.publishOn(threads) : current;
	}

	/**
	 * While a disk does not respond, what was read from it before may still be good.
	 */
	private Mono<ReloadingClientSecrets.Values> known() {
		ReloadingClientSecrets.Values known = this.secrets.known();
		return (known != null) ? Mono.just(known) : Mono.error(() -> new CredentialsUnavailableException(
				"the files with the client's secrets were not read in time", null));
	}

	private Authentication authenticate(ClientRegistration registration, ReloadingClientSecrets.Values current) {
		ClientAuthenticationMethod method = registration.getClientAuthenticationMethod();
		if (ClientAuthenticationMethod.CLIENT_SECRET_BASIC.equals(method)) {
			return new Authentication(basic(registration, secret(registration, current)), Map.of(), current);
		}
		Map<String, @Nullable String> parameters = new LinkedHashMap<>();
		parameters.put("client_id", registration.getClientId());
		if (ClientAuthenticationMethod.CLIENT_SECRET_POST.equals(method)) {
			parameters.put("client_secret", secret(registration, current));
		}
		if (ClientAuthenticationMethod.PRIVATE_KEY_JWT.equals(method)) {
			parameters.put("client_assertion_type", ASSERTION_TYPE);
			parameters.put("client_assertion", Objects.requireNonNull(this.assertions)
				.create(registration, Objects.requireNonNull(current.key())));
		}
		return new Authentication(null, parameters, current);
	}

	/**
	 * A registration has the secret that does not change.
	 */
	private @Nullable String secret(ClientRegistration registration, ReloadingClientSecrets.Values current) {
		return this.secrets.readsFiles() ? current.clientSecret() : registration.getClientSecret();
	}

	/**
	 * Return the credentials of RFC 6749, section 2.3.1: both parts are form-encoded.
	 */
	private static String basic(ClientRegistration registration, @Nullable String secret) {
		String pair = encode(registration.getClientId()) + ":" + encode(Objects.requireNonNullElse(secret, ""));
		return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
	}

	private static String encode(String value) {
		return URLEncoder.encode(value, StandardCharsets.UTF_8);
	}

	/**
	 * What one request carries. Its {@code toString()} shows nothing of it.
	 *
	 * @param basic the credentials of HTTP Basic, if these are used
	 * @param parameters the parameters that authenticate the client
	 * @param values the secrets that were read
	 */
	record Authentication(@Nullable String basic, Map<String, @Nullable String> parameters,
			ReloadingClientSecrets.Values values) {

		/**
		 * Return the values that may appear in no message.
		 */
		Stream<@Nullable String> secrets() {
			return Stream.of(this.values.password(), this.values.clientSecret(), this.basic,
					this.parameters.get("client_assertion"));
		}

		@Override
		public String toString() {
			return "Authentication[%s]".formatted(this.parameters.keySet());
		}

	}

}
