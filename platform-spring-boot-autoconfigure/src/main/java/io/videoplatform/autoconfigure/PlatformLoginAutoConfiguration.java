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
import io.videoplatform.internal.login.oidc.PlatformJwtDecoderFactory;
import io.videoplatform.internal.login.oidc.PlatformOidcUserService;
import io.videoplatform.internal.login.servlet.AuthorizationRequestFailureHandler;
import io.videoplatform.internal.login.servlet.BackChannelLogoutFilter;
import io.videoplatform.internal.login.servlet.LoginAnswers;
import io.videoplatform.internal.login.servlet.LoginFilter;
import io.videoplatform.internal.login.servlet.LoginRequiredExceptionResolver;
import io.videoplatform.internal.login.servlet.LoginStrategyFactory;
import io.videoplatform.internal.login.servlet.LogoutListener;
import io.videoplatform.internal.login.servlet.PlatformAuthorizationRequestResolver;
import io.videoplatform.internal.login.servlet.PlatformAuthorizedClientRepository;
import io.videoplatform.internal.login.servlet.PlatformAuthorizedClientService;
import io.videoplatform.internal.login.servlet.PlatformClientRegistrationRepository;
import io.videoplatform.internal.login.servlet.PlatformOidcSessionRegistry;
import io.videoplatform.internal.login.servlet.RefreshTokenTokenResponseClient;
import io.videoplatform.internal.login.servlet.RpInitiatedLogoutSuccessHandler;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.oauth2.client.OidcBackChannelLogoutHandler;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.endpoint.OAuth2RefreshTokenGrantRequest;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionRegistry;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.client.web.HttpSessionOAuth2AuthorizationRequestRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.ui.DefaultLoginPageGeneratingFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Auto-configuration of logins in servlet applications, for an application with Boot's
 * OAuth2 client module and a client whose grant is {@code authorization_code}. Spring
 * Security's own filters do the login, in the application's chain or in Boot's; what is
 * published here leaves other registrations as they are.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = PlatformAutoConfiguration.class, before = OAuth2ClientAutoConfiguration.class,
		beforeName = "org.springframework.boot.security.oauth2.client.autoconfigure.servlet.OAuth2ClientWebSecurityAutoConfiguration")
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass({ EnableWebSecurity.class, OAuth2ClientAutoConfiguration.class, JwtDecoderFactory.class })
@Conditional(OnPlatformLoginCondition.class)
@Import(LoginConfiguration.class)
public final class PlatformLoginAutoConfiguration {

	PlatformLoginAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean(ClientRegistrationRepository.class)
	PlatformClientRegistrationRepository platformClientRegistrationRepository(Logins logins,
			DelegateRegistrationRepository others) {
		return new PlatformClientRegistrationRepository(logins.registrations(), others);
	}

	@Bean
	ForeignRepositoryWarning platformForeignRepositoryWarning(Logins logins, ClientRegistrationRepository repository) {
		return new ForeignRepositoryWarning(logins.registrations(), repository,
				PlatformClientRegistrationRepository.class);
	}

	@Bean
	@ConditionalOnMissingBean
	OAuth2AuthorizedClientService platformAuthorizedClientService(Logins logins, LoginTokenRepository store,
			ClientRegistrationRepository repository) {
		return new PlatformAuthorizedClientService(logins.registrations(), store, repository);
	}

	@Bean
	@ConditionalOnMissingBean
	OAuth2AuthorizedClientRepository platformAuthorizedClientRepository(Logins logins, LoginTokenRepository store,
			OAuth2AuthorizedClientService service) {
		return new PlatformAuthorizedClientRepository(logins.registrations(), store, service);
	}

	@Bean
	@ConditionalOnMissingBean
	OAuth2AuthorizationRequestResolver platformAuthorizationRequestResolver(Logins logins, LoginInitiator requests,
			ClientRegistrationRepository repository) {
		return new PlatformAuthorizationRequestResolver(logins.registrations(), requests, repository);
	}

	@Bean
	@Fallback
	OAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> platformAuthorizationCodeTokenResponseClient(
			Logins logins, CodeExchange codes) {
		return LoginStrategyFactory.codes(logins.registrations(), codes);
	}

	@Bean
	@Fallback
	OAuth2AccessTokenResponseClient<OAuth2RefreshTokenGrantRequest> platformRefreshTokenTokenResponseClient(
			Logins logins, RefreshExchange refreshes) {
		return new RefreshTokenTokenResponseClient(logins.registrations(), refreshes);
	}

	/**
	 * Spring Security accepts no second bean of this type, not even as a fallback.
	 */
	@Bean
	@ConditionalOnMissingBean(JwtDecoderFactory.class)
	JwtDecoderFactory<ClientRegistration> platformJwtDecoderFactory(Logins logins, IdTokenVerification verification) {
		return LoginStrategyFactory
			.idTokens(new PlatformJwtDecoderFactory(verification, logins.registrations()::contains));
	}

