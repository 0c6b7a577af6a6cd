package io.videoplatform.internal.login.servlet;

import java.util.Objects;
import java.util.function.Supplier;

import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.CodeExchange;
import io.videoplatform.internal.login.LoginRefusal;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.RefreshExchange;
import io.videoplatform.internal.login.logout.RpInitiatedLogout;
import io.videoplatform.internal.login.oidc.IdTokenDecoderFactory;
import io.videoplatform.internal.login.oidc.OidcUserServiceFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.endpoint.OAuth2RefreshTokenGrantRequest;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.RestClientRefreshTokenTokenResponseClient;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.web.authentication.logout.LogoutSuccessHandler;
import org.springframework.security.web.authentication.logout.SimpleUrlLogoutSuccessHandler;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Makes the strategies that Spring Security delegates the steps of a login and its end at
 * the provider to. The reason of a refusal is kept with the request; an outage passes
 * Spring Security.
 */
public final class LoginStrategyFactory {

	private LoginStrategyFactory() {
	}

	/**
	 * Return what exchanges codes: by the engine at the platform, at others as Spring
	 * Security does.
	 */
	public static OAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> codes(
			LoginRegistrationRepository registrations, CodeExchange codes) {
		RestClientAuthorizationCodeTokenResponseClient others = new RestClientAuthorizationCodeTokenResponseClient();
		return (grant) -> step(() -> {
			CallbackRequest callback = callback();
			if (registrations.contains(grant.getClientRegistration())) {
				return ServletLoginAdapter.WAIT.on(codes.exchange(grant, callback));
			}
			codes.check(grant, callback);
			return others.getTokenResponse(grant);
		});
	}

	/**
	 * Return what refreshes tokens: the engine at the platform, in the one flight that
	 * all share, at others as Spring Security does.
	 */
	public static OAuth2AccessTokenResponseClient<OAuth2RefreshTokenGrantRequest> refreshes(
			LoginRegistrationRepository registrations, RefreshExchange refreshes) {
		RestClientRefreshTokenTokenResponseClient others = new RestClientRefreshTokenTokenResponseClient();
		return (request) -> registrations.contains(request.getClientRegistration())
				? Objects.requireNonNull(ServletLoginAdapter.WAIT.on(refreshes.refresh(request)))
				: others.getTokenResponse(request);
	}

	/**
	 * Return what decodes ID tokens.
	 */
	public static JwtDecoderFactory<ClientRegistration> idTokens(LoginRegistrationRepository registrations,
			IdTokenDecoderFactory decoders) {
		OidcIdTokenDecoderFactory others = new OidcIdTokenDecoderFactory();
		return (registration) -> {
			JwtDecoder decoder = step(() -> registrations.contains(registration)
					? waiting(decoders.createDecoder(registration)) : others.createDecoder(registration));
			return (token) -> step(() -> decoder.decode(token));
		};
	}

	private static JwtDecoder waiting(ReactiveJwtDecoder decoder) {
		return (token) -> ServletLoginAdapter.WAIT.require(decoder.decode(token));
	}

	/**
	 * Return what loads users.
	 */
	public static OAuth2UserService<OidcUserRequest, OidcUser> users(LoginRegistrationRepository registrations,
			OidcUserServiceFactory services) {
		OAuth2UserService<OidcUserRequest, OidcUser> users = services.userService();
		OidcUserService others = new OidcUserService();
		return (request) -> step(
				() -> (registrations.contains(request.getClientRegistration()) ? users : others).loadUser(request));
	}

	/**
	 * Return what responds to a logout: sends the user to the provider, to log out there
	 * too.
	 */
	public static LogoutSuccessHandler rpInitiatedLogout(ClientRegistrationRepository repository, LoginResolver logins,
			String redirectUri) {
		RpInitiatedLogout logout = new RpInitiatedLogout(logins,
				(id) -> Mono.fromSupplier(() -> repository.findByRegistrationId(id)));
		SimpleUrlLogoutSuccessHandler application = new SimpleUrlLogoutSuccessHandler();
		application.setDefaultTargetUrl("/login?logout");
		return (request, response, authentication) -> {
			ClientRegistration registration = ServletLoginAdapter.WAIT.on(logout.registration(authentication));
			if (registration == null) {
				application.onLogoutSuccess(request, response, authentication);
				return;
			}
			OidcClientInitiatedLogoutSuccessHandler provider = new OidcClientInitiatedLogoutSuccessHandler(repository);
			provider.setPostLogoutRedirectUri(redirectUri);
			provider.setDefaultTargetUrl(request.getContextPath() + "/login?logout");
			// Without a line in the log, which would hold the user's ID token
			provider.setRedirectStrategy((current, redirected, url) -> redirected
				.sendRedirect(RpInitiatedLogout.bounded(url, registration, authentication)));
			provider.onLogoutSuccess(request, response, authentication);
		};
	}

	private static <T> T step(Supplier<T> step) {
		try {
			return step.get();
		}
		catch (RuntimeException ex) {
			RequestAttributes request = RequestContextHolder.getRequestAttributes();
			if (request != null && LoginRefusal.isCause(ex)) {
				request.setAttribute(LoginRefusal.CAUSE, ex, RequestAttributes.SCOPE_REQUEST);
			}
			throw ex;
		}
	}

	private static @Nullable CallbackRequest callback() {
		return (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current)
				? ServletLoginAdapter.callbackRequest(current.getRequest()) : null;
	}

}
