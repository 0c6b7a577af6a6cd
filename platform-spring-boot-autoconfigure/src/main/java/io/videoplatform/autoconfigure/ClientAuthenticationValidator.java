package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.stream.Collectors;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.autoconfigure.PlatformProperties.GrantType;
import io.videoplatform.internal.registration.ClientAuthentication;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * Checks that a client has what its authentication method uses, and nothing else.
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

	private static final Set<String> ALL = USED.values().stream().flatMap(List::stream).collect(Collectors.toSet());

	/**
	 * What states the same in two ways.
	 */
	private static final Map<String, String> ALTERNATIVES = Map.of("client-secret", "client-secret-location",
			"password", "password-location", "client-key.bundle", "client-key.location");

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
		Set<String> set = this.configured.values().keySet();
		for (Entry<String, String> alternative : ALTERNATIVES.entrySet()) {
			String key = alternative.getKey();
			String other = alternative.getValue();
			if (set.contains(key) && set.contains(other)) {
				throw this.configured.invalid(other, null, "contradicts {%s}".formatted(key),
						"Remove one of {%s} and {%s}.".formatted(key, other));
			}
		}
		ClientAuthenticationMethod method = this.authentication.method();
		List<String> used = (method != null) ? USED.getOrDefault(method, List.of()) : SECRET;
		boolean proven = false;
		for (String key : set) {
			if (ALL.contains(key) && !used.contains(key)) {
				refuse(method, key);
			}
			proven |= used.contains(key);
		}
		if (method != null) {
			validate(method, used, proven);
		}
	}

	private void refuse(@Nullable ClientAuthenticationMethod method, String key) {
		String others = USED.entrySet()
			.stream()
			.filter((entry) -> entry.getValue().contains(key))
			.map((entry) -> "'" + entry.getKey().getValue() + "'")
			.sorted()
			.collect(Collectors.joining(" or "));
		throw this.configured.invalid(METHOD, (method != null) ? method.getValue() : null,
				((method != null) ? "contradicts {%s}, which it does not use" : "is not set, but needed by {%s}")
					.formatted(key),
				"Set {%s} to %s, or remove {%s}.".formatted(METHOD, others, key));
	}

	private void validate(ClientAuthenticationMethod method, List<String> used, boolean proven) {
		if (this.configured.clientId() == null && !ClientAuthentication.CLIENT_ASSERTION.equals(method)) {
			throw this.configured.invalid("client-id", null, "is not set, but needed by {client-authentication-method}",
					"Set {client-id} to the client that authenticates.");
		}
		// The certificate of mutual TLS may be that of the connection
		if (!used.isEmpty() && !proven && !this.authentication.usesMutualTls()) {
			throw this.configured.invalid(used.get(0), null,
					"is not set, but needed by {client-authentication-method} of '%s'".formatted(method.getValue()),
					"Set {%s}, or change {client-authentication-method}.".formatted(String.join("} or {", used)));
		}
		if (used.isEmpty() && this.configured.grantType() == GrantType.CLIENT_CREDENTIALS) {
			throw this.configured.invalid(METHOD, method.getValue(),
					"contradicts {grant-type} of 'client_credentials', which a client has to authenticate for",
					"Set {client-authentication-method} to the method that the client is registered with.");
		}
	}

}
