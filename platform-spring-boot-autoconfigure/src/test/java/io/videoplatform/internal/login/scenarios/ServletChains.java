package io.videoplatform.internal.login.scenarios;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.HttpSessionOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
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

	private static OAuth2AuthorizationRequestResolver resolver(ClientRegistrationRepository registrations) {
		return new DefaultOAuth2AuthorizationRequestResolver(registrations,
				OAuth2AuthorizationRequestRedirectFilter.DEFAULT_AUTHORIZATION_REQUEST_BASE_URI);
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

	@Configuration(proxyBeanMethods = false)
	@Import(ServletPages.class)
	static class OwnRequests {

		@Bean
		SecurityFilterChain chain(HttpSecurity http, ClientRegistrationRepository registrations) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.csrf((csrf) -> csrf.disable())
				.oauth2Login((login) -> login
					.authorizationEndpoint((endpoint) -> endpoint.authorizationRequestRepository(new Requests())
						.authorizationRequestResolver(resolver(registrations))))
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ServletPages.class)
	static class AnyMethod {

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return common(http).csrf((csrf) -> csrf.disable()).oauth2Login(Customizer.withDefaults()).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ServletPages.class)
	static class FormLogin {

		@Bean
		UserDetailsService users() {
			return new InMemoryUserDetailsManager(User.withUsername("form").password("{noop}secret").build());
		}

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return common(http).csrf((csrf) -> csrf.disable())
				.formLogin(Customizer.withDefaults())
				.oauth2Login(Customizer.withDefaults())
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ServletPages.class)
	static class OwnBasic {

		@Bean
		UserDetailsService users() {
			return new InMemoryUserDetailsManager(User.withUsername("form").password("{noop}secret").build());
		}

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return common(http).httpBasic(Customizer.withDefaults()).oauth2Login(Customizer.withDefaults()).build();
		}

	}

	/**
	 * Keeps authorization requests where nobody else looks.
	 */
	private static final class Requests implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {

		@Override
		public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
			OAuth2AuthorizationRequest kept = (OAuth2AuthorizationRequest) request.getSession().getAttribute("own");
			return (kept != null && String.valueOf(kept.getState()).equals(request.getParameter("state"))) ? kept
					: null;
		}

		@Override
		public void saveAuthorizationRequest(@Nullable OAuth2AuthorizationRequest authorizationRequest,
				HttpServletRequest request, HttpServletResponse response) {
			request.getSession().setAttribute("own", authorizationRequest);
		}

		@Override
		public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(HttpServletRequest request,
				HttpServletResponse response) {
			OAuth2AuthorizationRequest kept = loadAuthorizationRequest(request);
			request.getSession().removeAttribute("own");
			return kept;
		}

	}

}
