import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter;

@Configuration
class Security {

	private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
			+ " connect-src 'self' https://api.example.com https://login.example.com;"
			+ " form-action 'self' https://login.example.com; base-uri 'none'; frame-ancestors 'none'";

	@Bean
	SecurityFilterChain pages(HttpSecurity http) throws Exception {
		return http
			.authorizeHttpRequests((requests) -> requests
				.requestMatchers("/", "/index.html", "/app.js", "/keycloak.js", "/favicon.ico", "/error",
						"/platform/client.json")
				.permitAll()
				.anyRequest()
				.authenticated())
			.headers((headers) -> headers
				.contentSecurityPolicy((policy) -> policy.policyDirectives(POLICY))
				.referrerPolicy((referrer) -> referrer.policy(ReferrerPolicyHeaderWriter.ReferrerPolicy.NO_REFERRER)))
			.build();
	}

}
