package io.videoplatform.samples.localplatform.video;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Rule that everything below {@code /v1/} needs an access token (RFC 6750).
 */
@Configuration(proxyBeanMethods = false)
class VideoApiSecurity {

	@Bean
	@Order(2)
	SecurityFilterChain videoApiChain(HttpSecurity http, JsonMapper jsonMapper) {
		UnauthorizedEntryPoint unauthorized = new UnauthorizedEntryPoint(jsonMapper);
		return http.securityMatcher("/v1/**")
			.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
			.oauth2ResourceServer(
					(server) -> server.jwt(Customizer.withDefaults()).authenticationEntryPoint(unauthorized))
			.sessionManagement((sessions) -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			.csrf(CsrfConfigurer::disable)
			.cors(Customizer.withDefaults())
			.build();
	}

}
