package io.videoplatform.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.autoconfigure.PlatformProperties.GrantType;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.registration.ClientAuthentication;
import io.videoplatform.internal.registration.Placeholder;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * Checks that a client has what its authentication method uses, and nothing else, and
 * that configured parameters of token requests replace none of the client's own.
 */
final class ClientAuthenticationValidator {

	private static final String METHOD = "client-authentication-method";

	private static final List<String> SECRET = List.of("client-secret", "client-secret-location");

	/**
	 * What a method authenticates by: one of these properties has to be set, and none of
	 * another method may be.
	 */
	private static final Map<ClientAuthenticationMethod, List<String>> USED = Map.of(
			ClientAuthenticationMethod.CLIENT_SECRET_BASIC, SECRET, ClientAuthenticationMethod.CLIENT_SECRET_POST,
			SECRET, ClientAuthenticationMethod.PRIVATE_KEY_JWT, List.of("client-key.location", "client-key.bundle"),
			ClientAuthenticationMethod.TLS_CLIENT_AUTH, List.of("client-key.bundle"),
			ClientAuthenticationMethod.SELF_SIGNED_TLS_CLIENT_AUTH, List.of("client-key.bundle"),
			ClientAuthentication.CLIENT_ASSERTION, List.of("client-assertion-location"),
			ClientAuthenticationMethod.NONE, List.of());

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
		List<String> used = (method != null) ? USED.getOrDefault(method, List.of()) : SECRET;
		List<String> set = set();
		set.stream().filter((key) -> !used.contains(key)).findFirst().ifPresent((key) -> refuse(method, key));
		if (method != null) {
			validate(method, used, set);
		}
		checkParameters();
	}

	private List<String> set() {
		ClientAuthentication.Assertion assertion = this.authentication.assertion();
		Map<String, @Nullable String> values = new LinkedHashMap<>();
		values.put("client-secret", this.configured.clientSecret());
		values.put("client-secret-location", this.authentication.secretLocation());
		values.put("client-key.bundle", this.authentication.keyBundle());
		values.put("client-key.location", this.authentication.keyLocation());
		values.put("client-assertion-location", (assertion != null) ? assertion.location() : null);
		values.values().removeIf(Objects::isNull);
		return List.copyOf(values.keySet());
	}

	private void refuse(@Nullable ClientAuthenticationMethod method, String key) {
		String others = USED.entrySet()
			.stream()
			.filter((entry) -> entry.getValue().contains(key))
			.map((entry) -> "'" + entry.getKey().getValue() + "'")
			.sorted()
			.collect(Collectors.joining(" or "));
		throw this.configured.mistake(PlatformError.PROPERTY_INVALID, METHOD,
				(method != null) ? method.getValue() : null,
				((method != null) ? "contradicts %s, which it does not use" : "is not set, but needed by %s")
					.formatted(this.configured.quoted(key)),
				"Set %s to %s, or remove %s.".formatted(this.configured.quoted(METHOD), others,
						this.configured.quoted(key)));
	}

	private void validate(ClientAuthenticationMethod method, List<String> used, List<String> set) {
		if (this.configured.clientId() == null && !ClientAuthentication.CLIENT_ASSERTION.equals(method)) {
			throw this.configured.mistake(PlatformError.PROPERTY_INVALID, "client-id", null,
					"is not set, but needed by " + this.configured.quoted(METHOD),
					"Set %s to the client that authenticates.", "client-id");
		}
		// The certificate of mutual TLS may be that of the connection
		if (!used.isEmpty() && set.isEmpty() && !this.authentication.usesMutualTls()) {
			throw this.configured.mistake(PlatformError.PROPERTY_INVALID, used.get(0), null,
					"is not set, but needed by %s of '%s'".formatted(this.configured.quoted(METHOD), method.getValue()),
					"Set %s, or change %s.".formatted(
							used.stream().map(this.configured::quoted).collect(Collectors.joining(" or ")),
							this.configured.quoted(METHOD)));
		}
		if (used.isEmpty() && this.configured.grantType() == GrantType.CLIENT_CREDENTIALS) {
			throw this.configured.mistake(PlatformError.PROPERTY_INVALID, METHOD, method.getValue(),
					"contradicts %s of 'client_credentials', which a client has to authenticate for"
						.formatted(this.configured.quoted("grant-type")),
					"Set %s to the method that the client is registered with.", METHOD);
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
				throw this.configured.mistake(PlatformError.PROPERTY_INVALID, "token-request.parameters." + name, null,
						"has the name of a parameter that the client sends itself",
						"Remove it; the other properties of the client set such parameters.");
			}
			if (name.isBlank() || values.isEmpty() || values.stream().anyMatch(String::isBlank)) {
				throw this.configured.mistake(PlatformError.PROPERTY_INVALID,
						"token-request.parameters." + PrintableText.of(name), null, "has no value",
						"Write one or more values, or remove it.");
			}
		});
	}

	private void refuseBoth(String key, @Nullable String value, String other, @Nullable String otherValue) {
		if (value != null && otherValue != null) {
			throw this.configured.mistake(PlatformError.PROPERTY_INVALID, other, null,
					"contradicts " + this.configured.quoted(key), "Remove one of %s and %s.", key, other);
		}
	}

}
