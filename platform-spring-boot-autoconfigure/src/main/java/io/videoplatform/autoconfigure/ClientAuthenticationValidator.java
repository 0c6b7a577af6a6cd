package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Set;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.autoconfigure.PlatformProperties.GrantType;
import io.videoplatform.internal.http.Placeholder;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.registration.ClientAuthentication;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * Checks that a client has what its authentication method uses, and nothing else, and
 * that configured parameters of token requests replace none of the client's own.
 */
final class ClientAuthenticationValidator {

	private static final String METHOD = "client-authentication-method";

	private static final String ASSERTION = "client-assertion-location";

	private static final Set<ClientAuthenticationMethod> BY_SECRET = Set
		.of(ClientAuthenticationMethod.CLIENT_SECRET_BASIC, ClientAuthenticationMethod.CLIENT_SECRET_POST);

	/**
	 * The parameters that requests have of their own (RFC 6749, RFC 7009, RFC 7521 and
	 * RFC 7636).
	 */
	private static final Set<String> RESERVED = Set.of("grant_type", "client_id", "client_secret", "client_assertion",
			"client_assertion_type", "assertion", "refresh_token", "code", "code_verifier", "redirect_uri", "username",
			"password", "scope", "token", "token_type_hint");

	private final ConfiguredCredentials configured;

	private final ClientAuthentication authentication;

	ClientAuthenticationValidator(ConfiguredCredentials configured) {
		this.configured = configured;
		this.authentication = configured.authentication();
	}

	/**
	 * Check the client.
	 * @throws PlatformConfigurationException if its properties contradict each other
	 */
	void validate() {
		refuseBoth("client-secret", this.configured.clientSecret(), "client-secret-location",
				this.authentication.secretLocation());
		refuseBoth("password", this.configured.password(), "password-location", this.authentication.passwordLocation());
		refuseBoth("client-key.bundle", this.authentication.keyBundle(), "client-key.location",
				this.authentication.keyLocation());
		ClientAuthenticationMethod method = this.authentication.method();
		if (method == null) {
			requireMethodOfKey();
			refuseAssertion(null);
		}
		else {
			validate(method);
		}
		checkParameters();
	}

	private void validate(ClientAuthenticationMethod method) {
		boolean given = ClientAuthentication.CLIENT_ASSERTION.equals(method);
		if (this.configured.clientId() == null && !given) {
			throw exception("client-id", null, "is not set, but needed by " + quoted(METHOD),
					"Set %s to the client that authenticates.".formatted(quoted("client-id")));
		}
		if (!given) {
			refuseAssertion(method.getValue());
		}
		if (BY_SECRET.contains(method)) {
			requireSecret(method);
			return;
		}
		if (this.configured.hasSecret()) {
			throw exception(METHOD, method.getValue(), "contradicts %s, which it does not use".formatted(secret()),
					"Remove %s, or set %s to 'client_secret_basic'.".formatted(secret(), quoted(METHOD)));
		}
		if (given) {
			requireAssertion(method);
		}
		else if (this.authentication.signs()) {
			requireSigningKey(method);
		}
		else if (this.authentication.usesMutualTls()) {
			refuseJwk(method);
		}
		else {
			validatePublic(method);
		}
	}

	private void requireSecret(ClientAuthenticationMethod method) {
		if (!this.configured.hasSecret()) {
			throw exception("client-secret", null,
					"is not set, but needed by %s of '%s'".formatted(quoted(METHOD), method.getValue()),
					"Set %s or %s, or remove %s.".formatted(quoted("client-secret"), quoted("client-secret-location"),
							quoted(METHOD)));
		}
		refuseKey(method);
	}

	private void requireAssertion(ClientAuthenticationMethod method) {
		if (this.authentication.assertion() == null) {
			throw exception(ASSERTION, null,
					"is not set, but needed by %s of '%s'".formatted(quoted(METHOD), method.getValue()),
					"Set %s to the path of a file with a signed JWT.".formatted(quoted(ASSERTION)));
		}
		refuseKey(method);
	}

