package io.videoplatform.samples.loginserver.reactive;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.csrf.XorServerCsrfTokenRequestAttributeHandler;

import static org.springframework.security.config.Customizer.withDefaults;

/**
 * Who may see what. The starter adds nothing to this chain that is not Spring Security's.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

	private static final String ONLY_OUR_OWN = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

	@Bean
	SecurityWebFilterChain security(ServerHttpSecurity http) {
		// the form that uploads is not the usual kind, and its CSRF token is one of its
		// parts
		XorServerCsrfTokenRequestAttributeHandler csrfToken = new XorServerCsrfTokenRequestAttributeHandler();
		csrfToken.setTokenFromMultipartDataEnabled(true);
		return http
			.authorizeExchange((requests) -> requests.pathMatchers("/", "/style.css", "/icon.svg")
				.permitAll()
				.anyExchange()
				.authenticated())
			.oauth2Login(withDefaults())
			.csrf((csrf) -> csrf.csrfTokenRequestHandler(csrfToken))
			.headers((headers) -> headers.contentSecurityPolicy((policy) -> policy.policyDirectives(ONLY_OUR_OWN)))
			.build();
	}

}
