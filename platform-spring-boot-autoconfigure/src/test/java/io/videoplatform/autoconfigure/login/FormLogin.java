package io.videoplatform.autoconfigure.login;

import java.time.Clock;
import java.util.Map;
import java.util.stream.Stream;

import io.videoplatform.autoconfigure.RunningApplication;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;

import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The part of an application whose user logs in by a form, whatever the platform is used
 * for beside it.
 */
@RestController
class FormLogin {

	@Bean
	UserDetailsService users() {
		return new InMemoryUserDetailsManager(user("form"), user("other"));
	}

	static UserDetails user(String name) {
		return User.withUsername(name).password("{noop}secret").roles("USER").build();
	}

	@GetMapping("/me")
	String me(Authentication authentication) {
		return authentication.getName();
	}

	static HttpSecurity chain(HttpSecurity http) {
		return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
			.csrf((csrf) -> csrf.disable())
			.formLogin(Customizer.withDefaults());
	}

	static RunningApplication start(TestPlatform provider, Class<?> configuration) {
		return start(provider, WebApplicationType.SERVLET, configuration);
	}

	static RunningApplication start(TestPlatform provider, WebApplicationType type, Class<?> configuration) {
		return new RunningApplication(type, Clock.systemUTC(), configuration,
				Stream.concat(Stream.of(provider.properties()), Stream.of("platform.discovery.warm-up=false"))
					.toArray(String[]::new));
	}

	static void logIn(Browser browser) {
		logIn(browser, "form");
	}

	static void logIn(Browser browser, String user) {
		browser.post("/login", Map.of("username", user, "password", "secret"));
	}

}
