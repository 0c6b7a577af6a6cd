package io.videoplatform.it.login.application;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

import static org.springframework.security.config.Customizer.withDefaults;

/**
 * The filter chain of an application that does not want Spring Boot's, on WebMVC.
 */
@Configuration(proxyBeanMethods = false)
class WebMvcOwnChain {

	@Bean
	SecurityFilterChain ownChain(HttpSecurity http) {
		http.authorizeHttpRequests(
				(requests) -> requests.requestMatchers("/", "/login").permitAll().anyRequest().authenticated());
		http.oauth2Login((login) -> login.loginPage("/login"));
		http.oauth2Client(withDefaults());
		return http.build();
	}

}
