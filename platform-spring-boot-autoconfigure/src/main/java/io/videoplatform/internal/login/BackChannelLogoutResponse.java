package io.videoplatform.internal.login;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * The response to a request of back-channel logout (OpenID Connect Back-Channel Logout
 * 1.0, section 2.8).
 *
 * @param status the status
 * @param headers the headers
 * @param body the body, empty if there is none
 */
public record BackChannelLogoutResponse(HttpStatus status, Map<String, String> headers, byte[] body) {

	static final BackChannelLogoutResponse DONE = new BackChannelLogoutResponse(HttpStatus.OK,
			Map.of(HttpHeaders.CACHE_CONTROL, "no-store"), new byte[0]);

	private static final JsonMapper JSON = JsonMapper.shared();

	static BackChannelLogoutResponse refused(String reason) {
		return error(HttpStatus.BAD_REQUEST, Map.of(), "invalid_request", reason);
	}

	static BackChannelLogoutResponse unavailable(long retryAfter) {
		return error(HttpStatus.SERVICE_UNAVAILABLE, Map.of(HttpHeaders.RETRY_AFTER, String.valueOf(retryAfter)),
				"temporarily_unavailable", "The logout token cannot be judged now. Nobody was logged out.");
	}

	private static BackChannelLogoutResponse error(HttpStatus status, Map<String, String> further, String error,
			String description) {
		Map<String, String> headers = new LinkedHashMap<>(further);
		headers.put(HttpHeaders.CACHE_CONTROL, "no-store");
		headers.put(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);
		Map<String, String> body = new LinkedHashMap<>();
		body.put("error", error);
		body.put("error_description", description(description));
		return new BackChannelLogoutResponse(status, headers, JSON.writeValueAsBytes(body));
	}

	/**
	 * Return what may stand there (RFC 6749, section 5.2).
	 */
	private static String description(String text) {
		return text.chars()
			.mapToObj((character) -> (character >= ' ' && character <= '~' && character != '"' && character != '\\')
					? String.valueOf((char) character) : "?")
			.collect(Collectors.joining());
	}

}
