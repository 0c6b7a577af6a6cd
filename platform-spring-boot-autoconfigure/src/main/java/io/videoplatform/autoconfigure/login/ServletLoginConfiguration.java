package io.videoplatform.autoconfigure.login;

import io.videoplatform.internal.engine.LoginFlow;
import io.videoplatform.internal.login.oidc.IdTokenDecoderFactory;
import io.videoplatform.internal.login.oidc.OidcUserServiceFactory;
import io.videoplatform.internal.login.servlet.LoginFilter;
import io.videoplatform.internal.login.servlet.LoginStrategyFactory;
import io.videoplatform.internal.login.servlet.PlatformAuthorizationRequestResolver;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.endpoint.OAuth2RefreshTokenGrantRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.client.web.HttpSessionOAuth2AuthorizationRequestRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.ui.DefaultLoginPageGeneratingFilter;

/**
 * How a login begins and completes in servlet applications: the authorization request,
 * the authorization response, the token response, the ID token and the user, and the
 * response to a request that needs a login.
 */
@Configuration(proxyBeanMethods = false)
class ServletLoginConfiguration {

	@Bean
	@ConditionalOnMissingBean
	OAuth2AuthorizationRequestResolver platformAuthorizationRequestResolver(LoginFlow login,
			ClientRegistrationRepository repository) {
		return new PlatformAuthorizationRequestResolver(login.registrations(), login.initiator(), repository);
	}

	/**
	 * In every filter chain: that a login cannot begin is for {@link LoginFilter} to
	 * respond to. Spring Security's configuration has no other way to set this handler,
	 * and applies bean post-processors to the filters that it creates.
	 */
	@Bean
	static BeanPostProcessor platformAuthorizationRequestFilterPostProcessor() {
		return new BeanPostProcessor() {

			@Override
			public Object postProcessBeforeInitialization(Object bean, String beanName) {
				if (bean instanceof OAuth2AuthorizationRequestRedirectFilter filter) {
					filter.setAuthenticationFailureHandler((request, response, failure) -> {
						throw failure;
					});
				}
				return bean;
			}

		};
	}

	@Bean
	Customizer<HttpSecurity> platformScriptEntryPoint(LoginFlow login) {
		return (http) -> http.with(new ScriptEntryPointConfigurer(login.responses()), Customizer.withDefaults());
	}

	@Bean
	LoginFilter platformLoginFilter(LoginFlow login,
			ObjectProvider<AuthorizationRequestRepository<OAuth2AuthorizationRequest>> requests,
			ObjectProvider<SecurityFilterChain> chains, ObjectProvider<SecurityFilterProperties> security) {
		return new LoginFilter(login.validator(), login.initiator(),
				requests.getIfUnique(HttpSessionOAuth2AuthorizationRequestRepository::new), login.responses(),
				(request) -> hasGeneratedPage(chains, request), securityOrder(security) - 1);
	}

	/**
	 * Return the order of Spring Security's filter.
	 */
	static int securityOrder(ObjectProvider<SecurityFilterProperties> security) {
		return security.getIfAvailable(SecurityFilterProperties::new).getOrder();
	}

	private static boolean hasGeneratedPage(ObjectProvider<SecurityFilterChain> chains, HttpServletRequest request) {
		return chains.orderedStream()
			.filter((chain) -> chain.matches(request))
			.limit(1)
			.flatMap((chain) -> chain.getFilters().stream())
			.anyMatch(DefaultLoginPageGeneratingFilter.class::isInstance);
	}

	@Bean
	@Fallback
	OAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> platformAuthorizationCodeTokenResponseClient(
			LoginFlow login) {
		return LoginStrategyFactory.codes(login.registrations(), login.codes());
	}

	@Bean
	@Fallback
	OAuth2AccessTokenResponseClient<OAuth2RefreshTokenGrantRequest> platformRefreshTokenTokenResponseClient(
			LoginFlow login) {
		return LoginStrategyFactory.refreshes(login.registrations(), login.refreshes());
	}

	/**
	 * Spring Security accepts no second bean of this type, not even as a fallback.
	 */
	@Bean
	@ConditionalOnMissingBean(JwtDecoderFactory.class)
	JwtDecoderFactory<ClientRegistration> platformJwtDecoderFactory(LoginFlow login) {
		return LoginStrategyFactory.idTokens(login.registrations(), new IdTokenDecoderFactory(login.verifiers()));
	}

	@Bean
	@Fallback
	OAuth2UserService<OidcUserRequest, OidcUser> platformOidcUserService(LoginFlow login) {
		return LoginStrategyFactory.users(login.registrations(), new OidcUserServiceFactory(login.verifiers()));
	}

}
