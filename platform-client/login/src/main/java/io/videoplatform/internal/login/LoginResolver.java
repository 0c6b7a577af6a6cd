package io.videoplatform.internal.login;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.internal.http.Digest;
import io.videoplatform.internal.token.login.LoginKey;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationToken;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * Finds the login of an authentication. The identifier of a login is derived from its ID
 * token, which no other login has: it goes wherever the authentication goes, through
 * sessions, threads and reactive contexts, and nothing else has to be carried along.
 */
public final class LoginResolver {

	private final LoginRegistrationRepository registrations;

	/**
	 * By identity: a session hands out the same ID token again and again.
	 */
	private final Cache<OidcIdToken, LoginKey> known = Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

	private volatile Function<Authentication, @Nullable LoginKey> testLogins = (authentication) -> null;

	/**
	 * Create a new instance.
	 */
	public LoginResolver(LoginRegistrationRepository registrations) {
		this.registrations = registrations;
	}

	/**
	 * Return the login that an authentication came from.
	 */
	public @Nullable LoginKey of(@Nullable Authentication authentication) {
		OidcIdToken idToken = idToken(authentication);
		if (authentication == null || idToken == null) {
			return null;
		}
		LoginKey ofTest = this.testLogins.apply(authentication);
		if (ofTest != null) {
			return ofTest;
		}
		if (idToken.getClaimAsString("iss") == null || idToken.getSubject() == null) {
			return null;
		}
		LoginClient client = client(authentication, idToken);
		if (client == null) {
			return null;
		}
		LoginKey login = this.known.getIfPresent(idToken);
		return (login != null && login.client().equals(client.name())) ? login
				: remembered(idToken, of(client, idToken));
	}

	/**
	 * Set what finds the logins of authentications that a test has made itself.
	 */
	public void useTestLogins(Function<Authentication, @Nullable LoginKey> testLogins) {
		this.testLogins = testLogins;
	}

	private LoginKey remembered(OidcIdToken idToken, LoginKey login) {
		this.known.put(idToken, login);
		return login;
	}

	/**
	 * Return the registration that an authentication is a login at, or {@code null} if it
	 * is no login at the platform.
	 */
	public @Nullable String registrationOf(@Nullable Authentication authentication) {
		OidcIdToken idToken = idToken(authentication);
		LoginClient client = (authentication != null && idToken != null && of(authentication) != null)
				? client(authentication, idToken) : null;
		return (client != null) ? client.registrationId() : null;
	}

	/**
	 * Spring Security's own authentications name the registration. What an application
	 * makes of them, to give the user other authorities for example, has the same
	 * principal: its ID token names the client.
	 */
	private @Nullable LoginClient client(Authentication authentication, OidcIdToken idToken) {
		String registrationId = registrationId(authentication);
		if (registrationId != null) {
			return this.registrations.client(registrationId);
		}
		List<LoginClient> clients = this.registrations.clients(idToken.getAudience()).toList();
		return clients.stream()
			.filter((client) -> clients.size() == 1 || client.tokens().holds(of(client, idToken)))
			.findFirst()
			.orElse(clients.isEmpty() ? null : clients.get(0));
	}

	/**
	 * Return the login that an ID token came from, if it was at this client.
	 */
	public LoginKey of(LoginClient client, OidcIdToken idToken) {
		return new LoginKey(client.name(), Objects.requireNonNull(idToken.getClaimAsString("iss")),
				Objects.requireNonNull(idToken.getSubject()), Digest.of(idToken.getTokenValue()));
	}

	/**
	 * Return the user whom a session holds.
	 */
	public static @Nullable OidcUser user(@Nullable Object securityContext) {
		return (securityContext instanceof SecurityContext context && context.getAuthentication() != null
				&& context.getAuthentication().getPrincipal() instanceof OidcUser user) ? user : null;
	}

	private static @Nullable OidcIdToken idToken(@Nullable Authentication authentication) {
		return (authentication != null && authentication.getPrincipal() instanceof OidcUser user) ? user.getIdToken()
				: null;
	}

	private static @Nullable String registrationId(@Nullable Authentication authentication) {
		if (authentication instanceof OAuth2AuthenticationToken token) {
			return token.getAuthorizedClientRegistrationId();
		}
		return (authentication instanceof OAuth2LoginAuthenticationToken token)
				? token.getClientRegistration().getRegistrationId() : null;
	}

}
