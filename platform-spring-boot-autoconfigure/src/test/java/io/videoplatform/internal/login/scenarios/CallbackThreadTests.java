package io.videoplatform.internal.login.scenarios;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.userinfo.ReactiveOAuth2UserService;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoderFactory;
import org.springframework.security.web.server.DefaultServerRedirectStrategy;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.RedirectServerAuthenticationSuccessHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.WebFilter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application on WebFlux does after a login or a request has waited for the
 * provider: it may block, and the engine has few threads.
 */
class CallbackThreadTests {

	private static final Duration LATE = Duration.ofMillis(300);

	@Test
	void whenProviderIsLateThenTheApplicationGoesOnOnThreadsForCallbacks() {
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, Application.RECORDED_THREADS,
				"platform.browser.enabled=true", "platform.browser.client-id=videos-spa")) {
			Recording.THREADS.clear();
			application.provider().server().delay((request, response) -> Mono.just(response).delayElement(LATE));
			Browser browser = application.browser();
			assertThat(browser.get("/platform/client.json").statusCode()).isEqualTo(200);
			application.clock().advance(Duration.ofSeconds(10));
			assertThat(browser.open("/client-name").statusCode()).isEqualTo(200);
			application.letTokensRunOut();
			assertThat(browser.get("/client-name").statusCode()).isEqualTo(200);
			assertThat(Recording.THREADS).containsOnlyKeys("document", "request", "token response", "ID token",
					"UserInfo", "success", "refresh");
			// Others are those of Spring's sessions in memory
			assertThat(Recording.THREADS.values())
				.allMatch((thread) -> thread.startsWith("platform-callbacks-") || thread.startsWith("parallel-"));
		}
	}

	/**
	 * The application.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import({ ReactivePages.class, Recording.Controller.class })
	static class Recording {

		static final Map<String, String> THREADS = new ConcurrentHashMap<>();

		private static void after(String step) {
			THREADS.put(step, Thread.currentThread().getName());
		}

		@Bean
		WebFilter recording() {
			return (exchange, chain) -> {
				if (exchange.getRequest().getPath().value().equals("/platform/client.json")) {
					exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(() -> after("document")));
				}
				return chain.filter(exchange);
			};
		}

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			DefaultServerRedirectStrategy redirect = new DefaultServerRedirectStrategy();
			RedirectServerAuthenticationSuccessHandler page = new RedirectServerAuthenticationSuccessHandler();
			return http
				.authorizeExchange((requests) -> requests.pathMatchers("/platform/client.json")
					.permitAll()
					.anyExchange()
					.authenticated())
				.oauth2Login((login) -> login.authorizationRedirectStrategy((exchange, location) -> {
					after("request");
					return redirect.sendRedirect(exchange, location);
				}).authenticationSuccessHandler((exchange, user) -> {
					after("success");
					return page.onAuthenticationSuccess(exchange, user);
				}))
				.build();
		}

		@Bean
		@Primary
		ReactiveJwtDecoderFactory<ClientRegistration> decoders(
				@Qualifier("platformJwtDecoderFactory") ReactiveJwtDecoderFactory<ClientRegistration> platform) {
			return (registration) -> {
				after("token response");
				return platform.createDecoder(registration);
			};
		}

		@Bean
		@Primary
		ReactiveOAuth2UserService<OidcUserRequest, OidcUser> users(
				@Qualifier("platformOidcUserService") ReactiveOAuth2UserService<OidcUserRequest, OidcUser> platform) {
			return (request) -> {
				after("ID token");
				return platform.loadUser(request).doOnNext((user) -> after("UserInfo"));
			};
		}

		/**
		 * Calls for the user by Spring Security's own parts.
		 */
		@RestController
		static class Controller {

			@GetMapping("/client-name")
			String client(@RegisteredOAuth2AuthorizedClient("platform") OAuth2AuthorizedClient client) {
				after("refresh");
				return client.getPrincipalName();
			}

		}

	}

}
