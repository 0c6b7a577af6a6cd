package io.videoplatform.samples.localplatform.authorization;

import java.util.HashMap;
import java.util.Map;

import io.videoplatform.samples.localplatform.LocalPlatformProperties;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;

/**
 * The accounts, and the page on which their owners log in.
 */
@Configuration(proxyBeanMethods = false)
class Accounts {

	/**
	 * Name and password of the second account.
	 */
	static final String EDITOR = "editor";

	// documented passwords need no more than the minimum
	private static final int BCRYPT_STRENGTH = 4;

	@Bean
	PasswordEncoder passwordEncoder() {
		return new BCryptPasswordEncoder(BCRYPT_STRENGTH);
	}

	@Bean
	UserDetailsService userDetailsService(LocalPlatformProperties properties, PasswordEncoder passwordEncoder) {
		Map<String, String> passwords = new HashMap<>();
		passwords.put(EDITOR, passwordEncoder.encode(EDITOR));
		passwords.put(properties.username(), passwordEncoder.encode(properties.password()));
		return (username) -> {
			String password = passwords.get(username);
			if (password == null) {
				throw new UsernameNotFoundException("There is no such account");
			}
			return new Account(username, password);
		};
	}

	@Bean
	AuthenticationManager accountAuthentication(UserDetailsService users, PasswordEncoder passwordEncoder) {
		DaoAuthenticationProvider provider = new DaoAuthenticationProvider(users);
		provider.setPasswordEncoder(passwordEncoder);
		return new ProviderManager(provider);
	}

	@Bean
	SecurityFilterChain loginChain(HttpSecurity http) {
		return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
			.formLogin((form) -> form.loginPage("/login"))
			.cors(Customizer.withDefaults())
			// no page of another site may send PUT: no cross-origin rule covers this path
			.csrf((csrf) -> csrf.ignoringRequestMatchers("/fault/**"))
			.build();
	}

}
