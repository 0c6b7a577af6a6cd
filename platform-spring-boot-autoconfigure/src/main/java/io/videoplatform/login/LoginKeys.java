package io.videoplatform.login;

import java.util.Objects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.token.TokenKey;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationToken;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * Tells of which login an authentication is. The lineage of a login is derived from its
 * ID token, which no other login has: it goes wherever the authentication goes, through
 * sessions, threads and reactive contexts, and nothing else has to be carried along.
 */
public final class LoginKeys {

	private final LoginRegistrations registrations;

	/**
	 * By identity: a session hands out the same ID token again and again.
	 */
	private final Cache<OidcIdToken, String> lineages = Caffeine.newBuilder().weakKeys().build();

	/**
	 * Create a new instance.
	 * @param registrations the clients at which users log in
	 */
	public LoginKeys(LoginRegistrations registrations) {
		this.registrations = registrations;
	}

	/**
	 * Return the login that an authentication came from.
	 * @param authentication the authentication
	 * @return the login, or {@code null} if it is none at the platform
	 */
	public TokenKey.@Nullable User of(@Nullable Authentication authentication) {
		LoginClient client = this.registrations.client(registrationId(authentication));
		if (client == null || authentication == null || !(authentication.getPrincipal() instanceof OidcUser user)
				|| user.getIdToken() == null) {
			return null;
		}
		return of(client, user.getIdToken());
	}

	/**
	 * Return the login that an ID token came from, if it was at this client.
	 */
	TokenKey.User of(LoginClient client, OidcIdToken idToken) {
		return new TokenKey.User(client.name(), Objects.requireNonNull(idToken.getClaimAsString("iss")),
				Objects.requireNonNull(idToken.getSubject()), lineage(idToken));
	}

	private static @Nullable String registrationId(@Nullable Authentication authentication) {
		if (authentication instanceof OAuth2AuthenticationToken token) {
			return token.getAuthorizedClientRegistrationId();
		}
		return (authentication instanceof OAuth2LoginAuthenticationToken token)
				? token.getClientRegistration().getRegistrationId() : null;
	}

	private String lineage(OidcIdToken idToken) {
		return Objects.requireNonNull(this.lineages.get(idToken, (token) -> Digest.of(token.getTokenValue())));
	}

}
