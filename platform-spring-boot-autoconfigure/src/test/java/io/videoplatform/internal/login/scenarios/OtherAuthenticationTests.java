package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.UnaryOperator;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.RedirectServerAuthenticationSuccessHandler;
import org.springframework.security.web.server.context.WebSessionServerSecurityContextRepository;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications that save another authentication in the session when a user has logged in,
 * to give the user other authorities for example.
 */
class OtherAuthenticationTests extends LoginScenario {

	private static final String USER = "test.principal=user";

	private static final String NAME = "test.principal=name";

	@Override
	Application shared() {
		return Application.OTHER_AUTHENTICATION;
	}

	@Override
	String[] properties() {
		return new String[] { USER };
	}

	@Test
	void whenPrincipalIsTheUserThenTheLoginIsFoundAndLogoutEndsIt() {
		Browser browser = application().loggedIn();
		long held = application().logins();
		long logins = application().authorizations();
		for (String path : List.of("/videos", "/mono")) {
			assertThat(browser.get(path).body()).contains("\"ann\"");
		}
		application().letTokensRunOut();
		assertThat(browser.get("/videos").body()).contains("\"ann\"");
		assertThat(application().authorizations()).isEqualTo(logins);
		browser.submit("/logout", "/logout");
		assertThat(application().logins()).isEqualTo(held - 1);
		assertLoggedOut(browser);
	}

	@Test
	void whenPrincipalIsNoUserThenTheCallFailsAndNoLoginBeginsAgain() {
		LoginApplication application = running(Application.OTHER_AUTHENTICATION, NAME);
		Browser browser = application.loggedIn();
		assertThat(browser.get("/me").body()).isEqualTo("String ann");
		for (String path : List.of("/videos", "/mono")) {
			HttpResponse<String> page = browser.open(path);
			assertThat(page.statusCode()).isEqualTo(500);
			assertThat(page.uri()).hasPath(path);
			assertThat(page.body()).contains("The application has failed with your login");
		}
		assertProblem(browser.get("/videos", "Accept", "application/json"));
		assertThat(application.authorizations()).isEqualTo(1);
		assertThat(application.warnings()).singleElement().asString().contains("completed a moment ago");
		browser.open("/oauth2/authorization/platform");
		assertThat(application.authorizations()).isEqualTo(2);
	}

	private static UnaryOperator<Authentication> others(String principal) {
		return (user) -> UsernamePasswordAuthenticationToken.authenticated(
				principal.equals("user") ? user.getPrincipal() : user.getName(), null,
				AuthorityUtils.createAuthorityList("ROLE_EDITOR"));
	}

	/**
	 * The servlet application.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ServletPages.class)
	static class Servlet {

		@Bean
		SecurityFilterChain chain(HttpSecurity http, @Value("${test.principal}") String principal) {
			SavedRequestAwareAuthenticationSuccessHandler handler = new SavedRequestAwareAuthenticationSuccessHandler();
			HttpSessionSecurityContextRepository contexts = new HttpSessionSecurityContextRepository();
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.oauth2Login((login) -> login.successHandler((request, response, user) -> {
					SecurityContext context = new SecurityContextImpl(others(principal).apply(user));
					SecurityContextHolder.setContext(context);
					contexts.saveContext(context, request, response);
					handler.onAuthenticationSuccess(request, response, user);
				}))
				.build();
		}

	}

	/**
	 * The reactive application.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class Reactive {

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http, @Value("${test.principal}") String principal) {
			RedirectServerAuthenticationSuccessHandler handler = new RedirectServerAuthenticationSuccessHandler();
			WebSessionServerSecurityContextRepository contexts = new WebSessionServerSecurityContextRepository();
			return http.authorizeExchange((requests) -> requests.anyExchange().authenticated())
				.oauth2Login((login) -> login.authenticationSuccessHandler((exchange, user) -> contexts
					.save(exchange.getExchange(), new SecurityContextImpl(others(principal).apply(user)))
					.then(Mono.defer(() -> handler.onAuthenticationSuccess(exchange, user)))))
				.build();
		}

	}

}
