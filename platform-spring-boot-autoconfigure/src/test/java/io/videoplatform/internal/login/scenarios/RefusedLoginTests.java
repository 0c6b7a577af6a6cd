package io.videoplatform.internal.login.scenarios;

import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.testing.Browser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Mono;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.context.WebSessionServerSecurityContextRepository;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins in which the application fails.
 */
class RefusedLoginTests {

	@Tag("full")
	@Tag("full")
	@Tag("full")
	@Tag("full")
	@Tag("full")
	@Tag("full")
	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void whenApplicationFailsBehindProxyThenNoCodeIsLogged(CapturedOutput output) {
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, Application.FAILING_CONTEXTS,
				"server.forward-headers-strategy=framework")) {
			Browser browser = application.browser();
			String callback = LoginScenario.callback(browser);
			application.bean(FailingContexts.class).failure.set(new IllegalStateException("The repository fails"));
			assertThat(browser.get(callback, "X-Forwarded-For", "192.0.2.1").statusCode()).isEqualTo(500);
		}
		assertThat(output).doesNotContain("code=", "state=").contains("The repository fails", "'platform'");
	}

	/**
	 * With a repository of security contexts that fails when a test says so.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class FailingContexts {

		final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();

		@Bean
		@Order(Ordered.HIGHEST_PRECEDENCE)
		WebFilter requestFilter() {
			return (exchange, chain) -> chain
				.filter(exchange.mutate().request((request) -> request.header("X-Filtered", "yes")).build());
		}

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return http
				.authorizeExchange(
						(requests) -> requests.pathMatchers("/public/**").permitAll().anyExchange().authenticated())
				.oauth2Login((login) -> login.securityContextRepository(new Contexts(this.failure)))
				.build();
		}

	}

	private static final class Contexts extends WebSessionServerSecurityContextRepository {

		private final AtomicReference<@Nullable RuntimeException> failure;

		Contexts(AtomicReference<@Nullable RuntimeException> failure) {
			this.failure = failure;
		}

		@Override
		public Mono<Void> save(ServerWebExchange exchange, @Nullable SecurityContext context) {
			RuntimeException failure = this.failure.get();
			return (failure != null) ? Mono.error(failure) : super.save(exchange, context);
		}

	}

}
