package io.videoplatform.internal.login.reactive;

import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

import io.videoplatform.internal.login.CodeExchange;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginRefusal;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.RefreshExchange;
import io.videoplatform.internal.login.logout.RpInitiatedLogout;
import io.videoplatform.internal.login.oidc.IdTokenDecoderFactory;
import io.videoplatform.internal.login.oidc.OidcUserServiceFactory;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.endpoint.OAuth2RefreshTokenGrantRequest;
import org.springframework.security.oauth2.client.endpoint.ReactiveOAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.WebClientReactiveAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.WebClientReactiveRefreshTokenTokenResponseClient;
import org.springframework.security.oauth2.client.oidc.authentication.ReactiveOidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcReactiveOAuth2UserService;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.web.server.logout.OidcClientInitiatedServerLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.client.userinfo.ReactiveOAuth2UserService;
import org.springframework.security.oauth2.client.web.server.DefaultServerOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.server.ServerOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoderFactory;
import org.springframework.security.web.server.authentication.logout.RedirectServerLogoutSuccessHandler;
import org.springframework.security.web.server.authentication.logout.ServerLogoutSuccessHandler;
import org.springframework.web.server.ServerWebExchange;

/**
 * Makes the strategies that Spring Security delegates the steps of a login and its end at
 * the provider to. The reason of a refusal is kept with the exchange; an outage passes
 * Spring Security.
 */
public final class ReactiveLoginStrategyFactory {

	private ReactiveLoginStrategyFactory() {
	}

	/**
	 * Return what makes authorization requests: at the platform with the registration
	 * that a login begins with. Spring Security's resolver adds PKCE (RFC 7636) and the
	 * nonce.
	 */
	public static ServerOAuth2AuthorizationRequestResolver requests(LoginRegistrationRepository registrations,
			LoginInitiator initiator, ReactiveClientRegistrationRepository repository) {
		DefaultServerOAuth2AuthorizationRequestResolver requests = new DefaultServerOAuth2AuthorizationRequestResolver(
				(registrationId) -> {
					LoginClient client = registrations.client(registrationId);
					return (client != null) ? initiator.begin(client) : repository.findByRegistrationId(registrationId);
				});
		requests.setAuthorizationRequestCustomizer(initiator::begun);
		return requests;
	}

	/**
	 * Return what exchanges codes: by the engine at the platform, at others as Spring
	 * Security does.
	 */
	public static ReactiveOAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> codes(
			LoginRegistrationRepository registrations, CodeExchange codes) {
		WebClientReactiveAuthorizationCodeTokenResponseClient others = new WebClientReactiveAuthorizationCodeTokenResponseClient();
		return (grant) -> step(registrations, grant.getClientRegistration(), () -> Mono.deferContextual((context) -> {
			Optional<ServerWebExchange> exchange = context.getOrEmpty(ServerWebExchange.class);
			if (registrations.contains(grant.getClientRegistration())) {
				return codes.exchange(grant, exchange.map(ServerLoginAdapter::callbackRequest).orElse(null));
			}
			codes.check(grant, exchange.map(ServerLoginAdapter::callbackRequest).orElse(null));
			return others.getTokenResponse(grant);
		}));
	}

	/**
	 * Return what refreshes tokens: the engine at the platform, in the one flight that
	 * all share, at others as Spring Security does.
	 */
	public static ReactiveOAuth2AccessTokenResponseClient<OAuth2RefreshTokenGrantRequest> refreshes(
			LoginRegistrationRepository registrations, RefreshExchange refreshes) {
		WebClientReactiveRefreshTokenTokenResponseClient others = new WebClientReactiveRefreshTokenTokenResponseClient();
		return (request) -> registrations.contains(request.getClientRegistration()) ? refreshes.refresh(request)
				: others.getTokenResponse(request);
	}

	/**
	 * Return what decodes ID tokens.
	 */
	public static ReactiveJwtDecoderFactory<ClientRegistration> idTokens(LoginRegistrationRepository registrations,
			IdTokenDecoderFactory decoders) {
		ReactiveOidcIdTokenDecoderFactory others = new ReactiveOidcIdTokenDecoderFactory();
		return (registration) -> (token) -> step(registrations, registration,
				() -> (registrations.contains(registration) ? decoders : others).createDecoder(registration)
					.decode(token));
	}

	/**
	 * Return what loads users.
	 */
	public static ReactiveOAuth2UserService<OidcUserRequest, OidcUser> users(LoginRegistrationRepository registrations,
			OidcUserServiceFactory services) {
		ReactiveOAuth2UserService<OidcUserRequest, OidcUser> users = services.reactiveUserService();
		OidcReactiveOAuth2UserService others = new OidcReactiveOAuth2UserService();
		return (request) -> step(registrations, request.getClientRegistration(),
				() -> (registrations.contains(request.getClientRegistration()) ? users : others).loadUser(request));
	}

	/**
	 * Return what responds to a logout: sends the user to the provider, to log out there
	 * too.
	 */
	public static ServerLogoutSuccessHandler rpInitiatedLogout(ReactiveClientRegistrationRepository repository,
			LoginResolver logins, String redirectUri) {
		ServerLogoutSuccessHandler application = new RedirectServerLogoutSuccessHandler();
		RpInitiatedLogout logout = new RpInitiatedLogout(logins, repository::findByRegistrationId);
		return (exchange, authentication) -> logout.registration(authentication).map((registration) -> {
			OidcClientInitiatedServerLogoutSuccessHandler provider = new OidcClientInitiatedServerLogoutSuccessHandler(
					repository);
			provider.setPostLogoutRedirectUri(redirectUri);
			provider.setRedirectStrategy((current, location) -> ServerLoginAdapter.redirect(current,
					URI.create(RpInitiatedLogout.bounded(location.toString(), registration, authentication))));
			return (ServerLogoutSuccessHandler) provider;
		}).defaultIfEmpty(application).flatMap((handler) -> handler.onLogoutSuccess(exchange, authentication));
	}

	/**
	 * Spring Security and the application go on with what a step brings.
	 */
	private static <T> Mono<T> step(LoginRegistrationRepository registrations, ClientRegistration registration,
			Supplier<Mono<T>> step) {
		LoginClient client = registrations.client(registration.getRegistrationId());
		Mono<T> released = (client != null) ? client.engine().release(Mono.defer(step)) : Mono.defer(step);
		return released.onErrorResume(LoginRefusal::isCause, (ex) -> Mono.deferContextual((context) -> {
			context.<ServerWebExchange>getOrEmpty(ServerWebExchange.class)
				.ifPresent((exchange) -> exchange.getAttributes().put(LoginRefusal.CAUSE, ex));
			return Mono.error(ex);
		}));
	}

}
