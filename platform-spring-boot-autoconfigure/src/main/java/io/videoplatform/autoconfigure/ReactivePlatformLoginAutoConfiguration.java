package io.videoplatform.autoconfigure;

import io.videoplatform.internal.login.AuthorizationResponseValidator;
import io.videoplatform.internal.login.BackChannelLogoutHandler;
import io.videoplatform.internal.login.CodeExchange;
import io.videoplatform.internal.login.DelegateRegistrationRepository;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginSessionRegistry;
import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.login.RefreshExchange;
import io.videoplatform.internal.login.oidc.IdTokenVerification;
import io.videoplatform.internal.login.oidc.ReactivePlatformJwtDecoderFactory;
import io.videoplatform.internal.login.oidc.ReactivePlatformOidcUserService;
import io.videoplatform.internal.login.reactive.BackChannelLogoutWebFilter;
import io.videoplatform.internal.login.reactive.LoginRequiredWebFilter;
import io.videoplatform.internal.login.reactive.LoginSessionWebFilter;
import io.videoplatform.internal.login.reactive.LoginWebFilter;
import io.videoplatform.internal.login.reactive.ReactiveLoginStrategyFactory;
import io.videoplatform.internal.login.reactive.ReactivePlatformAuthorizedClientService;
import io.videoplatform.internal.login.reactive.ReactivePlatformClientRegistrationRepository;
import io.videoplatform.internal.login.reactive.ReactivePlatformOidcSessionRegistry;
import io.videoplatform.internal.login.reactive.ReactiveRefreshTokenTokenResponseClient;
import io.videoplatform.internal.login.reactive.ServerLoginAnswers;
import io.videoplatform.internal.login.reactive.ServerPlatformAuthorizationRequestResolver;
import io.videoplatform.internal.login.reactive.ServerPlatformAuthorizedClientRepository;
import io.videoplatform.internal.login.reactive.ServerRpInitiatedLogoutSuccessHandler;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.OidcBackChannelServerLogoutHandler;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.endpoint.OAuth2RefreshTokenGrantRequest;
import org.springframework.security.oauth2.client.endpoint.ReactiveOAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.oidc.server.session.ReactiveOidcSessionRegistry;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.client.userinfo.ReactiveOAuth2UserService;
import org.springframework.security.oauth2.client.web.server.ServerAuthorizationRequestRepository;
import org.springframework.security.oauth2.client.web.server.ServerOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.server.ServerOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.server.WebSessionOAuth2ServerAuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoderFactory;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.ui.LoginPageGeneratingWebFilter;
import org.springframework.web.server.ServerWebExchange;

