import java.util.Set;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.HttpStatusEntryPoint;
import org.springframework.security.web.savedrequest.HttpSessionRequestCache;
import org.springframework.security.web.savedrequest.RequestCache;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.AndRequestMatcher;
import org.springframework.security.web.util.matcher.MediaTypeRequestMatcher;
import org.springframework.security.web.util.matcher.NegatedRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

@Configuration
class Security {

	private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
			+ " media-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

	private static final RequestMatcher API = PathPatternRequestMatcher.pathPattern("/api/**");

	@Bean
	SecurityFilterChain pages(HttpSecurity http) throws Exception {
		return http
			.authorizeHttpRequests((requests) -> requests
				.requestMatchers("/", "/index.html", "/app.js", "/favicon.ico", "/error")
				.permitAll()
				.anyRequest()
				.authenticated())
			.oauth2Login(Customizer.withDefaults())
			.logout((logout) -> logout.logoutSuccessUrl("/"))
			.csrf((csrf) -> csrf.spa())
			.exceptionHandling((handling) -> handling
				.defaultAuthenticationEntryPointFor(new HttpStatusEntryPoint(HttpStatus.UNAUTHORIZED), API))
			.requestCache((cache) -> cache.requestCache(pagesOnly()))
			.headers((headers) -> headers.contentSecurityPolicy((policy) -> policy.policyDirectives(POLICY)))
			.build();
	}

	private static RequestCache pagesOnly() {
		MediaTypeRequestMatcher page = new MediaTypeRequestMatcher(MediaType.TEXT_HTML);
		page.setIgnoredMediaTypes(Set.of(MediaType.ALL));
		HttpSessionRequestCache cache = new HttpSessionRequestCache();
		cache.setRequestMatcher(new AndRequestMatcher(page, new NegatedRequestMatcher(API)));
		return cache;
	}

}
