package io.videoplatform.internal.login;

import org.jspecify.annotations.Nullable;

import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * An account of the platform that a user has connected without a login. A session keeps
 * it, and the users of a session may change.
 */
public final class ConnectedAccount {

	private ConnectedAccount() {
	}

	/**
	 * Return an account as the session keeps it: a session store is no place for the
	 * client's secret.
	 * @param account the account
	 * @param user the user who connects it, {@code null} if there is none
	 * @return the account with its owner in place of the name of a principal, and without
	 * the secret
	 */
	public static OAuth2AuthorizedClient kept(OAuth2AuthorizedClient account, @Nullable Authentication user) {
		return withSecret(named(account, owner(user)), null);
	}

	/**
	 * Return an account whose client has a secret, or has none.
	 */
	static OAuth2AuthorizedClient withSecret(OAuth2AuthorizedClient account, @Nullable String secret) {
		ClientRegistration registration = ClientRegistration.withClientRegistration(account.getClientRegistration())
			.clientSecret(secret)
			.build();
		return new OAuth2AuthorizedClient(registration, account.getPrincipalName(), account.getAccessToken(),
				account.getRefreshToken());
	}

	/**
	 * Return an account that the session keeps, if it is a user's.
	 * @param kept the account, if the session keeps one
	 * @param user the user of the request, {@code null} if there is none
	 * @return the account, or {@code null} if this user has connected none
	 */
	public static @Nullable OAuth2AuthorizedClient of(@Nullable OAuth2AuthorizedClient kept,
			@Nullable Authentication user) {
		return (kept != null && kept.getPrincipalName().equals(owner(user))) ? named(kept, name(user)) : null;
	}

	private static OAuth2AuthorizedClient named(OAuth2AuthorizedClient account, String name) {
		return new OAuth2AuthorizedClient(account.getClientRegistration(), name, account.getAccessToken(),
				account.getRefreshToken());
	}

	/**
	 * Users of two providers, and of the application itself, may have the same name. No
	 * registration has a line break in its identifier.
	 */
	private static String owner(@Nullable Authentication user) {
		String registrationId = (user instanceof OAuth2AuthenticationToken token)
				? token.getAuthorizedClientRegistrationId() : "";
		return isNobody(user) ? name(user) : registrationId + "\n" + name(user);
	}

	/**
	 * Parts of Spring Security have several names for a request without a user.
	 */
	private static String name(@Nullable Authentication user) {
		return ((user == null || isNobody(user)) ? LoginInitiator.ANONYMOUS : user).getName();
	}

	private static boolean isNobody(@Nullable Authentication user) {
		return user == null || user instanceof AnonymousAuthenticationToken;
	}

}
