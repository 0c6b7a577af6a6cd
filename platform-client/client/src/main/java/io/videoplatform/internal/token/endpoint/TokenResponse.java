package io.videoplatform.internal.token.endpoint;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.videoplatform.internal.http.AuthorizationHeader;
import io.videoplatform.internal.http.MalformedResponseException;
import org.jspecify.annotations.Nullable;

/**
 * The members of a successful token response (RFC 6749, section 5.1), read leniently
 * where the specification leaves room and strictly where a token would reach a header.
 *
 * @param accessToken the access token
 * @param expiresIn its lifetime in seconds
 * @param refreshToken the refresh token
 * @param refreshExpiresIn the refresh token's lifetime in seconds
 * @param scopes the scopes granted, if the response names them
 * @param idToken the ID token (OpenID Connect Core 1.0, section 3.1.3.3)
 */
public record TokenResponse(String accessToken, @Nullable Long expiresIn, @Nullable String refreshToken,
		@Nullable Long refreshExpiresIn, @Nullable Set<String> scopes, @Nullable String idToken) {

	private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7E]+");

	/**
	 * What numbers consist of. The JDK also reads {@code NaN}, and {@code 1d}, which may
	 * be a day, as one.
	 */
	private static final Pattern DECIMAL = Pattern.compile("[\\s0-9.eE+-]+");

	/**
	 * No specification has a name for it: that of Keycloak, and that of others.
	 */
	private static final List<String> REFRESH_EXPIRES_IN = List.of("refresh_expires_in", "refresh_token_expires_in",
			"x_refresh_token_expires_in");

	static TokenResponse of(Map<String, Object> members) {
		return new TokenResponse(accessToken(members), seconds(members.get("expires_in")),
				printable(members.get("refresh_token")), refreshExpiresIn(members), scopes(members.get("scope")),
				printable(members.get("id_token")));
	}

	private static String accessToken(Map<String, Object> members) {
		if (!(members.get("token_type") instanceof String type) || !type.equalsIgnoreCase("bearer")) {
			throw new MalformedResponseException("has no 'token_type' of 'Bearer'");
		}
		if (!(members.get("access_token") instanceof String token) || token.isEmpty()) {
			throw new MalformedResponseException("has no 'access_token'");
		}
		if (!token.equals(token.strip()) || !AuthorizationHeader.canHold(token)) {
			throw new MalformedResponseException("has an 'access_token' that no header may hold as it is");
		}
		return token;
	}

	private static @Nullable String printable(@Nullable Object value) {
		return (value instanceof String token && PRINTABLE.matcher(token).matches()) ? token : null;
	}

	/**
	 * Seconds as a number or as text, a fraction cut off; what cannot be read counts as
	 * not stated.
	 */
	private static @Nullable Long seconds(@Nullable Object value) {
		if (value instanceof Number number) {
			return (long) number.doubleValue();
		}
		if (!(value instanceof String text) || !DECIMAL.matcher(text).matches()) {
			return null;
		}
		try {
			return (long) Double.parseDouble(text);
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

	private static @Nullable Long refreshExpiresIn(Map<String, Object> members) {
		return REFRESH_EXPIRES_IN.stream()
			.map((name) -> seconds(members.get(name)))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	private static @Nullable Set<String> scopes(@Nullable Object value) {
		if (!(value instanceof String text) || text.isBlank()) {
			return null;
		}
		return Arrays.stream(text.trim().split(" +")).collect(Collectors.toUnmodifiableSet());
	}

	@Override
	public String toString() {
		return "TokenResponse[expiresIn=%s]".formatted(this.expiresIn);
	}

}
