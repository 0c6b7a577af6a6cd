package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.util.Map;
import java.util.Set;

import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.MalformedResponseException;
import io.videoplatform.internal.http.PrintableUrl;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserRequest;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.user.DefaultOAuth2User;
import org.springframework.security.oauth2.core.user.OAuth2User;
import org.springframework.security.oauth2.core.user.OAuth2UserAuthority;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.util.StringUtils;

/**
 * What makes a verified ID token a user: the access token must be the one it was issued
 * with, the UserInfo response must be about the same user, and the user must have a name.
 * All failures are of the kind that ends a login, each with a sentence for the person who
 * logs in and one event for the operator.
 */
final class UserClaims {

	private static final String INVALID_ID_TOKEN = "invalid_id_token";

	private static final String INVALID_USER_INFO = "invalid_user_info_response";

	private static final String UNAVAILABLE = "temporarily_unavailable";

	private final IdTokenVerification verification;

	UserClaims(IdTokenVerification verification) {
		this.verification = verification;
	}

	/**
	 * Return whether the provider's metadata name the endpoint.
	 */
	static boolean areOffered(OidcUserRequest request) {
		return StringUtils.hasText(url(request.getClientRegistration()));
	}

	/**
	 * Check what needs no request: the hash of the access token and, where the ID token
	 * is all there is, the user's name.
	 * @throws OAuth2AuthenticationException if the login is refused
	 */
	void checkIdToken(OidcUserRequest request) {
		try {
			AccessTokenHash.check(request.getAccessToken().getTokenValue(), request.getIdToken().getTokenValue());
		}
		catch (BadJwtException ex) {
			throw refused(PlatformStep.ID_TOKEN, INVALID_ID_TOKEN, request,
					"The ID token is refused: %s.".formatted(ex.getMessage()), ex);
		}
		if (!areOffered(request)) {
			checkName(request, Map.of());
		}
	}

	/**
	 * Ask for the claims and check them.
	 * @return the user; fails with an {@link OAuth2AuthenticationException}
	 */
	Mono<OAuth2User> load(OAuth2UserRequest request) {
		URI url = URI.create(String.valueOf(url(request.getClientRegistration())));
		return endpoint(request.getClientRegistration()).claims(url, request.getAccessToken().getTokenValue())
			.map((claims) -> user(request, claims))
			.onErrorMap(MalformedResponseException.class, (ex) -> refusedAnswer(request, ex))
			.onErrorMap(IdTokenRefusal.class, (ex) -> refusedAnswer(request, ex))
			.onErrorMap(OidcProviderUnavailableException.class, (ex) -> unavailable(request, ex));
	}

	/**
	 * Return the wait for the claims of one user: a signed response asks for keys at most
	 * twice.
	 */
	BoundedWait loadWait(OAuth2UserRequest request) {
		return BoundedWait.forExchanges(PlatformStep.USERINFO_REQUEST, 3,
				this.verification.exchange(request.getClientRegistration()).deadline());
	}

	private UserInfoEndpoint endpoint(ClientRegistration registration) {
		return new UserInfoEndpoint(this.verification.exchange(registration), this.verification.clock(),
				(response) -> this.verification.userInfo(registration, response));
	}

	private OAuth2User user(OAuth2UserRequest request, Map<String, Object> claims) {
		if (!(claims.get(IdTokenClaimNames.SUB) instanceof String subject) || subject.isEmpty()) {
			throw new MalformedResponseException("does not say whom it is about ('sub')", null);
		}
		if (request instanceof OidcUserRequest login) {
			if (!subject.equals(login.getIdToken().getSubject())) {
				throw new MalformedResponseException("is about another user ('sub') than the ID token", null);
			}
			checkName(login, claims);
		}
		return new DefaultOAuth2User(Set.of(new OAuth2UserAuthority(claims, IdTokenClaimNames.SUB)), claims,
				IdTokenClaimNames.SUB);
	}

	private void checkName(OidcUserRequest request, Map<String, Object> claims) {
		String name = request.getClientRegistration()
			.getProviderDetails()
			.getUserInfoEndpoint()
			.getUserNameAttributeName();
		OidcIdToken idToken = request.getIdToken();
		if (StringUtils.hasText(name) && idToken.getClaim(name) == null && claims.get(name) == null) {
			throw refused(PlatformStep.ID_TOKEN, INVALID_USER_INFO, request,
					"Neither the ID token nor the UserInfo response states '%s', which is to be the user's name."
						.formatted(name),
					null);
		}
	}

	private OAuth2AuthenticationException refusedAnswer(OAuth2UserRequest request, RuntimeException cause) {
		String url = PrintableUrl.of(URI.create(String.valueOf(url(request.getClientRegistration())))).toString();
		return refused(PlatformStep.USERINFO_REQUEST, INVALID_USER_INFO, request,
				"The UserInfo response of %s %s.".formatted(url, cause.getMessage()), cause);
	}

	private OAuth2AuthenticationException unavailable(OAuth2UserRequest request, OidcProviderUnavailableException ex) {
		return refused(PlatformStep.USERINFO_REQUEST, UNAVAILABLE, request, String.valueOf(ex.getMessage()), ex);
	}

	private OAuth2AuthenticationException refused(PlatformStep step, String code, OAuth2UserRequest request,
			String message, @Nullable Throwable cause) {
		ClientRegistration registration = request.getClientRegistration();
		this.verification.events()
			.warn(step, "A login for client registration '%s' at %s ended: %s".formatted(
					registration.getRegistrationId(), registration.getProviderDetails().getIssuerUri(), message));
		return new OAuth2AuthenticationException(new OAuth2Error(code, message, null), message, cause);
	}

	private static @Nullable String url(ClientRegistration registration) {
		return registration.getProviderDetails().getUserInfoEndpoint().getUri();
	}

}
