package io.videoplatform.autoconfigure.login;

import java.time.Duration;

import io.videoplatform.autoconfigure.PlatformProperties;
import io.videoplatform.internal.engine.LoginClients;
import io.videoplatform.internal.engine.LoginFlow;
import io.videoplatform.internal.login.logout.BackChannelLogoutEndpoint;
import io.videoplatform.internal.login.logout.LoginSession;
import io.videoplatform.internal.login.logout.LoginSessionRegistry;
import io.videoplatform.internal.login.logout.SessionDeletion;
import io.videoplatform.internal.login.reactive.BackChannelLogoutWebFilter;
import io.videoplatform.internal.login.reactive.LogoutWebFilter;
import io.videoplatform.internal.login.reactive.ReactiveLoginStrategyFactory;
import io.videoplatform.internal.login.reactive.ReactivePlatformOidcSessionRegistry;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.oauth2.client.oidc.server.session.ReactiveOidcSessionRegistry;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.web.server.authentication.logout.ServerLogoutSuccessHandler;
import org.springframework.security.web.server.context.WebSessionServerSecurityContextRepository;
import org.springframework.web.server.session.DefaultWebSessionManager;
import org.springframework.web.server.session.InMemoryWebSessionStore;
import org.springframework.web.server.session.WebSessionManager;
import org.springframework.web.server.session.WebSessionStore;

/**
 * How a login ends in reactive applications: with its session, at the identity provider
 * (RP-initiated logout), and by the identity provider (back-channel logout).
 */
@Configuration(proxyBeanMethods = false)
class ReactiveLogoutConfiguration {

	@Bean
	Customizer<ServerHttpSecurity> platformLogout(LoginFlow login, ObjectProvider<LoginSessionRegistry> sessions) {
		return (http) -> http
			.addFilterBefore(new LogoutWebFilter(login.tokens(), sessions.getIfAvailable()),
					SecurityWebFiltersOrder.LOGOUT)
			.addFilterAfter(LogoutWebFilter::pass, SecurityWebFiltersOrder.LOGOUT);
	}

	@Bean
	@ConditionalOnBooleanProperty("platform.login.rp-initiated-logout")
	Customizer<ServerHttpSecurity> platformRpInitiatedLogout(ReactiveClientRegistrationRepository repository,
			LoginClients logins, PlatformProperties properties) {
		ServerLogoutSuccessHandler logout = ReactiveLoginStrategyFactory.rpInitiatedLogout(repository,
				logins.resolver(), properties.login().postLogoutRedirectUri());
		return (http) -> http.logout((configurer) -> configurer.logoutSuccessHandler(logout));
	}

	/**
	 * Makes Spring Security hold the sessions of all registrations, and take requests for
	 * those that are not the platform's.
	 */
	@Bean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	Customizer<ServerHttpSecurity> platformBackChannelLogout() {
		return (http) -> http.oidcLogout((logout) -> logout.backChannel(Customizer.withDefaults()));
	}

	@Bean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	BackChannelLogoutWebFilter platformBackChannelLogoutWebFilter(BackChannelLogoutEndpoint logout,
			ReactiveOidcSessionRegistry registry) {
		return new BackChannelLogoutWebFilter(logout, registry, ReactiveLoginConfiguration.SECURITY_ORDER - 2);
	}

	@Bean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	SessionDeletion platformSessionDeletion(WebSessionManager sessions) {
		return new StoreDeletion((sessions instanceof DefaultWebSessionManager known) ? known.getSessionStore() : null);
	}

	/**
	 * One for all chains: the provider's request may meet another chain than the login
	 * did.
	 */
	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	ReactiveOidcSessionRegistry platformOidcSessionRegistry(LoginSessionRegistry sessions) {
		return new ReactivePlatformOidcSessionRegistry(sessions);
	}

	/**
	 * Deletes sessions from their store. A driver may connect on the thread that
	 * subscribes.
	 *
	 * @param store the store, which nodes share unless it is that of the framework, or
	 * {@code null} if sessions are managed without one
	 */
	private record StoreDeletion(@Nullable WebSessionStore store) implements SessionDeletion {

		@Override
		public Mono<Boolean> delete(LoginSession login) {
			WebSessionStore store = this.store;
			if (store == null) {
				return Mono.error(() -> new IllegalStateException("No session can be ended without a WebSessionStore"));
			}
			boolean local = store instanceof InMemoryWebSessionStore;
			return Mono.defer(() -> store.retrieveSession(login.id()))
				.subscribeOn(Schedulers.boundedElastic())
				.flatMap((session) -> login.isHeldBy(session
					.getAttribute(WebSessionServerSecurityContextRepository.DEFAULT_SPRING_SECURITY_CONTEXT_ATTR_NAME))
							? (local ? session.invalidate() : remove(store, login)).thenReturn(true) : Mono.just(true))
				.defaultIfEmpty(!local);
		}

		/**
		 * Remove a session, and again: the repository in Redis looks for a session, and
		 * then saves what has changed. If the session is removed in between, that is left
		 * of it, and every request that reads it fails.
		 */
		private static Mono<Void> remove(WebSessionStore store, LoginSession login) {
			Mono<Void> removal = store.removeSession(login.id());
			return removal
				.doOnSuccess((done) -> Mono.delay(Duration.ofSeconds(1)).then(removal).onErrorComplete().subscribe());
		}

	}

}
