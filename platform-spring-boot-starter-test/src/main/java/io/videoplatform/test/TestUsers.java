package io.videoplatform.test;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.videoplatform.internal.engine.LoginClients;
import io.videoplatform.internal.http.Digest;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.login.LoginKey;
import io.videoplatform.internal.token.shared.StoredTokens;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
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

	private final LoginClients logins;

	TestUsers(MockPlatform platform, LoginClients logins) {
		this.platform = platform;
		this.logins = logins;
	}

	@Override
	public @Nullable LoginKey apply(Authentication authentication) {
		if (!(authentication instanceof OAuth2AuthenticationToken login)
				|| !(login.getPrincipal() instanceof OidcUser user)
				|| this.platform.accounts().issued(user.getIdToken().getTokenValue())) {
			return null;
		}
		LoginClient client = client(login.getAuthorizedClientRegistrationId());
		String subject = user.getSubject();
		if (client == null || subject == null) {
			return null;
		}
		return this.platform.accounts()
			.testUser(client.registrationId() + " " + subject, (key) -> open(client, user, subject));
	}

	private @Nullable LoginClient client(String registration) {
		LoginRegistrationRepository registrations = this.logins.registrations();
		return registrations.client(registration.equals(UNNAMED) ? registrations.firstRegistration() : registration);
	}

	private LoginKey open(LoginClient client, OidcUser user, String subject) {
		String issuer = this.platform.issuer();
		Map<String, Object> response = this.platform.accounts().issue(subject, client.name());
		long now = this.platform.clock().millis();
		StoredTokens stored = new StoredTokens(text(response, "access_token"), Set.of("openid"), issuer + "/token", now,
				1000L * seconds(response, "expires_in"), text(response, "refresh_token"),
				now + 1000L * seconds(response, "refresh_expires_in"));
		LoginKey login = new LoginKey(client.name(), issuer, subject, Digest.of(user.getIdToken().getTokenValue()));
		client.tokens()
			.open(login, GrantedTokens.of(stored, issuer, 0, () -> 0),
					Map.of(IdTokenClaimNames.ISS, issuer, IdTokenClaimNames.SUB, subject));
		return login;
	}

	private static String text(Map<String, Object> response, String member) {
		return String.valueOf(response.get(member));
	}

	private static int seconds(Map<String, Object> response, String member) {
		return Integer.parseInt(text(response, member));
	}

}
