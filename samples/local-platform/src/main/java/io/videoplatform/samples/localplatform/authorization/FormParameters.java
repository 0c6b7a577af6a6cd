package io.videoplatform.samples.localplatform.authorization;

import java.util.HashMap;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.util.StringUtils;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Parameters in the body of a token request. Those in the query do not count, and none
 * may be there twice (RFC 6749, section 3.2).
 */
final class FormParameters {

	private final Map<String, String[]> values;

	private FormParameters(Map<String, String[]> values) {
		this.values = values;
	}

	static FormParameters of(HttpServletRequest request) {
		Map<String, String[]> values = new HashMap<>(request.getParameterMap());
		UriComponentsBuilder.newInstance()
			.query(request.getQueryString())
			.build()
			.getQueryParams()
			.keySet()
			.forEach(values::remove);
		return new FormParameters(values);
	}

	/**
	 * Return the value of a parameter.
	 * @param name the parameter's name
	 * @return the value, or {@code null} if the parameter is missing or empty
	 * @throws OAuth2AuthenticationException if the parameter is there twice
	 */
	@Nullable String get(String name) {
		String[] found = this.values.get(name);
		if (found == null) {
			return null;
		}
		if (found.length != 1) {
			throw invalidRequest(name + " is repeated");
		}
		return StringUtils.hasText(found[0]) ? found[0] : null;
	}

	String require(String name) {
		String value = get(name);
		if (value == null) {
			throw invalidRequest(name + " is missing");
		}
		return value;
	}

	boolean has(String name) {
		return this.values.containsKey(name);
	}

	private static OAuth2AuthenticationException invalidRequest(String description) {
		return new OAuth2AuthenticationException(new OAuth2Error(OAuth2ErrorCodes.INVALID_REQUEST, description, null));
	}

}
