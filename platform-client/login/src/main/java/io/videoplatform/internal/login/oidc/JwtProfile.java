package io.videoplatform.internal.login.oidc;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import com.nimbusds.jose.JWSAlgorithm;
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
	ID_TOKEN("ID token", PlatformStep.ID_TOKEN, "jwt"),

	/**
	 * OpenID Connect Core 1.0, section 12.2. It comes over TLS in the response to a token
	 * request, so that neither a wrong clock nor a key that is not known yet is a reason
	 * to end a login.
	 */
	REFRESHED_ID_TOKEN("ID token", PlatformStep.ID_TOKEN, "jwt"),

	/**
	 * OpenID Connect Back-Channel Logout 1.0, section 2.4.
	 */
	LOGOUT_TOKEN("logout token", PlatformStep.LOGIN, "logout+jwt"),

	/**
	 * OpenID Connect Core 1.0, section 5.3.2.
	 */
	USER_INFO("UserInfo response", PlatformStep.USERINFO_REQUEST, "jwt");

	/**
	 * Algorithms with a public key that the JDK can verify. Never {@code none}, and no
	 * HMAC: with it, a party that knows the client secret could sign, and a public key
	 * could be taken for a secret.
	 */
	private static final Set<JWSAlgorithm> VERIFIABLE = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.RS384,
			JWSAlgorithm.RS512, JWSAlgorithm.PS256, JWSAlgorithm.PS384, JWSAlgorithm.PS512, JWSAlgorithm.ES256,
			JWSAlgorithm.ES384, JWSAlgorithm.ES512);

	private static final String MEDIA_TYPE_PREFIX = "application/";

	private final String label;

	private final PlatformStep step;

	private final String type;

	JwtProfile(String label, PlatformStep step, String type) {
		this.label = label;
		this.step = step;
		this.type = type;
	}

	PlatformStep step() {
		return this.step;
	}

	/**
	 * Return the algorithms that may sign such a JWT by the provider's metadata, those of
	 * ID tokens where it announces no others. RS256 is the one that every provider must
	 * support (OpenID Connect Discovery 1.0, section 3).
	 */
	Set<JWSAlgorithm> algorithms(Map<String, Object> metadata) {
		Object announced = (this == USER_INFO) ? metadata.get("userinfo_signing_alg_values_supported") : null;
		if (!(announced instanceof Collection<?> own) || own.isEmpty()) {
			announced = metadata.get("id_token_signing_alg_values_supported");
		}
		Collection<?> names = (announced instanceof Collection<?> some && !some.isEmpty()) ? some
				: List.of(JWSAlgorithm.RS256);
		return names.stream()
			.map((name) -> JWSAlgorithm.parse(String.valueOf(name)))
			.filter(VERIFIABLE::contains)
			.collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * Return whether a JWT of this type may be one of this profile. The prefix
	 * {@code application/} may be left out (RFC 7515, section 4.1.9).
	 */
	boolean allows(@Nullable Object type) {
		String name = String.valueOf((type != null) ? type : "jwt").toLowerCase(Locale.ROOT);
		String subtype = name.startsWith(MEDIA_TYPE_PREFIX) ? name.substring(MEDIA_TYPE_PREFIX.length()) : name;
		return subtype.equals("jwt") || subtype.equals(this.type);
	}

	/**
	 * Return the message for a JWT that is refused: a sentence, or the rest of the one
	 * that tells why a login has ended.
	 */
	String refused(String reason) {
		return (this == REFRESHED_ID_TOKEN) ? "it " + reason
				: "The %s is refused: it %s.".formatted(this.label, reason);
	}

	@Override
	public String toString() {
		return this.label;
	}

}
