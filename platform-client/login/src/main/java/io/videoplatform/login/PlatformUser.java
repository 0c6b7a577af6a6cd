package io.videoplatform.login;

import java.util.Map;
import java.util.function.Consumer;

import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.util.Assert;

/**
 * Names the user whom a call is made for, where no request of that user is at hand: the
 * newest active login is used.
 *
 * <pre class="code">
 * webClient.get().uri("videos").attributes(PlatformUser.of(oidcUser)).retrieve()
 * </pre>
 *
 * @param issuer the issuer that the user logged in at
 * @param subject the user's identifier there
 * @since 0.1.0
 */
public record PlatformUser(String issuer, String subject) implements Consumer<Map<String, Object>> {

	private static final String ATTRIBUTE = PlatformUser.class.getName();

	/**
	 * Create a new instance.
	 * @throws IllegalArgumentException if a part is missing
	 */
	public PlatformUser {
		Assert.hasText(issuer, "issuer must have text: a subject identifies a user only together with its issuer");
		Assert.hasText(subject, "subject must have text");
	}

	/**
	 * Return the user whom an ID token speaks of.
	 * @param user the user
	 * @return the same user by issuer and subject
	 */
	public static PlatformUser of(OidcUser user) {
		return new PlatformUser(String.valueOf(user.getClaimAsString("iss")), String.valueOf(user.getSubject()));
	}

	/**
	 * Put this user into the attributes of a request.
	 * @param attributes the attributes
	 */
	@Override
	public void accept(Map<String, Object> attributes) {
		attributes.put(ATTRIBUTE, this);
	}

}
