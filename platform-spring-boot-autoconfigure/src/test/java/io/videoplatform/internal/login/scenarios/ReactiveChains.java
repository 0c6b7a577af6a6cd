package io.videoplatform.internal.login.scenarios;

import java.net.URI;

import reactor.core.publisher.Mono;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.ReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.oauth2.client.registration.InMemoryReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.server.DefaultServerOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.server.ServerAuthorizationRequestRepository;
import org.springframework.security.oauth2.client.web.server.ServerOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.server.WebSessionServerOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.RedirectServerAuthenticationEntryPoint;
import org.springframework.security.web.server.authentication.RedirectServerAuthenticationFailureHandler;
import org.springframework.security.web.server.authentication.logout.DelegatingServerLogoutHandler;
import org.springframework.security.web.server.authentication.logout.RedirectServerLogoutSuccessHandler;
import org.springframework.security.web.server.authentication.logout.SecurityContextServerLogoutHandler;
import org.springframework.security.web.server.authentication.logout.WebSessionServerLogoutHandler;
import org.springframework.web.server.ServerWebExchange;

/**
 * Reactive applications that bring parts of their own.
 */
final class ReactiveChains {

	private ReactiveChains() {
	}

	private static ServerHttpSecurity common(ServerHttpSecurity http) {
		return http
			.authorizeExchange(
					(requests) -> requests.pathMatchers("/public/**").permitAll().anyExchange().authenticated())
			.oauth2Client(Customizer.withDefaults());
	}

	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class Own {

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return common(http).oauth2Login(Customizer.withDefaults()).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class OwnLoginPage {

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return common(http).oauth2Login((login) -> login.loginPage("/public/login")
				.authenticationFailureHandler(new RedirectServerAuthenticationFailureHandler("/public/login?error")))
				.exceptionHandling((handling) -> handling
					.authenticationEntryPoint(new RedirectServerAuthenticationEntryPoint("/public/login")))
				.build();
		}

	}

	/**
	 * Its logout invalidates the session, too.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class OwnLogout {

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			RedirectServerLogoutSuccessHandler bye = new RedirectServerLogoutSuccessHandler();
			bye.setLogoutSuccessUrl(URI.create("/public/bye"));
			return common(http).oauth2Login(Customizer.withDefaults())
				.logout((logout) -> logout
					.logoutHandler(new DelegatingServerLogoutHandler(new SecurityContextServerLogoutHandler(),
							new WebSessionServerLogoutHandler()))
					.logoutSuccessHandler(bye))
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class OwnRepository {

		@Bean
		ReactiveClientRegistrationRepository registrations() {
			return new InMemoryReactiveClientRegistrationRepository(Registrations.own());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class OwnStore {

		@Bean
		ServerOAuth2AuthorizedClientRepository clients() {
			return new WebSessionServerOAuth2AuthorizedClientRepository();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class OwnRequests {

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http, ReactiveClientRegistrationRepository registrations) {
			return common(http).csrf((csrf) -> csrf.disable())
				.oauth2Login((login) -> login.authorizationRequestRepository(new Requests())
					.authorizationRequestResolver(new DefaultServerOAuth2AuthorizationRequestResolver(registrations)))
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class AnyMethod {

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return common(http).csrf((csrf) -> csrf.disable()).oauth2Login(Customizer.withDefaults()).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class OwnBasic {

		@Bean
		ReactiveUserDetailsService users() {
			return new MapReactiveUserDetailsService(User.withUsername("form").password("{noop}secret").build());
		}

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return common(http).httpBasic(Customizer.withDefaults()).oauth2Login(Customizer.withDefaults()).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class FormLogin {

		@Bean
		ReactiveUserDetailsService users() {
			return new MapReactiveUserDetailsService(User.withUsername("form").password("{noop}secret").build());
		}

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return common(http).csrf((csrf) -> csrf.disable())
				.formLogin(Customizer.withDefaults())
				.oauth2Login(Customizer.withDefaults())
				.build();
		}

	}

	/**
	 * Keeps authorization requests where nobody else looks.
	 */
	private static final class Requests implements ServerAuthorizationRequestRepository<OAuth2AuthorizationRequest> {

		@Override
		public Mono<OAuth2AuthorizationRequest> loadAuthorizationRequest(ServerWebExchange exchange) {
			String state = exchange.getRequest().getQueryParams().getFirst("state");
			return exchange.getSession()
				.mapNotNull((session) -> session.<OAuth2AuthorizationRequest>getAttribute("own"))
				.filter((kept) -> String.valueOf(kept.getState()).equals(state));
		}

		@Override
		public Mono<Void> saveAuthorizationRequest(OAuth2AuthorizationRequest request, ServerWebExchange exchange) {
			return exchange.getSession().doOnNext((session) -> session.getAttributes().put("own", request)).then();
		}

		@Override
		public Mono<OAuth2AuthorizationRequest> removeAuthorizationRequest(ServerWebExchange exchange) {
			return loadAuthorizationRequest(exchange).delayUntil(
					(request) -> exchange.getSession().doOnNext((session) -> session.getAttributes().remove("own")));
		}

	}

}
