package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.BoundedWait;
import io.videoplatform.internal.http.MalformedResponseException;
import io.videoplatform.internal.http.PrintableUrl;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.userinfo.OidcReactiveOAuth2UserService;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserRequest;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.client.userinfo.ReactiveOAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.core.user.DefaultOAuth2User;
import org.springframework.security.oauth2.core.user.OAuth2User;
import org.springframework.security.oauth2.core.user.OAuth2UserAuthority;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.util.StringUtils;

/**
 * Loads the user of a verified ID token, on the servlet and the reactive stack. For the
 * platform's registrations Spring Security's own services use a bounded UserInfo request
 * of ours, after a check that the access token belongs to the ID token; all others are
 * loaded as Spring Security does. The failures end a login, each with a sentence for the
 * user and one event for the operator; one whose cause is an
 * {@link OidcProviderUnavailableException} is temporary.
 */
public final class OidcUserLoader {

	private static final String INVALID_ID_TOKEN = "invalid_id_token";

	private static final String INVALID_USER_INFO = "invalid_user_info_response";

	private static final String UNAVAILABLE = "temporarily_unavailable";

	private static final ClaimConverter CLAIMS = new ClaimConverter(OidcUserService.createDefaultClaimTypeConverters());

	private final JwtVerifierFactory verifiers;

	/**
	 * Create a new instance.
	 * @param verifiers creates the verifiers of signed UserInfo responses
	 */
	public OidcUserLoader(JwtVerifierFactory verifiers) {
		this.verifiers = verifiers;
	}

	/**
	 * Create the service for the servlet stack.
	 * @param ours matches the platform's registrations
	 * @return the service
	 */
	public OAuth2UserService<OidcUserRequest, OidcUser> userService(Predicate<ClientRegistration> ours) {
		OidcUserService others = new OidcUserService();
		OidcUserService users = new OidcUserService();
		users.setRetrieveUserInfo(OidcUserLoader::hasUserInfo);
		users.setClaimTypeConverterFactory((registration) -> CLAIMS);
		users.setOauth2UserService((request) -> userInfoWait(request).require(userInfo(request)));
		return (request) -> {
			if (!ours.test(request.getClientRegistration())) {
				return others.loadUser(request);
			}
			checkIdToken(request);
			return users.loadUser(request);
		};
	}

	/**
	 * Create the service for the reactive stack.
	 * @param ours matches the platform's registrations
	 * @return the service
	 */
	public ReactiveOAuth2UserService<OidcUserRequest, OidcUser> reactiveUserService(
			Predicate<ClientRegistration> ours) {
		OidcReactiveOAuth2UserService others = new OidcReactiveOAuth2UserService();
		OidcReactiveOAuth2UserService users = new OidcReactiveOAuth2UserService();
		users.setRetrieveUserInfo(OidcUserLoader::hasUserInfo);
		users.setClaimTypeConverterFactory((registration) -> CLAIMS);
		users.setOauth2UserService(this::userInfo);
		return (request) -> ours.test(request.getClientRegistration()) ? Mono.defer(() -> {
			checkIdToken(request);
			return users.loadUser(request);
		}) : others.loadUser(request);
	}

	/**
	 * Check what needs no request: the hash of the access token and, without a UserInfo
	 * endpoint, the user's name.
	 */
	private void checkIdToken(OidcUserRequest request) {
		try {
			IdTokenValidator.validateAccessTokenHash(request.getIdToken().getTokenValue(),
					request.getIdToken().getClaim(IdTokenClaimNames.AT_HASH), request.getAccessToken().getTokenValue());
		}
		catch (RefusedJwtException ex) {
			throw refused(PlatformStep.ID_TOKEN, INVALID_ID_TOKEN, request, JwtProfile.ID_TOKEN.refused(ex), ex);
		}
		if (!hasUserInfo(request)) {
			checkName(request, Map.of());
		}
	}

