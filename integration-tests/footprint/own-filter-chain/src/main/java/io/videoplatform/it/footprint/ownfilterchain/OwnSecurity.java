package io.videoplatform.it.footprint.ownfilterchain;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/**
 * One public path, and HTTP Basic for the rest.
 */
@Configuration(proxyBeanMethods = false)
class OwnSecurity {

	@Bean
	SecurityFilterChain chain(HttpSecurity http) {
		return http
			.authorizeHttpRequests(
					(requests) -> requests.requestMatchers("/public/**").permitAll().anyRequest().authenticated())
			.httpBasic(Customizer.withDefaults())
			.build();
	}

	@Bean
	UserDetailsService users() {
		return new InMemoryUserDetailsManager(User.withUsername("user").password("{noop}secret").roles("USER").build());
	}

}