	private void refuseAssertion(@Nullable String method) {
		if (this.authentication.assertion() != null) {
			throw exception(METHOD, method, "does not use %s".formatted(quoted(ASSERTION)),
					"Set %s to 'client_assertion', or remove %s.".formatted(quoted(METHOD), quoted(ASSERTION)));
		}
	}

	private void requireSigningKey(ClientAuthenticationMethod method) {
		if (!this.authentication.hasKey()) {
			throw exception("client-key.location", null,
					"is not set, but a key is needed by %s of '%s'".formatted(quoted(METHOD), method.getValue()),
					"Set %s to a JWK with the private key, or %s to an SSL bundle."
						.formatted(quoted("client-key.location"), quoted("client-key.bundle")));
		}
	}

	private void refuseJwk(ClientAuthenticationMethod method) {
		if (this.authentication.keyLocation() != null) {
			throw exception("client-key.location", null,
					"contradicts %s of '%s', which needs a certificate".formatted(quoted(METHOD), method.getValue()),
					"Set %s to an SSL bundle with key and certificate instead.".formatted(quoted("client-key.bundle")));
		}
	}

	private void validatePublic(ClientAuthenticationMethod method) {
		refuseKey(method);
		if (this.configured.grantType() == GrantType.CLIENT_CREDENTIALS) {
			throw exception(METHOD, method.getValue(),
					"contradicts %s of 'client_credentials', which a client has to authenticate for"
						.formatted(quoted("grant-type")),
					"Set %s to the method that the client is registered with.".formatted(quoted(METHOD)));
		}
	}

	private void refuseKey(ClientAuthenticationMethod method) {
		if (this.authentication.hasKey()) {
			throw exception(METHOD, method.getValue(), "contradicts %s, which it does not use".formatted(key()),
					"Remove %s, or set %s to 'private_key_jwt' or 'tls_client_auth'.".formatted(key(), quoted(METHOD)));
		}
	}

	private void requireMethodOfKey() {
		if (this.authentication.hasKey()) {
			throw exception(METHOD, null, "is not set, and the key of %s could serve several methods".formatted(key()),
					"Set %s to 'private_key_jwt' or 'tls_client_auth', or remove %s.".formatted(quoted(METHOD), key()));
		}
	}

	private void checkParameters() {
		Map<String, List<String>> parameters = this.configured.parameters();
		if (parameters == null) {
			return;
		}
		parameters.forEach((name, values) -> {
			values.forEach((value) -> Placeholder
				.refuse(this.configured.property("token-request.parameters." + PrintableText.of(name)), value, true));
			if (RESERVED.contains(name)) {
				throw exception("token-request.parameters." + name, null,
						"has the name of a parameter that the client sends itself",
						"Remove it; the other properties of the client set such parameters.");
			}
			if (name.isBlank() || values.isEmpty() || values.stream().anyMatch(String::isBlank)) {
				throw exception("token-request.parameters." + PrintableText.of(name), null, "has no value",
						"Write one or more values, or remove it.");
			}
		});
	}

	private void refuseBoth(String key, @Nullable String value, String other, @Nullable String otherValue) {
		if (value != null && otherValue != null) {
			throw exception(other, null, "contradicts " + quoted(key),
					"Remove one of %s and %s.".formatted(quoted(key), quoted(other)));
		}
	}

	private String secret() {
		return quoted(this.authentication.secretProperty());
	}

	private String key() {
		return quoted((this.authentication.keyBundle() != null) ? "client-key.bundle" : "client-key.location");
	}

	private PlatformConfigurationException exception(String key, @Nullable String value, String reason, String action) {
		return new PlatformConfigurationException(PlatformError.PROPERTIES_CONTRADICT, this.configured.property(key),
				value, reason, action);
	}

	private String quoted(String key) {
		return "'" + this.configured.property(key) + "'";
	}

}