/**
 * Auto-configuration of logins in reactive applications, for an application with Boot's
 * OAuth2 client module and a client whose grant is {@code authorization_code}. Spring
 * Security's own filters do the login, in the application's chain or in Boot's; what is
 * published here leaves other registrations as they are.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = PlatformAutoConfiguration.class, before = ReactiveOAuth2ClientAutoConfiguration.class,
		beforeName = "org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientWebSecurityAutoConfiguration")
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass({ EnableWebFluxSecurity.class, ReactiveOAuth2ClientAutoConfiguration.class,
		ReactiveJwtDecoderFactory.class })
@Conditional(OnPlatformLoginCondition.class)
@Import(LoginConfiguration.class)
public final class ReactivePlatformLoginAutoConfiguration {

	/**
	 * The order of Spring Security's filter, which is fixed there and not visible.
	 */
	private static final int SECURITY_ORDER = -100;

	ReactivePlatformLoginAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean(ReactiveClientRegistrationRepository.class)
	ReactivePlatformClientRegistrationRepository platformClientRegistrationRepository(Logins logins,
			DelegateRegistrationRepository others) {
		return new ReactivePlatformClientRegistrationRepository(logins.registrations(), others);
	}

	@Bean
	ForeignRepositoryWarning platformForeignRepositoryWarning(Logins logins,
			ReactiveClientRegistrationRepository repository) {
		return new ForeignRepositoryWarning(logins.registrations(), repository,
				ReactivePlatformClientRegistrationRepository.class);
	}

	@Bean
	@ConditionalOnMissingBean
	ReactiveOAuth2AuthorizedClientService platformAuthorizedClientService(Logins logins, LoginTokenRepository store,
			ReactiveClientRegistrationRepository repository) {
		return new ReactivePlatformAuthorizedClientService(logins.registrations(), store, repository);
	}

	@Bean
	@ConditionalOnMissingBean
	ServerOAuth2AuthorizedClientRepository platformAuthorizedClientRepository(Logins logins, LoginTokenRepository store,
			ReactiveOAuth2AuthorizedClientService service) {
		return new ServerPlatformAuthorizedClientRepository(logins.registrations(), store, service);
	}

	@Bean
	@ConditionalOnMissingBean
	ServerOAuth2AuthorizationRequestResolver platformAuthorizationRequestResolver(Logins logins,
			LoginInitiator requests, ReactiveClientRegistrationRepository repository, ServerLoginAnswers answers) {
		return new ServerPlatformAuthorizationRequestResolver(logins.registrations(), requests, repository, answers);
	}

	@Bean
	@Fallback
	ReactiveOAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> platformAuthorizationCodeTokenResponseClient(
			Logins logins, CodeExchange codes) {
		return ReactiveLoginStrategyFactory.codes(logins.registrations(), codes);
	}

	@Bean
	@Fallback
	ReactiveOAuth2AccessTokenResponseClient<OAuth2RefreshTokenGrantRequest> platformRefreshTokenTokenResponseClient(
			Logins logins, RefreshExchange refreshes) {
		return new ReactiveRefreshTokenTokenResponseClient(logins.registrations(), refreshes);
	}

	@Bean
	@Fallback
	ReactiveJwtDecoderFactory<ClientRegistration> platformJwtDecoderFactory(Logins logins,
			IdTokenVerification verification) {
		return ReactiveLoginStrategyFactory
			.idTokens(new ReactivePlatformJwtDecoderFactory(verification, logins.registrations()::contains));
	}

	@Bean
	@Fallback
	ReactiveOAuth2UserService<OidcUserRequest, OidcUser> platformOidcUserService(Logins logins,
			IdTokenVerification verification) {
		return ReactiveLoginStrategyFactory
			.users(new ReactivePlatformOidcUserService(verification, logins.registrations()::contains));
	}

	@Bean
	ServerLoginAnswers platformLoginAnswers(PlatformEngine engine) {
		return new ServerLoginAnswers(engine.context().clock());
	}

	/**
	 * Before all filters of the application: one that asks for the session first would
	 * hold it unwatched, and what it ends there would leave its tokens behind.
	 */
	@Bean
	LoginSessionWebFilter platformLoginEndWebFilter(Logins logins, LoginTokenRepository store) {
		return new LoginSessionWebFilter(store, logins.keys(), Ordered.HIGHEST_PRECEDENCE);
	}

	@Bean
	LoginWebFilter platformLoginWebFilter(Logins logins, AuthorizationResponseValidator responses,
			ObjectProvider<ServerAuthorizationRequestRepository<OAuth2AuthorizationRequest>> requests,
			ServerLoginAnswers answers, ObjectProvider<SecurityWebFilterChain> chains) {
		return new LoginWebFilter(logins.registrations(), responses,
				requests.getIfUnique(WebSessionOAuth2ServerAuthorizationRequestRepository::new), answers,
				(exchange) -> hasGeneratedPage(chains, exchange), SECURITY_ORDER - 1);
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
	LoginRequiredWebFilter platformLoginRequiredWebFilter(Logins logins, LoginInitiator requests,
			ServerLoginAnswers answers) {
		return new LoginRequiredWebFilter(logins.registrations(), requests, answers, SECURITY_ORDER + 1);
	}

	@Bean
	@ConditionalOnBooleanProperty("platform.login.rp-initiated-logout")
	Customizer<ServerHttpSecurity> platformRpInitiatedLogout(ReactiveClientRegistrationRepository repository,
			Logins logins, PlatformProperties properties) {
		ServerRpInitiatedLogoutSuccessHandler logout = new ServerRpInitiatedLogoutSuccessHandler(repository,
				logins.keys(), properties.login().postLogoutRedirectUri());
		return (http) -> http.logout((configurer) -> configurer.logoutSuccessHandler(logout));
	}

	/**
	 * Makes Spring Security hold the sessions of all registrations, and take requests for
	 * those that are not the platform's.
	 */
	@Bean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	Customizer<ServerHttpSecurity> platformBackChannelLogout() {
		return (http) -> http.oidcLogout((logout) -> logout.backChannel(Customizer.withDefaults()));
	}

	@Bean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	BackChannelLogoutWebFilter platformBackChannelLogoutWebFilter(BackChannelLogoutHandler logout,
			ReactiveOidcSessionRegistry sessions) {
		return new BackChannelLogoutWebFilter(logout, sessions, SECURITY_ORDER - 2);
	}

	/**
	 * One for all chains: the provider's request may meet another chain than the login
	 * did.
	 */
	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	ReactiveOidcSessionRegistry platformOidcSessionRegistry(LoginSessionRegistry sessions) {
		return new ReactivePlatformOidcSessionRegistry(sessions);
	}

	/**
	 * For other registrations. Spring Security's own knows of no other name of the
	 * session's cookie than the default.
	 */
	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	OidcBackChannelServerLogoutHandler platformBackChannelLogoutHandler(ReactiveOidcSessionRegistry sessions,
			@Value("${server.reactive.session.cookie.name:SESSION}") String cookie) {
		OidcBackChannelServerLogoutHandler handler = new OidcBackChannelServerLogoutHandler(sessions);
		handler.setSessionCookieName(cookie);
		return handler;
	}

}
