package io.videoplatform.samples.clusternode;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

import static org.springframework.security.config.Customizer.withDefaults;

/**
 * Who may see what. The address of the status has no session.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

	@Bean
	SecurityFilterChain security(HttpSecurity http) {
		return http.authorizeHttpRequests(
				(requests) -> requests.requestMatchers("/status", "/error").permitAll().anyRequest().authenticated())
			.oauth2Login(withDefaults())
			.build();
	}

}
