package io.videoplatform.samples.localplatform.authorization;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.server.authorization.context.AuthorizationServerContextHolder;
import org.springframework.util.StringUtils;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/**
 * Response of the authorization endpoint: the redirect URI with the response's parameters
 * in its query or in its fragment (OAuth 2.0 Multiple Response Type Encoding Practices,
 * section 2.1).
 */
final class AuthorizationResponse {

	/**
	 * Parameter by which a client chooses the place of the response's parameters.
	 */
	static final String RESPONSE_MODE = "response_mode";

	/**
	 * Value of {@link #RESPONSE_MODE} for the fragment.
	 */
	static final String FRAGMENT = "fragment";

	private final String redirectUri;

	private final boolean inFragment;

	private final UriComponentsBuilder parameters = UriComponentsBuilder.newInstance();

	private AuthorizationResponse(String redirectUri, boolean inFragment) {
		this.redirectUri = redirectUri;
		this.inFragment = inFragment;
	}

	static AuthorizationResponse in(@Nullable String responseMode, String redirectUri) {
		return new AuthorizationResponse(redirectUri, FRAGMENT.equals(responseMode));
	}

	AuthorizationResponse with(String name, @Nullable String value) {
		if (StringUtils.hasText(value)) {
			this.parameters.queryParam(name, UriUtils.encode(value, StandardCharsets.UTF_8));
		}
		return this;
	}

	AuthorizationResponse with(OAuth2Error error) {
		return with(OAuth2ParameterNames.ERROR, error.getErrorCode())
			.with(OAuth2ParameterNames.ERROR_DESCRIPTION, error.getDescription())
			.with(OAuth2ParameterNames.ERROR_URI, error.getUri());
	}

	/**
	 * Return the address for the browser, with the state that the client has sent and the
	 * name of this server (RFC 9207).
	 */
	String to(@Nullable String state) {
		with(OAuth2ParameterNames.STATE, state);
		with("iss", AuthorizationServerContextHolder.getContext().getIssuer());
		String query = Objects.requireNonNull(this.parameters.build(true).getQuery());
		return this.inFragment ? this.redirectUri + "#" + query
				: UriComponentsBuilder.fromUriString(this.redirectUri).query(query).build(true).toUriString();
	}

}
