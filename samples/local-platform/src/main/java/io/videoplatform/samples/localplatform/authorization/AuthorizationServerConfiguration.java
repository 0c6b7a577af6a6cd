package io.videoplatform.samples.localplatform.authorization;

import java.time.Clock;
import java.util.List;

import io.videoplatform.samples.localplatform.LocalPlatformProperties;
import io.videoplatform.samples.localplatform.fault.FaultState;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2ClientAuthenticationConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2TokenEndpointConfigurer;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2RefreshTokenAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.oidc.OidcProviderConfiguration;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;
import org.springframework.security.web.session.HttpSessionEventPublisher;
import org.springframework.security.web.util.matcher.MediaTypeRequestMatcher;

/**
 * Spring Authorization Server below the realm's path, with the password grant added.
 */
@Configuration(proxyBeanMethods = false)
class AuthorizationServerConfiguration {

	@Bean
	@Order(1)
	SecurityFilterChain authorizationServerChain(HttpSecurity http, RegisteredClientRepository clients,
			Sessions sessions, OAuth2TokenGenerator<?> generator, AuthenticationManager accounts, Clock clock) {
		LoginEndpoints login = new LoginEndpoints(sessions);
		return http.securityMatcher(Realm.PATH + "/**")
			.oauth2AuthorizationServer((server) -> server.clientAuthentication(publicClients(clients))
				.authorizationEndpoint(login::authorization)
				.tokenEndpoint(grants(sessions, generator, accounts, clock))
				.oidc((oidc) -> {
					login.oidc(oidc);
					oidc.providerConfigurationEndpoint((endpoint) -> endpoint
						.providerConfigurationCustomizer(AuthorizationServerConfiguration::addOurOwn));
				}))
			.authorizeHttpRequests((requests) -> requests.requestMatchers(LoginEndpoints::requestsNoPage)
				.permitAll()
				.anyRequest()
				.authenticated())
			.cors(Customizer.withDefaults())
			.exceptionHandling((handling) -> handling.defaultAuthenticationEntryPointFor(
					new LoginUrlAuthenticationEntryPoint("/login"), new MediaTypeRequestMatcher(MediaType.TEXT_HTML)))
			.build();
	}

	@Bean
	@Order(0)
	SecurityFilterChain implicitGrantChain(HttpSecurity http) {
		return http.securityMatcher(ImplicitRequest::isMadeBy)
			.authorizeHttpRequests((requests) -> requests.requestMatchers(LoginEndpoints::requestsNoPage)
				.permitAll()
				.anyRequest()
				.authenticated())
			.exceptionHandling(
					(handling) -> handling.authenticationEntryPoint(new LoginUrlAuthenticationEntryPoint("/login")))
			.build();
	}

	@Bean
	AuthorizationServerSettings authorizationServerSettings() {
		// no fixed issuer: it follows the host and port by which a client came
		return AuthorizationServerSettings.builder().multipleIssuersAllowed(true).build();
	}

	@Bean
	RegisteredClientRepository registeredClientRepository(LocalPlatformProperties properties,
			PasswordEncoder passwordEncoder) {
		return new Clients(properties, passwordEncoder).repository();
	}

	@Bean
	Sessions sessions(Clock clock) {
		return new Sessions(clock);
	}

	@Bean
	HttpSessionEventPublisher httpSessionEvents() {
		// else the browsers' sessions that have ended are never forgotten
		return new HttpSessionEventPublisher();
	}

	@Bean
	TokenRequestJournal tokenRequestJournal(Sessions sessions, Clock clock) {
		return new TokenRequestJournal(sessions, clock);
	}

	@Bean
	FilterRegistrationBean<TokenRequestJournal> tokenRequestJournalFilter(TokenRequestJournal journal) {
		FilterRegistrationBean<TokenRequestJournal> registration = new FilterRegistrationBean<>(journal);
		registration.addUrlPatterns(Realm.TOKEN_PATH);
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
		return registration;
	}

	@Bean
	FilterRegistrationBean<TokenEndpointDelay> tokenEndpointDelay(LocalPlatformProperties properties,
			FaultState fault) {
		FilterRegistrationBean<TokenEndpointDelay> registration = new FilterRegistrationBean<>(
				new TokenEndpointDelay(() -> properties.tokenEndpointDelay().plus(fault.get().tokenEndpointDelay())));
		registration.addUrlPatterns(Realm.TOKEN_PATH);
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
		return registration;
	}

	private static Customizer<OAuth2ClientAuthenticationConfigurer> publicClients(RegisteredClientRepository clients) {
		return (authentication) -> authentication.authenticationConverter(new PublicClientConverter())
			.authenticationProvider(new PublicClientProvider(clients));
	}

	private static Customizer<OAuth2TokenEndpointConfigurer> grants(Sessions sessions,
			OAuth2TokenGenerator<?> generator, AuthenticationManager accounts, Clock clock) {
		return (endpoint) -> endpoint.accessTokenRequestConverter(new PasswordGrantConverter())
			.authenticationProvider(new PasswordGrantProvider(accounts, sessions, generator))
			.authenticationProvider(new RotatingRefreshProvider(sessions, generator, clock))
			// otherwise Spring's own would be called after this one has refused
			.authenticationProviders(
					(providers) -> providers.removeIf(OAuth2RefreshTokenAuthenticationProvider.class::isInstance))
			.accessTokenResponseHandler(TokenResponse.handler());
	}

	private static void addOurOwn(OidcProviderConfiguration.Builder configuration) {
		configuration.grantType(PasswordGrantToken.GRANT_TYPE.getValue())
			.grantType(ImplicitGrantToken.GRANT_TYPE.getValue())
			.responseType("id_token token")
			.claim("response_modes_supported", List.of("query", AuthorizationResponse.FRAGMENT))
			.tokenEndpointAuthenticationMethod(ClientAuthenticationMethod.NONE.getValue())
			.tokenRevocationEndpointAuthenticationMethod(ClientAuthenticationMethod.NONE.getValue())
			.scope(OidcScopes.PROFILE)
			.claim("authorization_response_iss_parameter_supported", true);
	}

}
