package io.videoplatform.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.core.userdetails.ReactiveUserDetailsService;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application is warned of at start, and what not.
 */
@ExtendWith(OutputCaptureExtension.class)
class StartWarningLoggerTests {

	private static final String PASSWORD_GRANT = "RFC 9700 (section 2.4)";

	private static final String PLAIN_HTTP = "travel without TLS";

	private static final String GENERATED_USER = "Spring Boot creates no user";

	private final ApplicationContextRunner plain = configured(new ApplicationContextRunner());

	/**
	 * With Boot's module for OAuth2 clients an application never had the generated user.
	 */
	private static final FilteredClassLoader WITHOUT_OAUTH2_MODULE = new FilteredClassLoader(
			OAuth2ClientAutoConfiguration.class);

	private final WebApplicationContextRunner servlet = configured(new WebApplicationContextRunner())
		.withClassLoader(WITHOUT_OAUTH2_MODULE)
		.withConfiguration(
				AutoConfigurations.of(SecurityAutoConfiguration.class, UserDetailsServiceAutoConfiguration.class));

	private final ReactiveWebApplicationContextRunner reactive = configured(new ReactiveWebApplicationContextRunner())
		.withClassLoader(WITHOUT_OAUTH2_MODULE)
		.withConfiguration(AutoConfigurations.of(ReactiveUserDetailsServiceAutoConfiguration.class,
				ReactiveWebSecurityAutoConfiguration.class));

	private static <R extends AbstractApplicationContextRunner<R, ?, ?>> R configured(R runner) {
		return runner
			.withConfiguration(
					AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class, PlatformAutoConfiguration.class))
			.withPropertyValues("platform.root-url=https://api.example.com");
	}

	@Test
	void startWhenPasswordGrantThenWarnedOfOnceWithTheClient(CapturedOutput output) {
		this.plain
			.withPropertyValues("platform.client-id=app", "platform.client-secret=canary",
					"platform.grant-type=authorization_code", "platform.clients.jobs.username=developer",
					"platform.clients.jobs.password=canary")
			.run((context) -> assertThat(output).containsOnlyOnce(PASSWORD_GRANT)
				.contains("Tokens of client 'jobs' are", "'client_credentials'", "[configuration]")
				.doesNotContain("canary"));
	}

	@Test
	void startWhenPlainHttpOriginsAreListedThenWarnedOfOnce(CapturedOutput output) {
		this.plain
			.withPropertyValues("platform.plain-http-origins=http://mesh:8080,http://other",
					"platform.root-url=http://mesh:8080")
			.run((context) -> assertThat(output).containsOnlyOnce(PLAIN_HTTP)
				.contains("http://mesh:8080", "http://other", "'platform.plain-http-origins'", "[plain_http]"));
	}

	@Test
	void startWhenServletApplicationLosesGeneratedUserThenWarnedOfOnce(CapturedOutput output) {
		this.servlet.run((context) -> {
			assertThat(context).doesNotHaveBean(UserDetailsService.class);
			assertThat(output).containsOnlyOnce(GENERATED_USER)
				.contains("'spring.security.user.name'", "[configuration]");
		});
	}

	@Test
	void startWhenReactiveApplicationLosesGeneratedUserThenWarnedOfOnce(CapturedOutput output) {
		this.reactive.run((context) -> {
			assertThat(context).doesNotHaveBean(ReactiveUserDetailsService.class);
			assertThat(output).containsOnlyOnce(GENERATED_USER).contains("'spring.security.user.name'");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "spring.security.user.name=someone", "spring.security.user.password=something" })
	void startWhenUserIsNamedThenNoWarning(String property, CapturedOutput output) {
		this.servlet.withPropertyValues(property)
			.run((context) -> assertThat(context).hasSingleBean(UserDetailsService.class));
		this.reactive.withPropertyValues(property)
			.run((context) -> assertThat(context).hasSingleBean(ReactiveUserDetailsService.class));
		assertThat(output).doesNotContain(GENERATED_USER);
	}

	@Test
	void startWhenApplicationHasItsUsersThenNoWarning(CapturedOutput output) {
		this.servlet.withBean(InMemoryUserDetailsManager.class).run((context) -> assertThat(context).hasNotFailed());
		this.servlet.withBean(AuthenticationManager.class, () -> (authentication) -> authentication)
			.run((context) -> assertThat(context).hasNotFailed());
		this.reactive.withBean(ReactiveUserDetailsService.class, () -> (name) -> Mono.empty())
			.run((context) -> assertThat(context).hasNotFailed());
		this.reactive.withBean("mine", ReactiveAuthenticationManager.class, () -> Mono::just)
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain(GENERATED_USER);
	}

}
