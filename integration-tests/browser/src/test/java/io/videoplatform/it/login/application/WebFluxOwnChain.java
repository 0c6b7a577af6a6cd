package io.videoplatform.it.login.application;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;

import static org.springframework.security.config.Customizer.withDefaults;

/**
 * The filter chain of an application that does not want Spring Boot's, on WebFlux.
 */
@Configuration(proxyBeanMethods = false)
class WebFluxOwnChain {

	@Bean
	SecurityWebFilterChain ownChain(ServerHttpSecurity http) {
		http.authorizeExchange(
				(exchanges) -> exchanges.pathMatchers("/", "/login").permitAll().anyExchange().authenticated());
		http.oauth2Login((login) -> login.loginPage("/login"));
		http.oauth2Client(withDefaults());
		return http.build();
	}

}
