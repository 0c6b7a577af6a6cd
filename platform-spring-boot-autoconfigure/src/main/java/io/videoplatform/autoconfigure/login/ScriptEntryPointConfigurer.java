package io.videoplatform.autoconfigure.login;

import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.servlet.ServletLoginAdapter;

import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.ExceptionHandlingConfigurer;
import org.springframework.security.config.annotation.web.configurers.HttpBasicConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.client.OAuth2LoginConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.resource.OAuth2ResourceServerConfigurer;

/**
 * Adds an entry point for scripts, which cannot follow a redirect to the login, to chains
 * in which users log in. An entry point that the application sets comes first, and chains
 * that accept HTTP Basic or bearer tokens challenge scripts themselves (RFC 9110, section
 * 11.6.1).
 */
final class ScriptEntryPointConfigurer extends AbstractHttpConfigurer<ScriptEntryPointConfigurer, HttpSecurity> {

	private final LoginResponseFactory responses;

	ScriptEntryPointConfigurer(LoginResponseFactory responses) {
		this.responses = responses;
	}

	@Override
	@SuppressWarnings("unchecked")
	public void init(HttpSecurity http) {
		ExceptionHandlingConfigurer<HttpSecurity> exceptions = http.getConfigurer(ExceptionHandlingConfigurer.class);
		if (exceptions != null && http.getConfigurer(OAuth2LoginConfigurer.class) != null && !challenges(http)) {
			exceptions.defaultAuthenticationEntryPointFor(
					(request, response, ex) -> ServletLoginAdapter
						.write(this.responses.loginRequired(ServletLoginAdapter.userAgentRequest(request),
								this.responses.firstRegistration()), request, response),
					(request) -> !ServletLoginAdapter.userAgentRequest(request).wantsPage());
		}
	}

	@SuppressWarnings("unchecked")
	private static boolean challenges(HttpSecurity http) {
		return http.getConfigurer(HttpBasicConfigurer.class) != null
				|| http.getConfigurer(OAuth2ResourceServerConfigurer.class) != null;
	}

}
