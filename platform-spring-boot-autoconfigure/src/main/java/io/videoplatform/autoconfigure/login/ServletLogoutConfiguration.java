package io.videoplatform.autoconfigure.login;

import java.util.concurrent.TimeUnit;

import io.videoplatform.autoconfigure.PlatformProperties;
import io.videoplatform.internal.engine.LoginClients;
import io.videoplatform.internal.engine.LoginFlow;
import io.videoplatform.internal.login.logout.BackChannelLogoutEndpoint;
import io.videoplatform.internal.login.logout.LoginSession;
import io.videoplatform.internal.login.logout.LoginSessionRegistry;
import io.videoplatform.internal.login.logout.SessionDeletion;
import io.videoplatform.internal.login.servlet.BackChannelLogoutFilter;
import io.videoplatform.internal.login.servlet.ContainerSessions;
import io.videoplatform.internal.login.servlet.LoginStrategyFactory;
import io.videoplatform.internal.login.servlet.PlatformOidcSessionRegistry;
import jakarta.servlet.http.HttpSession;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.event.LogoutSuccessEvent;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionRegistry;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.web.authentication.logout.LogoutHandler;
import org.springframework.security.web.authentication.logout.LogoutSuccessHandler;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;

/**
 * How a login ends in servlet applications: with its session, at the identity provider
 * (RP-initiated logout), and by the identity provider (back-channel logout).
 */
@Configuration(proxyBeanMethods = false)
class ServletLogoutConfiguration {

	@Bean
	ApplicationListener<LogoutSuccessEvent> platformLogoutListener(LoginFlow login) {
		return (event) -> login.tokens().end(event.getAuthentication());
	}

	@Bean
	@ConditionalOnBooleanProperty("platform.login.rp-initiated-logout")
	Customizer<HttpSecurity> platformRpInitiatedLogout(ClientRegistrationRepository repository, LoginClients logins,
			PlatformProperties properties) {
		LogoutSuccessHandler logout = LoginStrategyFactory.rpInitiatedLogout(repository, logins.resolver(),
				properties.login().postLogoutRedirectUri());
		return (http) -> http.logout((configurer) -> configurer.logoutSuccessHandler(logout));
	}

	/**
	 * Makes Spring Security hold the sessions of all registrations, and take requests for
	 * those that are not the platform's.
	 */
	@Bean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	Customizer<HttpSecurity> platformBackChannelLogout() {
		return (http) -> http.oidcLogout((logout) -> logout.backChannel(Customizer.withDefaults()));
	}

	/**
	 * A session that Spring Session keeps reports its end to no node, or to all.
	 */
	@Bean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	Customizer<HttpSecurity> platformLoggedOutSession(LoginSessionRegistry sessions) {
		LogoutHandler removed = (request, response, authentication) -> {
			HttpSession session = request.getSession(false);
			if (session != null) {
				sessions.remove(session.getId(), authentication);
			}
		};
		return (http) -> http.logout((logout) -> logout.addLogoutHandler(removed));
	}

	@Bean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	BackChannelLogoutFilter platformBackChannelLogoutFilter(BackChannelLogoutEndpoint logout,
			OidcSessionRegistry registry, ObjectProvider<SecurityFilterProperties> security) {
		return new BackChannelLogoutFilter(logout, registry, ServletLoginConfiguration.securityOrder(security) - 2);
	}

	@Bean
	@ConditionalOnMissingBean(SessionDeletion.class)
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	ContainerSessions platformContainerSessions() {
		return new ContainerSessions();
	}

	/**
	 * One for all chains: the provider's request may meet another chain than the login
	 * did.
	 */
	@Bean
	@ConditionalOnMissingBean(OidcSessionRegistry.class)
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	PlatformOidcSessionRegistry platformOidcSessionRegistry(LoginSessionRegistry sessions) {
		return new PlatformOidcSessionRegistry(sessions);
	}

	/**
	 * Kept apart because Spring Session may be absent.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(SessionRepository.class)
	static class SharedSessions {

		/**
		 * Drivers of databases block.
		 */
		@Bean
		@ConditionalOnBean(SessionRepository.class)
		@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
		SessionDeletion platformSessionDeletion(SessionRepository<?> sessions) {
			return new RepositoryDeletion(sessions);
		}

		/**
		 * Deletes sessions from the repository of all nodes. Drivers of databases block.
		 *
		 * @param sessions the repository
		 */
		private record RepositoryDeletion(SessionRepository<?> sessions) implements SessionDeletion {

			@Override
			public Mono<Boolean> delete(LoginSession login) {
				return Mono.fromCallable(() -> {
					Session session = this.sessions.findById(login.id());
					boolean held = session != null && login.isHeldBy(
							session.getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY));
					if (held) {
						this.sessions.deleteById(login.id());
					}
					return held;
				}).subscribeOn(Schedulers.boundedElastic()).doOnNext((held) -> again(held, login)).thenReturn(true);
			}

			/**
			 * The repositories in Redis look for a session, and then save what has
			 * changed. If the session is deleted in between, that is left of it, and
			 * every request that reads it fails.
			 */
			private void again(boolean held, LoginSession login) {
				if (held) {
					Schedulers.boundedElastic()
						.schedule(() -> this.sessions.deleteById(login.id()), 1, TimeUnit.SECONDS);
				}
			}

		}

	}

}
