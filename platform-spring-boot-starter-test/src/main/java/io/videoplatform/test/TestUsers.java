package io.videoplatform.test;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.token.login.LoginKey;
import io.videoplatform.internal.token.shared.StoredTokens;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The users of Spring Security's test support, such as {@code oidcLogin()}: each is given
 * tokens of the mock platform when a call is made for that user first. Users who have
 * logged in at the mock are none of these.
 */
final class TestUsers implements Function<Authentication, @Nullable LoginKey> {

	/**
	 * The registration that Spring Security's test support uses if a test names none.
	 */
	private static final String UNNAMED = "test";

	private final MockPlatform platform;

	private final LoginTokenRepository tokens;

	TestUsers(MockPlatform platform, LoginTokenRepository tokens) {
		this.platform = platform;
		this.tokens = tokens;
	}

	@Override
	public @Nullable LoginKey apply(Authentication authentication) {
		if (!(authentication instanceof OAuth2AuthenticationToken login)
				|| !(login.getPrincipal() instanceof OidcUser user)
				|| this.platform.accounts().issued(user.getIdToken().getTokenValue())) {
			return null;
		}
		String registration = registration(login);
		String subject = user.getSubject();
		if (registration == null || subject == null) {
			return null;
		}
		return this.platform.accounts()
			.testUser(registration + " " + subject, (key) -> open(registration, user, subject));
	}

	private @Nullable String registration(OAuth2AuthenticationToken login) {
		String named = login.getAuthorizedClientRegistrationId();
		String registration = named.equals(UNNAMED) ? this.tokens.firstRegistration() : named;
		return this.tokens.handles(registration) ? registration : null;
	}

	private LoginKey open(String registration, OidcUser user, String subject) {
		String client = registration.equals(PlatformClients.DEFAULT) ? registration
				: registration.substring(PlatformClients.DEFAULT.length() + 1);
		Map<String, Object> response = this.platform.accounts().issue(subject, client);
		long now = this.platform.clock().millis();
		return this.tokens.open(registration, this.platform.issuer(), user,
				new StoredTokens(text(response, "access_token"), Set.of("openid"), this.platform.issuer() + "/token",
						now, 1000L * seconds(response, "expires_in"), text(response, "refresh_token"),
						now + 1000L * seconds(response, "refresh_expires_in")));
	}

	private static String text(Map<String, Object> response, String member) {
		return String.valueOf(response.get(member));
	}

	private static int seconds(Map<String, Object> response, String member) {
		return Integer.parseInt(text(response, member));
	}

}
