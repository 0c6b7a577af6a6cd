import java.net.URI;

import reactor.core.publisher.Mono;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.DelegatingServerAuthenticationEntryPoint;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.HttpStatusServerEntryPoint;
import org.springframework.security.web.server.authentication.RedirectServerAuthenticationEntryPoint;
import org.springframework.security.web.server.authentication.logout.RedirectServerLogoutSuccessHandler;
import org.springframework.security.web.server.csrf.CookieServerCsrfTokenRepository;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.security.web.server.csrf.ServerCsrfTokenRequestAttributeHandler;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatchers;
import org.springframework.web.server.WebFilter;

@Configuration
class Security {

	private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
			+ " media-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

	@Bean
	SecurityWebFilterChain pages(ServerHttpSecurity http) {
		DelegatingServerAuthenticationEntryPoint login = new DelegatingServerAuthenticationEntryPoint(
				new DelegatingServerAuthenticationEntryPoint.DelegateEntry(
						ServerWebExchangeMatchers.pathMatchers("/api/**"),
						new HttpStatusServerEntryPoint(HttpStatus.UNAUTHORIZED)));
		login.setDefaultEntryPoint(new RedirectServerAuthenticationEntryPoint("/oauth2/authorization/platform"));
		RedirectServerLogoutSuccessHandler toStart = new RedirectServerLogoutSuccessHandler();
		toStart.setLogoutSuccessUrl(URI.create("/"));
		return http
			.authorizeExchange((requests) -> requests.pathMatchers("/", "/index.html", "/app.js", "/favicon.ico")
				.permitAll()
				.anyExchange()
				.authenticated())
			.oauth2Login(Customizer.withDefaults())
			.logout((logout) -> logout.logoutSuccessHandler(toStart))
			.csrf((csrf) -> csrf.csrfTokenRepository(CookieServerCsrfTokenRepository.withHttpOnlyFalse())
				.csrfTokenRequestHandler(new ServerCsrfTokenRequestAttributeHandler()))
			.exceptionHandling((handling) -> handling.authenticationEntryPoint(login))
			.headers((headers) -> headers.contentSecurityPolicy((policy) -> policy.policyDirectives(POLICY)))
			.build();
	}

	@Bean
	WebFilter csrfCookie() {
		return (exchange, chain) -> exchange.getAttributeOrDefault(CsrfToken.class.getName(), Mono.<CsrfToken>empty())
			.then(chain.filter(exchange));
	}

}