	@Bean
	@Fallback
	OAuth2UserService<OidcUserRequest, OidcUser> platformOidcUserService(Logins logins,
			IdTokenVerification verification) {
		return LoginStrategyFactory.users(new PlatformOidcUserService(verification, logins.registrations()::contains));
	}

	@Bean
	LoginAnswers platformLoginAnswers(PlatformEngine engine) {
		return new LoginAnswers(engine.context().clock());
	}

	@Bean
	LoginFilter platformLoginFilter(AuthorizationResponseValidator responses, LoginAnswers answers,
			ObjectProvider<AuthorizationRequestRepository<OAuth2AuthorizationRequest>> requests,
			ObjectProvider<SecurityFilterChain> chains, ObjectProvider<SecurityFilterProperties> security) {
		return new LoginFilter(responses, requests.getIfUnique(HttpSessionOAuth2AuthorizationRequestRepository::new),
				answers, (request) -> hasGeneratedPage(chains, request), securityOrder(security) - 1);
	}

	private static int securityOrder(ObjectProvider<SecurityFilterProperties> security) {
		return security.stream()
			.mapToInt(SecurityFilterProperties::getOrder)
			.findFirst()
			.orElse(SecurityFilterProperties.DEFAULT_FILTER_ORDER);
	}

	private static boolean hasGeneratedPage(ObjectProvider<SecurityFilterChain> chains, HttpServletRequest request) {
		return chains.orderedStream()
			.filter((chain) -> chain.matches(request))
			.findFirst()
			.map((chain) -> chain.getFilters().stream().anyMatch(DefaultLoginPageGeneratingFilter.class::isInstance))
			.orElse(false);
	}

	@Bean
	Customizer<HttpSecurity> platformScriptEntryPoint(Logins logins, LoginAnswers answers) {
		return (http) -> http.with(new ScriptEntryPoint(logins.registrations(), answers), Customizer.withDefaults());
	}

	@Bean
	LogoutListener platformLoginEnd(LoginTokenRepository store) {
		return new LogoutListener(store);
	}

	@Bean
	static AuthorizationRequestFilterPostProcessor platformAuthorizationRequestFilterPostProcessor(
			ObjectProvider<AuthorizationRequestFailureHandler> handler) {
		return new AuthorizationRequestFilterPostProcessor(handler);
	}

	@Bean
	AuthorizationRequestFailureHandler platformAuthorizationRequestFailureHandler(Logins logins, LoginAnswers answers) {
		return new AuthorizationRequestFailureHandler(logins.registrations(), answers);
	}

	@Bean
	@ConditionalOnBooleanProperty("platform.login.rp-initiated-logout")
	Customizer<HttpSecurity> platformRpInitiatedLogout(ClientRegistrationRepository repository, Logins logins,
			PlatformProperties properties) {
		RpInitiatedLogoutSuccessHandler logout = new RpInitiatedLogoutSuccessHandler(repository, logins.keys(),
				properties.login().postLogoutRedirectUri());
		return (http) -> http.logout((configurer) -> configurer.logoutSuccessHandler(logout));
	}

	/**
	 * Makes Spring Security hold the sessions of all registrations, and take requests for
	 * those that are not the platform's.
	 */
	@Bean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	Customizer<HttpSecurity> platformBackChannelLogout() {
		return (http) -> http.oidcLogout((logout) -> logout.backChannel(Customizer.withDefaults()));
	}

	@Bean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	BackChannelLogoutFilter platformBackChannelLogoutFilter(BackChannelLogoutHandler logout,
			OidcSessionRegistry sessions, ObjectProvider<SecurityFilterProperties> security) {
		return new BackChannelLogoutFilter(logout, sessions, securityOrder(security) - 2);
	}

	/**
	 * One for all chains: the provider's request may meet another chain than the login
	 * did.
	 */
	@Bean
	@ConditionalOnMissingBean(OidcSessionRegistry.class)
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	PlatformOidcSessionRegistry platformOidcSessionRegistry(LoginSessionRegistry sessions) {
		return new PlatformOidcSessionRegistry(sessions);
	}

	/**
	 * For other registrations. Spring Security's own knows of no other name of the
	 * session's cookie than the default.
	 */
	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	OidcBackChannelLogoutHandler platformBackChannelLogoutHandler(OidcSessionRegistry sessions,
			@Value("${server.servlet.session.cookie.name:JSESSIONID}") String cookie) {
		OidcBackChannelLogoutHandler handler = new OidcBackChannelLogoutHandler(sessions);
		handler.setSessionCookieName(cookie);
		return handler;
	}

	/**
	 * Kept apart because Spring MVC may be absent.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(HandlerExceptionResolver.class)
	static class WebMvc {

		@Bean
		LoginRequiredExceptionResolver platformLoginRequiredResolver(Logins logins, LoginAnswers answers) {
			return new LoginRequiredExceptionResolver(logins.registrations(), answers);
		}

	}

}
