package io.videoplatform.samples.browserapp;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.HttpStatusEntryPoint;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

import static org.springframework.security.config.Customizer.withDefaults;

/**
 * Access rules: the page is public, and calls with the server's tokens need a login at
 * this application. Protection against forged requests stays on; the page's script sends
 * the token in a header, so that no body has to be read for it.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

	// responses that need more set a policy of their own, as the page and the videos do
	private static final String NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

	@Bean
	SecurityFilterChain security(HttpSecurity http) {
		PathPatternRequestMatcher server = PathPatternRequestMatcher.pathPattern("/server/**");
		return http
			.authorizeHttpRequests(
					(requests) -> requests.requestMatchers(server).authenticated().anyRequest().permitAll())
			.oauth2Login(withDefaults())
			.logout((logout) -> logout.logoutSuccessUrl("/"))
			.exceptionHandling((handling) -> handling
				.defaultAuthenticationEntryPointFor(new HttpStatusEntryPoint(HttpStatus.UNAUTHORIZED), server))
			.headers((headers) -> headers.contentSecurityPolicy((policy) -> policy.policyDirectives(NOTHING))
				.referrerPolicy((referrer) -> referrer.policy(ReferrerPolicy.NO_REFERRER)))
			.build();
	}

}
