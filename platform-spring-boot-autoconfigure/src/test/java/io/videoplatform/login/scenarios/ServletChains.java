package io.videoplatform.login.scenarios;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.HttpSessionOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Servlet applications that bring parts of their own.
 */
final class ServletChains {

	private ServletChains() {
	}

	private static HttpSecurity common(HttpSecurity http) {
		http.authorizeHttpRequests(
				(requests) -> requests.requestMatchers("/public/**").permitAll().anyRequest().authenticated());
		http.oauth2Client(Customizer.withDefaults());
		return http;
	}

	@Configuration(proxyBeanMethods = false)
	@Import(ServletPages.class)
	static class Own {

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return common(http).oauth2Login(Customizer.withDefaults()).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ServletPages.class)
	static class OwnLoginPage {

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return common(http).oauth2Login((login) -> login.loginPage("/public/login")).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ServletPages.class)
	static class OwnResolver {

		@Bean
		SecurityFilterChain chain(HttpSecurity http, ClientRegistrationRepository registrations) {
			return common(http).oauth2Login((login) -> login.authorizationEndpoint((endpoint) -> endpoint
				.authorizationRequestResolver(new DefaultOAuth2AuthorizationRequestResolver(registrations,
						OAuth2AuthorizationRequestRedirectFilter.DEFAULT_AUTHORIZATION_REQUEST_BASE_URI))))
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ServletPages.class)
	static class OwnLogout {

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return common(http).oauth2Login(Customizer.withDefaults())
				.logout((logout) -> logout
					.logoutSuccessHandler((request, response, authentication) -> response.sendRedirect("/public/bye")))
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ServletPages.class)
	static class OwnRepository {

		@Bean
		ClientRegistrationRepository registrations() {
			return new InMemoryClientRegistrationRepository(Registrations.own());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ServletPages.class)
	static class OwnStore {

		@Bean
		OAuth2AuthorizedClientRepository clients() {
			return new HttpSessionOAuth2AuthorizedClientRepository();
		}

	}

}
