package io.videoplatform.benchmarks.load;

import java.security.Principal;

import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

import static org.springframework.security.config.Customizer.withDefaults;

/**
 * An application that users log in to, and that calls the API for each of them.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
@Import({ SharedPublishers.class, OwnNettyResources.class })
class UserApplication {

	/**
	 * As Boot has it, but for the CSRF token that a logout would have to fetch first.
	 */
	@Bean
	SecurityFilterChain securityFilterChain(HttpSecurity http) {
		return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
			.oauth2Login(withDefaults())
			.csrf(CsrfConfigurer::disable)
			.build();
	}

	/**
	 * Calls the API for each of its own callers.
	 */
	@RestController
	static class MeController {

		private final WebClient client;

		MeController(@Qualifier("platformWebClient") WebClient client) {
			this.client = client;
		}

		@GetMapping("/blocking")
		String blocking(Principal principal) {
			return String.valueOf(reactive(principal).block());
		}

		/**
		 * Responds with "true" if the call carried the token of the user whose request it
		 * was made for.
		 */
		@GetMapping("/reactive")
		Mono<String> reactive(Principal principal) {
			String expected = "{\"user\":\"%s\"}".formatted(principal.getName());
			return this.client.get()
				.uri("me")
				.retrieve()
				.bodyToMono(String.class)
				.map((response) -> String.valueOf(response.equals(expected)));
		}

	}

}
