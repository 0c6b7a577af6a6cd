package io.videoplatform.login.servlet;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/**
 * The pages behind a filter chain of the application's own, some of them for everybody.
 */
@Configuration(proxyBeanMethods = false)
@Import(Pages.class)
class OwnChain {

	@Bean
	SecurityFilterChain chain(HttpSecurity http) {
		http.authorizeHttpRequests(
				(requests) -> requests.requestMatchers("/public/**").permitAll().anyRequest().authenticated());
		http.oauth2Login(Customizer.withDefaults());
		http.oauth2Client(Customizer.withDefaults());
		return http.build();
	}

}
