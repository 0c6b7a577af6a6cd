package io.videoplatform.internal.token.endpoint;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.Redaction;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * Authenticates the requests of one client at its provider (RFC 6749, section 2.3), each
 * by what its secrets and its key are at that moment.
 *
 * @param credentials the client
 * @param secrets the client's secrets
 * @param assertions signs assertions, if the client does
 */
public record ClientAuthenticator(ClientCredentials credentials, ClientSecrets secrets,
		@Nullable ClientAssertionFactory assertions) {

	/**
	 * Return all that an application's own token depends on, secrets included, as one
	 * text. Involves no I/O.
	 * @return the text, never to be shown or stored, or {@code null} if secrets are in
	 * files that could not be read yet
	 */
	public @Nullable String account() {
		ClientSecrets.Values known = this.secrets.known();
		return (known != null) ? this.credentials.account(known.clientSecret(), known.password(), known.proof()) : null;
	}

	/**
	 * Return the account that the client logs in to, by its user name and the password as
	 * it was read last: whichever client asks, and for whatever tokens, it is the same.
	 * @return the credentials, never to be shown or stored
	 */
	public List<@Nullable String> login() {
		ClientSecrets.Values known = this.secrets.known();
		return Arrays.asList(this.credentials.username(), (known != null) ? known.password() : null);
	}

	/**
	 * Return a text without the client's secrets as they are known now.
	 */
	public String redacted(String text) {
		ClientSecrets.Values known = this.secrets.known();
		// What was never read was never sent
		return (known != null)
				? Redaction.of(Stream.of(known.clientSecret(), known.password(), known.assertion())).apply(text) : text;
	}

	/**
	 * Authenticate one request.
	 * @return what the request carries; fails with a
	 * {@link CredentialsUnavailableException} if that is not possible at the moment
	 */
	Mono<Authentication> authenticate(ProviderMetadata provider, Scheduler threads) {
		Mono<ClientSecrets.Values> current = this.secrets.read(threads);
		return ((this.assertions != null) ? current.publishOn(threads) : current)
			.map((values) -> authenticate(provider, values));
	}

	private Authentication authenticate(ProviderMetadata provider, ClientSecrets.Values current) {
		ClientAuthenticationMethod method = this.credentials.authenticationMethod(provider.tokenEndpointAuthMethods());
		if (ClientAuthenticationMethod.CLIENT_SECRET_BASIC.equals(method)) {
			return new Authentication(basic(current.clientSecret()), Map.of(), current);
		}
		Map<String, @Nullable String> parameters = new LinkedHashMap<>();
		parameters.put("client_id", this.credentials.sendsClientId() ? this.credentials.clientId() : null);
		if (ClientAuthenticationMethod.CLIENT_SECRET_POST.equals(method)) {
			parameters.put("client_secret", current.clientSecret());
		}
		String assertion = assertion(provider, current);
		if (assertion != null) {
			parameters.put("client_assertion_type", this.credentials.authentication().assertionType());
			parameters.put("client_assertion", assertion);
		}
		return new Authentication(null, parameters, current);
	}

	private @Nullable String assertion(ProviderMetadata provider, ClientSecrets.Values current) {
		return (this.assertions != null && current.key() != null)
				? this.assertions.create(provider, this.credentials.clientId(), current.key()) : current.assertion();
	}

	/**
	 * Return the credentials of RFC 6749, section 2.3.1: both parts are form-encoded.
	 */
	private String basic(@Nullable String secret) {
		return HttpHeaders.encodeBasicAuth(encode(this.credentials.clientId()),
				encode(Objects.requireNonNullElse(secret, "")), null);
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
			ClientSecrets.Values values) {

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
