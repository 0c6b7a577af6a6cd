package io.videoplatform.internal.login;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.util.MultiValueMap;

/**
 * A request that Spring Security may take for an authorization response.
 *
 * @param contextPath the context path of the application
 * @param path the path of the request, context path included
 * @param parameters the parameters
 */
public record CallbackRequest(String contextPath, String path, MultiValueMap<String, String> parameters) {

	private static final List<String> SINGLE = List.of("state", "code", "error", "iss");

	/**
	 * Return whether the parameters are those of an authorization response (RFC 6749,
	 * sections 4.1.2 and 4.1.2.1).
	 */
	public boolean isResponse() {
		return this.parameters.containsKey("state")
				&& (this.parameters.containsKey("code") || this.parameters.containsKey("error"));
	}

	/**
	 * Return whether a redirect leads to the error on the login page that Spring Security
	 * generates.
	 */
	public boolean leadsToGeneratedError(@Nullable String location) {
		return (this.contextPath + "/login?error").equals(location);
	}

	@Nullable String parameter(String name) {
		return this.parameters.getFirst(name);
	}

	/**
	 * Return a parameter that is repeated, which none may be (RFC 6749, section 3.1).
	 */
	@Nullable String repeated() {
		return SINGLE.stream()
			.filter((name) -> this.parameters.getOrDefault(name, List.of()).size() > 1)
			.findFirst()
			.orElse(null);
	}

	boolean isOf(OAuth2AuthorizationResponse response) {
		return Objects.equals(response.getCode(), parameter("code"))
				&& Objects.equals(response.getState(), parameter("state"));
	}

	/**
	 * Return the path: the parameters are secrets.
	 */
	@Override
	public String toString() {
		return this.path;
	}

}
