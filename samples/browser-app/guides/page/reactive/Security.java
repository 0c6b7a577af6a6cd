import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.header.ReferrerPolicyServerHttpHeadersWriter;

@Configuration
class Security {

	private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
			+ " connect-src 'self' https://api.example.com https://login.example.com;"
			+ " form-action 'self' https://login.example.com; base-uri 'none'; frame-ancestors 'none'";

	@Bean
	SecurityWebFilterChain pages(ServerHttpSecurity http) {
		return http
			.authorizeExchange((requests) -> requests
				.pathMatchers("/", "/index.html", "/app.js", "/keycloak.js", "/favicon.ico", "/platform/client.json")
				.permitAll()
				.anyExchange()
				.authenticated())
			.headers((headers) -> headers
				.contentSecurityPolicy((policy) -> policy.policyDirectives(POLICY))
				.referrerPolicy((referrer) -> referrer
					.policy(ReferrerPolicyServerHttpHeadersWriter.ReferrerPolicy.NO_REFERRER)))
			.build();
	}

}
