package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.util.Objects;
import java.util.Set;

import io.videoplatform.PlatformError;
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
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.core.user.DefaultOAuth2User;
import org.springframework.security.oauth2.core.user.OAuth2User;
import org.springframework.security.oauth2.core.user.OAuth2UserAuthority;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.util.StringUtils;

/**
 * Loads the user of a verified ID token at one of the platform's registrations, on the
 * servlet and the reactive stack: Spring Security's own services with a bounded UserInfo
 * request of ours. The failures end a login, each with a sentence for the user and one
 * event for the operator; a {@link LoginUnavailableException} passes Spring Security.
 *
 * @param verifiers creates the verifiers of signed UserInfo responses
 */
public record OidcUserServiceFactory(JwtVerifierFactory verifiers) {

	private static final String INVALID_USER_INFO = "invalid_user_info_response";

	private static final BoundedWait WAIT = LoginUnavailableException.waitForLogin();

	private static final ClaimConverter CLAIMS = new ClaimConverter(OidcUserService.createDefaultClaimTypeConverters());

	/**
	 * Create the service for the servlet stack.
	 */
	public OAuth2UserService<OidcUserRequest, OidcUser> userService() {
		OidcUserService users = new OidcUserService();
		users.setRetrieveUserInfo(OidcUserServiceFactory::hasUserInfo);
		users.setClaimTypeConverterFactory((registration) -> CLAIMS);
		users.setOauth2UserService((request) -> WAIT.require(userInfo(request)));
		return users;
	}

	/**
	 * Create the service for the reactive stack.
	 */
	public ReactiveOAuth2UserService<OidcUserRequest, OidcUser> reactiveUserService() {
		OidcReactiveOAuth2UserService users = new OidcReactiveOAuth2UserService();
		users.setRetrieveUserInfo(OidcUserServiceFactory::hasUserInfo);
		users.setClaimTypeConverterFactory((registration) -> CLAIMS);
		users.setOauth2UserService(this::userInfo);
		return users;
	}

	private Mono<OAuth2User> userInfo(OAuth2UserRequest request) {
		ClientRegistration registration = request.getClientRegistration();
		URI url = URI.create(String.valueOf(uri(registration)));
		UserInfoClient client = new UserInfoClient(client(registration), this.verifiers.clock(),
				(response) -> this.verifiers.decoder(JwtProfile.USER_INFO, registration)
					.decode(response)
					.map(Jwt::getClaims));
		return client
			.claims(url, request.getAccessToken().getTokenValue(),
					Objects.requireNonNull(((OidcUserRequest) request).getIdToken().getSubject()))
			.<OAuth2User>map((claims) -> new DefaultOAuth2User(
					Set.of(new OAuth2UserAuthority(claims, IdTokenClaimNames.SUB)), claims, IdTokenClaimNames.SUB))
			.onErrorMap(MalformedResponseException.class,
					(ex) -> refused(request,
							"The UserInfo response of %s %s.".formatted(PrintableUrl.of(url), ex.getMessage()), ex))
			.onErrorMap(BadJwtException.class, (ex) -> refused(request, String.valueOf(ex.getMessage()), ex))
			.doOnError(LoginUnavailableException.class, (ex) -> {
				client(registration).outages().accept(ex);
				this.verifiers.publish(JwtProfile.USER_INFO, registration, ex);
			});
	}

	private OidcClient client(ClientRegistration registration) {
		return this.verifiers.client(registration);
	}

	private OAuth2AuthenticationException refused(OAuth2UserRequest request, String message, Exception cause) {
		PlatformError error = (cause instanceof BadJwtException invalid) ? OidcJwtDecoder.error(invalid)
				: PlatformError.ID_TOKEN;
		this.verifiers.publish(JwtProfile.USER_INFO, request.getClientRegistration(), error, message);
		return new OAuth2AuthenticationException(new OAuth2Error(INVALID_USER_INFO, message, null), message, cause);
	}

	private static boolean hasUserInfo(OidcUserRequest request) {
		return StringUtils.hasText(uri(request.getClientRegistration()));
	}

	private static @Nullable String uri(ClientRegistration registration) {
		return registration.getProviderDetails().getUserInfoEndpoint().getUri();
	}

}
