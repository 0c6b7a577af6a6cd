package io.videoplatform.internal.login.servlet;

import java.util.function.Supplier;

import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.CodeExchange;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginUnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * The steps of a login that Spring Security delegates. An outage passes Spring Security,
 * which would take it for a refusal, and the reason of a refusal is kept with the
 * request.
 */
public final class LoginStrategyFactory {

	private static final String REFUSED = LoginStrategyFactory.class.getName() + ".REFUSED";

	private LoginStrategyFactory() {
	}

	/**
	 * Return what exchanges codes: by the engine at the platform, at others as Spring
	 * Security does.
	 * @param registrations the platform's registrations
	 * @param codes exchanges their codes
	 * @return the client of the token endpoint
	 */
	public static OAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> codes(
			LoginRegistrationRepository registrations, CodeExchange codes) {
		RestClientAuthorizationCodeTokenResponseClient others = new RestClientAuthorizationCodeTokenResponseClient();
		return (grant) -> step(() -> {
			CallbackRequest callback = callback();
			if (registrations.contains(grant.getClientRegistration())) {
				return Waiting.on(codes.exchange(grant, callback));
			}
			codes.check(grant, callback);
			return others.getTokenResponse(grant);
		});
	}

	/**
	 * Return what decodes ID tokens.
	 * @param decoders makes the decoders
	 * @return the factory
	 */
	public static JwtDecoderFactory<ClientRegistration> idTokens(JwtDecoderFactory<ClientRegistration> decoders) {
		return (registration) -> {
			JwtDecoder decoder = step(() -> decoders.createDecoder(registration));
			return (token) -> step(() -> decoder.decode(token));
		};
	}

	/**
	 * Return what loads users.
	 * @param users loads the users
	 * @return the service
	 */
	public static OAuth2UserService<OidcUserRequest, OidcUser> users(
			OAuth2UserService<OidcUserRequest, OidcUser> users) {
		return (request) -> step(() -> users.loadUser(request));
	}

	private static <T> T step(Supplier<T> step) {
		try {
			return step.get();
		}
		catch (JwtException | OAuth2AuthenticationException | OAuth2AuthorizationException ex) {
			LoginUnavailableException outage = LoginUnavailableException.in(ex);
			if (outage != null) {
				throw outage;
			}
			RequestAttributes request = RequestContextHolder.getRequestAttributes();
			if (request != null) {
				request.setAttribute(REFUSED, ex, RequestAttributes.SCOPE_REQUEST);
			}
			throw ex;
		}
	}

	private static @Nullable CallbackRequest callback() {
		return (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current)
				? LoginFilter.callback(current.getRequest()) : null;
	}

	/**
	 * Return why a part of ours refused the login of a request.
	 */
	static @Nullable Throwable refused(HttpServletRequest request) {
		return (Throwable) request.getAttribute(REFUSED);
	}

}
