package io.videoplatform.samples.loginserver;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

import static org.springframework.security.config.Customizer.withDefaults;

/**
 * Who may see what. The starter adds nothing to this chain that is not Spring Security's.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

	private static final String ONLY_OUR_OWN = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

	@Bean
	SecurityFilterChain security(HttpSecurity http) {
		return http
			.authorizeHttpRequests((requests) -> requests.requestMatchers("/", "/style.css", "/icon.svg", "/error")
				.permitAll()
				.anyRequest()
				.authenticated())
			.oauth2Login(withDefaults())
			.headers((headers) -> headers.contentSecurityPolicy((policy) -> policy.policyDirectives(ONLY_OUR_OWN)))
			.build();
	}

}
