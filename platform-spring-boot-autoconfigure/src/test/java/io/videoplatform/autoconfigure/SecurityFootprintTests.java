package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.videoplatform.autoconfigure.browser.PlatformBrowserAutoConfiguration;
import io.videoplatform.autoconfigure.browser.ReactivePlatformBrowserAutoConfiguration;
import io.videoplatform.autoconfigure.httpservice.PlatformHttpServiceAutoConfiguration;
import io.videoplatform.autoconfigure.login.PlatformLoginAutoConfiguration;
import io.videoplatform.autoconfigure.login.ReactivePlatformLoginAutoConfiguration;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientWebSecurityAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.servlet.OAuth2ClientWebSecurityAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The starter leaves the security of an application as it was: the same application has
 * the same security beans, and the same filters in its chains, with and without it.
 */
class SecurityFootprintTests {

	private static final String[] STARTER = { "platform.root-url=https://api.example.com",
			"platform.username=developer", "platform.password=canary", "platform.discovery.warm-up=false" };

	private static final String[] USER = { "spring.security.user.name=user", "spring.security.user.password=secret" };

	private static final String[] GITHUB = { "spring.security.oauth2.client.registration.github.client-id=hello",
			"spring.security.oauth2.client.registration.github.client-secret=hello-secret" };

	private static final FilteredClassLoader WITHOUT_OAUTH2_MODULE = new FilteredClassLoader(
			"org.springframework.boot.security.oauth2");

	private static final FilteredClassLoader WITHOUT_SECURITY = new FilteredClassLoader(
			"org.springframework.boot.security", "org.springframework.security.config",
			"org.springframework.security.web");

	private static final AutoConfigurations SERVLET_USERS = AutoConfigurations.of(SecurityAutoConfiguration.class,
			ServletWebSecurityAutoConfiguration.class, UserDetailsServiceAutoConfiguration.class);

	private static final AutoConfigurations REACTIVE_USERS = AutoConfigurations
		.of(ReactiveWebSecurityAutoConfiguration.class, ReactiveUserDetailsServiceAutoConfiguration.class);

	private static final AutoConfigurations SERVLET_LOGINS = AutoConfigurations.of(OAuth2ClientAutoConfiguration.class,
			OAuth2ClientWebSecurityAutoConfiguration.class);

	private static final AutoConfigurations REACTIVE_LOGINS = AutoConfigurations
		.of(ReactiveOAuth2ClientAutoConfiguration.class, ReactiveOAuth2ClientWebSecurityAutoConfiguration.class);

	private final WebApplicationContextRunner plainServlet = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(WebMvcAutoConfiguration.class));

	private final ReactiveWebApplicationContextRunner plainReactive = new ReactiveWebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(WebFluxAutoConfiguration.class));

	private final WebApplicationContextRunner servlet = this.plainServlet.withConfiguration(SERVLET_USERS)
		.withConfiguration(SERVLET_LOGINS);

	private final ReactiveWebApplicationContextRunner reactive = this.plainReactive.withConfiguration(REACTIVE_USERS)
		.withConfiguration(REACTIVE_LOGINS);

	@Test
	void addStarterWhenApplicationHasNoSecurityThenItStillHasNone() {
		assertUnchanged(this.plainServlet.withClassLoader(WITHOUT_SECURITY), 0);
		assertUnchanged(this.plainReactive.withClassLoader(WITHOUT_SECURITY), 0);
	}

	@Test
	void addStarterWhenUserIsNamedThenSameBeans() {
		assertUnchanged(this.plainServlet.withConfiguration(SERVLET_USERS)
			.withClassLoader(WITHOUT_OAUTH2_MODULE)
			.withPropertyValues(USER), 1);
		// Spring Security's default chain is no bean there
		assertUnchanged(this.plainReactive.withConfiguration(REACTIVE_USERS)
			.withClassLoader(WITHOUT_OAUTH2_MODULE)
			.withPropertyValues(USER), 0);
	}

	@Test
	void addStarterWhenUsersLogInElsewhereThenSameBeans() {
		assertUnchanged(this.servlet.withPropertyValues(GITHUB), 1);
		assertUnchanged(this.reactive.withPropertyValues(GITHUB), 1);
	}

	@Test
	void addStarterWhenChainIsApplicationsThenSameBeans() {
		assertUnchanged(this.servlet.withPropertyValues(USER).withUserConfiguration(OwnChain.class), 1);
		assertUnchanged(this.reactive.withPropertyValues(USER).withUserConfiguration(OwnReactiveChain.class), 1);
	}

	private static void assertUnchanged(AbstractApplicationContextRunner<?, ?, ?> runner, int chains) {
		Map<String, String> before = new TreeMap<>();
		runner.run((context) -> before.putAll(security(context.getSourceApplicationContext())));
		assertThat(before.values()).filteredOn((bean) -> bean.contains("FilterChain [")).hasSize(chains);
		runner
			.withConfiguration(
					AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class, WebClientAutoConfiguration.class,
							PlatformAutoConfiguration.class, PlatformHttpServiceAutoConfiguration.class,
							PlatformLoginAutoConfiguration.class, ReactivePlatformLoginAutoConfiguration.class,
							PlatformBrowserAutoConfiguration.class, ReactivePlatformBrowserAutoConfiguration.class))
			.withPropertyValues(STARTER)
			.run((context) -> {
				assertThat(context).hasBean("platformWebClient");
				assertThat(security(context.getSourceApplicationContext())).isEqualTo(before);
			});
	}

	/**
	 * Return the types of the security beans by their names, and the filters of chains.
	 */
	private static Map<String, String> security(ConfigurableApplicationContext context) {
		Map<String, String> beans = new TreeMap<>();
		for (String name : context.getBeanDefinitionNames()) {
			Class<?> type = context.getType(name, false);
			if (type != null && type.getName().contains(".security.")) {
				beans.put(name, type.getName() + filters(context.getBean(name)));
			}
		}
		return beans;
	}

	private static String filters(Object bean) {
		if (bean instanceof SecurityFilterChain chain) {
			return types(chain.getFilters());
		}
		return (bean instanceof SecurityWebFilterChain chain)
				? types(chain.getWebFilters().collectList().blockOptional().orElseThrow()) : "";
	}

	private static String types(List<?> filters) {
		return "FilterChain " + filters.stream().map((filter) -> filter.getClass().getName()).toList();
	}

	/**
	 * HTTP Basic for all paths on WebMVC.
	 */
	@Configuration(proxyBeanMethods = false)
	static class OwnChain {

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.httpBasic(Customizer.withDefaults())
				.build();
		}

	}

	/**
	 * HTTP Basic for all paths on WebFlux.
	 */
	@Configuration(proxyBeanMethods = false)
	static class OwnReactiveChain {

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return http.authorizeExchange((exchanges) -> exchanges.anyExchange().authenticated())
				.httpBasic(Customizer.withDefaults())
				.build();
		}

	}

}
