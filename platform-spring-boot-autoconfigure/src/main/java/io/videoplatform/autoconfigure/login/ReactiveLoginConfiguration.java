package io.videoplatform.autoconfigure.login;

import io.videoplatform.internal.engine.LoginFlow;
import io.videoplatform.internal.login.oidc.IdTokenDecoderFactory;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
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
	ServerOAuth2AuthorizationRequestResolver platformAuthorizationRequestResolver(LoginFlow login,
			ReactiveClientRegistrationRepository repository) {
		return ReactiveLoginStrategyFactory.requests(login.registrations(), login.initiator(), repository);
	}

	@Bean
	LoginRequiredWebFilter platformLoginRequiredWebFilter(LoginFlow login) {
		return new LoginRequiredWebFilter(login.initiator(), login.responses(), SECURITY_ORDER + 1);
	}

	@Bean
	LoginWebFilter platformLoginWebFilter(LoginFlow login,
			ObjectProvider<ServerAuthorizationRequestRepository<OAuth2AuthorizationRequest>> requests,
			ObjectProvider<SecurityWebFilterChain> chains) {
		return new LoginWebFilter(login.validator(),
				requests.getIfUnique(WebSessionOAuth2ServerAuthorizationRequestRepository::new), login.responses(),
				(exchange) -> hasGeneratedPage(chains, exchange), LoginUnavailableException.waitForLogin(),
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
			LoginFlow login) {
		return ReactiveLoginStrategyFactory.codes(login.registrations(), login.codes());
	}

	@Bean
	@Fallback
	ReactiveOAuth2AccessTokenResponseClient<OAuth2RefreshTokenGrantRequest> platformRefreshTokenTokenResponseClient(
			LoginFlow login) {
		return ReactiveLoginStrategyFactory.refreshes(login.registrations(), login.refreshes());
	}

	@Bean
	@Fallback
	ReactiveJwtDecoderFactory<ClientRegistration> platformJwtDecoderFactory(LoginFlow login) {
		return ReactiveLoginStrategyFactory.idTokens(login.registrations(),
				new IdTokenDecoderFactory(login.verifiers()));
	}

	@Bean
	@Fallback
	ReactiveOAuth2UserService<OidcUserRequest, OidcUser> platformOidcUserService(LoginFlow login) {
		return ReactiveLoginStrategyFactory.users(login.registrations(), new OidcUserServiceFactory(login.verifiers()));
	}

	/**
	 * In every filter chain, before the filters that read the security context.
	 */
	@Bean
	Customizer<ServerHttpSecurity> platformExchangeUser() {
		return (http) -> http.addFilterAfter(new ExchangeUserWebFilter(), SecurityWebFiltersOrder.REACTOR_CONTEXT);
	}

}
