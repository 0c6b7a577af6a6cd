package io.videoplatform.autoconfigure.login;

import io.videoplatform.internal.engine.LoginClients;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.login.AuthorizationResponseValidator;
import io.videoplatform.internal.login.CodeExchange;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.RefreshExchange;
import io.videoplatform.internal.login.oidc.IdTokenDecoderFactory;
import io.videoplatform.internal.login.oidc.JwtVerifierFactory;
import io.videoplatform.internal.login.oidc.OidcProviderUnavailableException;
import io.videoplatform.internal.login.oidc.OidcUserServiceFactory;
import io.videoplatform.internal.login.reactive.ExchangeUserWebFilter;
import io.videoplatform.internal.login.reactive.LoginRequiredWebFilter;
import io.videoplatform.internal.login.reactive.LoginWebFilter;
import io.videoplatform.internal.login.reactive.ReactiveLoginStrategyFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.endpoint.OAuth2RefreshTokenGrantRequest;
import org.springframework.security.oauth2.client.endpoint.ReactiveOAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.client.userinfo.ReactiveOAuth2UserService;
import org.springframework.security.oauth2.client.web.server.ServerAuthorizationRequestRepository;
import org.springframework.security.oauth2.client.web.server.ServerOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.server.WebSessionOAuth2ServerAuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoderFactory;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.ui.LoginPageGeneratingWebFilter;
import org.springframework.web.server.ServerWebExchange;

/**
 * How a login begins and completes in reactive applications: the authorization request,
 * the authorization response, the token response, the ID token and the user, and the
 * response to a request that needs a login.
 */
@Configuration(proxyBeanMethods = false)
class ReactiveLoginConfiguration {

	/**
	 * The order of Spring Security's filter, which is fixed there and not visible.
	 */
	static final int SECURITY_ORDER = -100;

	@Bean
	@ConditionalOnMissingBean
	ServerOAuth2AuthorizationRequestResolver platformAuthorizationRequestResolver(LoginClients logins,
			LoginInitiator initiator, ReactiveClientRegistrationRepository repository) {
		return ReactiveLoginStrategyFactory.requests(logins.registrations(), initiator, repository);
	}

	@Bean
	LoginRequiredWebFilter platformLoginRequiredWebFilter(LoginInitiator initiator, LoginResponseFactory responses) {
		return new LoginRequiredWebFilter(initiator, responses, SECURITY_ORDER + 1);
	}

	@Bean
	LoginWebFilter platformLoginWebFilter(AuthorizationResponseValidator validator, LoginClients logins,
			ObjectProvider<ServerAuthorizationRequestRepository<OAuth2AuthorizationRequest>> requests,
			LoginResponseFactory responses, ObjectProvider<SecurityWebFilterChain> chains) {
		return new LoginWebFilter(validator, logins.resolver(),
				requests.getIfUnique(WebSessionOAuth2ServerAuthorizationRequestRepository::new), responses,
				(exchange) -> hasGeneratedPage(chains, exchange), OidcProviderUnavailableException.waitForLogin(),
				SECURITY_ORDER - 1);
	}

	private static Mono<Boolean> hasGeneratedPage(ObjectProvider<SecurityWebFilterChain> chains,
			ServerWebExchange exchange) {
		return Flux.fromStream(chains::orderedStream)
			.filterWhen((chain) -> chain.matches(exchange))
			.next()
			.flatMapMany(SecurityWebFilterChain::getWebFilters)
			.any(LoginPageGeneratingWebFilter.class::isInstance);
	}

	@Bean
	@Fallback
	ReactiveOAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> platformAuthorizationCodeTokenResponseClient(
			LoginClients logins, CodeExchange codes) {
		return ReactiveLoginStrategyFactory.codes(logins.registrations(), codes);
	}

	@Bean
	@Fallback
	ReactiveOAuth2AccessTokenResponseClient<OAuth2RefreshTokenGrantRequest> platformRefreshTokenTokenResponseClient(
			LoginClients logins, PlatformEngine engine) {
		return ReactiveLoginStrategyFactory.refreshes(logins.registrations(),
				new RefreshExchange(logins.registrations(), engine.context().clock()));
	}

	@Bean
	@Fallback
	ReactiveJwtDecoderFactory<ClientRegistration> platformJwtDecoderFactory(LoginClients logins,
			JwtVerifierFactory verifiers) {
		return ReactiveLoginStrategyFactory.idTokens(logins.registrations(),
				new IdTokenDecoderFactory(verifiers, logins.registrations()::contains)::createReactiveDecoder);
	}

	@Bean
	@Fallback
	ReactiveOAuth2UserService<OidcUserRequest, OidcUser> platformOidcUserService(LoginClients logins,
			JwtVerifierFactory verifiers) {
		return ReactiveLoginStrategyFactory.users(logins.registrations(),
				new OidcUserServiceFactory(verifiers).reactiveUserService(logins.registrations()::contains));
	}

	/**
	 * In every filter chain, before the filters that read the security context.
	 */
	@Bean
	Customizer<ServerHttpSecurity> platformExchangeUser() {
		return (http) -> http.addFilterAfter(new ExchangeUserWebFilter(), SecurityWebFiltersOrder.REACTOR_CONTEXT);
	}

}
