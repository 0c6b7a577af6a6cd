package io.videoplatform.internal.login.oidc;

import java.util.List;
import java.util.Locale;

import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of JWT that an OpenID provider issues to a client. One kind is never accepted
 * in place of another (RFC 8725, section 3.12).
 */
enum JwtProfile {

	/**
	 * OpenID Connect Core 1.0, section 2.
	 */
	ID_TOKEN("ID token", PlatformStep.ID_TOKEN, List.of("jwt"), List.of("id_token_signing_alg_values_supported")),

	/**
	 * OpenID Connect Core 1.0, section 12.2. It comes over TLS in the response to a token
	 * request, so that a wrong clock is no reason to end a login.
	 */
	REFRESHED_ID_TOKEN("ID token", PlatformStep.ID_TOKEN, List.of("jwt"),
			List.of("id_token_signing_alg_values_supported")),

	/**
	 * OpenID Connect Back-Channel Logout 1.0, section 2.4. The algorithm is that of ID
	 * tokens.
	 */
	LOGOUT_TOKEN("logout token", PlatformStep.LOGIN, List.of("jwt", "logout+jwt"),
			List.of("id_token_signing_alg_values_supported")),

	/**
	 * OpenID Connect Core 1.0, section 5.3.2. For a provider that does not announce
	 * algorithms for it, those of ID tokens apply.
	 */
	USER_INFO("UserInfo response", PlatformStep.USERINFO_REQUEST, List.of("jwt"),
			List.of("userinfo_signing_alg_values_supported", "id_token_signing_alg_values_supported"));

	private static final String MEDIA_TYPE_PREFIX = "application/";

	private final String label;

	private final PlatformStep step;

	private final List<String> types;

	private final List<String> algorithmMembers;

	JwtProfile(String label, PlatformStep step, List<String> types, List<String> algorithmMembers) {
		this.label = label;
		this.step = step;
		this.types = types;
		this.algorithmMembers = algorithmMembers;
	}

	PlatformStep step() {
		return this.step;
	}

	/**
	 * Return the members of the provider's metadata that may name the algorithms, the
	 * most specific first.
	 */
	List<String> algorithmMembers() {
		return this.algorithmMembers;
	}

	/**
	 * Return whether a JWT of this type may be one of this profile. The prefix
	 * {@code application/} may be left out (RFC 7515, section 4.1.9).
	 * @param type the header parameter, if there is one
	 */
	boolean allows(@Nullable Object type) {
		if (type == null) {
			return true;
		}
		String name = type.toString().toLowerCase(Locale.ROOT);
		return this.types
			.contains(name.startsWith(MEDIA_TYPE_PREFIX) ? name.substring(MEDIA_TYPE_PREFIX.length()) : name);
	}

	/**
	 * Return the full sentence for a JWT that is refused.
	 */
	String refused(RefusedJwtException ex) {
		return "The %s is refused: it %s.".formatted(this.label, ex.reason());
	}

	@Override
	public String toString() {
		return this.label;
	}

}