	private Mono<OAuth2User> userInfo(OAuth2UserRequest request) {
		ClientRegistration registration = request.getClientRegistration();
		UserInfoClient client = new UserInfoClient(client(registration), this.verifiers.clock(),
				(response) -> this.verifiers.decoder(JwtProfile.USER_INFO, registration)
					.decode(response)
					.map(Jwt::getClaims));
		String subject = (request instanceof OidcUserRequest login) ? login.getIdToken().getSubject() : null;
		return client.claims(userInfoUrl(registration), request.getAccessToken().getTokenValue(), subject)
			.map((claims) -> user(request, claims))
			.onErrorMap(MalformedResponseException.class, (ex) -> refusedUserInfo(request, ex))
			.onErrorMap(RefusedJwtException.class, (ex) -> refusedUserInfo(request, ex))
			.onErrorMap(OidcProviderUnavailableException.class, (ex) -> unavailable(request, ex));
	}

	/**
	 * A signed response may need two requests for the JWK set.
	 */
	private BoundedWait userInfoWait(OAuth2UserRequest request) {
		return OidcProviderUnavailableException.waitForExchanges(PlatformStep.USERINFO_REQUEST, 3,
				client(request.getClientRegistration()).exchange().deadline());
	}

	private OidcClient client(ClientRegistration registration) {
		return this.verifiers.client(registration);
	}

	private OAuth2User user(OAuth2UserRequest request, Map<String, Object> claims) {
		if (request instanceof OidcUserRequest login) {
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
					"Neither the ID token nor the UserInfo response has '%s', which is to be the user's name."
						.formatted(name),
					null);
		}
	}

	private OAuth2AuthenticationException refusedUserInfo(OAuth2UserRequest request, RuntimeException cause) {
		URI url = PrintableUrl.of(userInfoUrl(request.getClientRegistration()));
		return refused(PlatformStep.USERINFO_REQUEST, INVALID_USER_INFO, request,
				"The UserInfo response of %s %s.".formatted(url, cause.getMessage()), cause);
	}

	private OAuth2AuthenticationException unavailable(OAuth2UserRequest request, OidcProviderUnavailableException ex) {
		client(request.getClientRegistration()).outages().accept(ex);
		return refused(PlatformStep.USERINFO_REQUEST, UNAVAILABLE, request, String.valueOf(ex.getMessage()), ex);
	}

	private OAuth2AuthenticationException refused(PlatformStep step, String code, OAuth2UserRequest request,
			String message, @Nullable Throwable cause) {
		ClientRegistration registration = request.getClientRegistration();
		String report = "A login for client registration '%s' at %s ended: %s"
			.formatted(registration.getRegistrationId(), registration.getProviderDetails().getIssuerUri(), message);
		// An outage says by itself what to do
		boolean explained = cause instanceof PlatformException;
		this.verifiers.refusals()
			.publish(step, Level.WARN, error(cause),
					"%s %s %s".formatted(registration.getRegistrationId(), code, kind(cause)),
					explained ? report : StringUtils.trimTrailingCharacter(report, '.'),
					(text) -> explained ? text : RefusedJwtException.explain(error(cause), text, client(registration)));
		return new OAuth2AuthenticationException(new OAuth2Error(code, message, null), message, cause);
	}

	/**
	 * The position in a malformed response belongs to the response, not to the kind.
	 */
	private static String kind(@Nullable Throwable cause) {
		if (cause instanceof RefusedJwtException invalid) {
			return invalid.kind();
		}
		if (cause instanceof PlatformException outage) {
			return outage.getStep() + " " + outage.getError().getCode();
		}
		return (cause instanceof MalformedResponseException malformed)
				? String.valueOf(malformed.getMessage()).replaceFirst(":.*", "") : error(cause).getCode();
	}

	private static PlatformError error(@Nullable Throwable cause) {
		if (cause instanceof PlatformException outage) {
			return outage.getError();
		}
		if (cause instanceof RefusedJwtException invalid) {
			return invalid.error();
		}
		return PlatformError.USERINFO_REQUEST;
	}

	private static boolean hasUserInfo(OidcUserRequest request) {
		return StringUtils.hasText(uri(request.getClientRegistration()));
	}

	private static URI userInfoUrl(ClientRegistration registration) {
		return URI.create(String.valueOf(uri(registration)));
	}

	private static @Nullable String uri(ClientRegistration registration) {
		return registration.getProviderDetails().getUserInfoEndpoint().getUri();
	}

}
