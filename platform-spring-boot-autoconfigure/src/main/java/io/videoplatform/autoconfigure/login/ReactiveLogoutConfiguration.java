package io.videoplatform.autoconfigure.login;

import io.videoplatform.autoconfigure.PlatformProperties;
import io.videoplatform.internal.engine.LoginClients;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.login.BackChannelLogoutEndpoint;
import io.videoplatform.internal.login.LoginSessionRegistry;
import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.login.SessionDeletion;
import io.videoplatform.internal.login.reactive.BackChannelLogoutWebFilter;
import io.videoplatform.internal.login.reactive.ExchangeUserWebFilter;
import io.videoplatform.internal.login.reactive.LoginWebSessionManager;
import io.videoplatform.internal.login.reactive.LogoutWebFilter;
import io.videoplatform.internal.login.reactive.ReactiveLoginStrategyFactory;
import io.videoplatform.internal.login.reactive.ReactivePlatformOidcSessionRegistry;
import io.videoplatform.internal.login.reactive.SessionExpirationMonitor;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.OidcBackChannelServerLogoutHandler;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.oauth2.client.oidc.server.session.ReactiveOidcSessionRegistry;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.web.server.authentication.logout.ServerLogoutHandler;
import org.springframework.security.web.server.authentication.logout.ServerLogoutSuccessHandler;
import org.springframework.session.ReactiveSessionRepository;
import org.springframework.session.web.server.session.SpringSessionWebSessionStore;
import org.springframework.web.server.WebSession;
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

	/**
	 * Before all filters of the application: one that obtains the session earlier would
	 * hold it unwrapped, and could end a login without its tokens.
	 */
	@Bean
	LogoutWebFilter platformLogoutWebFilter(LoginClients logins, LoginTokenRepository tokens,
			SessionExpirationMonitor expirations) {
		return new LogoutWebFilter(tokens, logins.resolver(), expirations, Ordered.HIGHEST_PRECEDENCE);
	}

	/**
	 * Right behind Spring Security's filters, before those of the application that may
	 * call the platform.
	 */
	@Bean
	ExchangeUserWebFilter platformExchangeUserWebFilter() {
		return new ExchangeUserWebFilter(ReactiveLoginConfiguration.SECURITY_ORDER + 1);
	}

	@Bean
	SessionExpirationMonitor platformSessionExpirationMonitor(LoginTokenRepository tokens,
			ObjectProvider<WebSessionManager> managers, PlatformEngine engine) {
		return new SessionExpirationMonitor(tokens, managers.getIfUnique(), engine.context().scheduler());
	}

	/**
	 * For logins that no session holds, but a repository of security contexts of the
	 * application's own.
	 */
	@Bean
	Customizer<ServerHttpSecurity> platformLogoutHandler(LoginTokenRepository tokens,
			ObjectProvider<LoginSessionRegistry> sessions) {
		ServerLogoutHandler ended = (exchange, authentication) -> Mono.fromRunnable(() -> tokens.end(authentication))
			.then(exchange.getExchange().getSession())
			.doOnNext((session) -> sessions.ifAvailable((registry) -> registry.remove(session.getId())))
			.then();
		return (http) -> http.logout((logout) -> logout.logoutHandler((handlers) -> handlers.add(ended)));
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
			LoginSessionRegistry sessions, ReactiveOidcSessionRegistry registry) {
		return new BackChannelLogoutWebFilter(logout, sessions, registry,
				ReactiveLoginConfiguration.SECURITY_ORDER - 2);
	}

	@Bean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	SessionDeletion platformSessionDeletion(WebSessionManager sessions) {
		return new StoreDeletion((sessions instanceof DefaultWebSessionManager known) ? known.getSessionStore()
				: new InMemoryWebSessionStore());
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
	 * For other registrations. Spring Security's own uses the default name of the session
	 * cookie only.
	 */
	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	OidcBackChannelServerLogoutHandler platformOidcBackChannelLogoutHandler(ReactiveOidcSessionRegistry sessions,
			@Value("${server.reactive.session.cookie.name:SESSION}") String cookie) {
		OidcBackChannelServerLogoutHandler handler = new OidcBackChannelServerLogoutHandler(sessions);
		handler.setSessionCookieName(cookie);
		return handler;
	}

	/**
	 * Kept apart because Spring Session may be absent.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ReactiveSessionRepository.class)
	static class SharedSessions {

		/**
		 * Spring Session's manager of sessions has no other place for it.
		 */
		@Bean
		static BeanPostProcessor platformWebSessionManagerPostProcessor() {
			return new BeanPostProcessor() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String beanName) {
					return (bean instanceof DefaultWebSessionManager manager
							&& manager.getSessionStore() instanceof SpringSessionWebSessionStore)
									? new LoginWebSessionManager(manager) : bean;
				}

			};
		}

	}

	/**
	 * Deletes sessions from their store. A driver may connect on the thread that
	 * subscribes.
	 *
	 * @param store the store, which nodes share unless it is that of the framework
	 */
	private record StoreDeletion(WebSessionStore store) implements SessionDeletion {

		/**
		 * A request that uses a session in memory must not save it again.
		 */
		@Override
		public Mono<Void> delete(String sessionId) {
			return Mono
				.defer(() -> reachesAllNodes() ? this.store.removeSession(sessionId)
						: this.store.retrieveSession(sessionId).flatMap(WebSession::invalidate))
				.subscribeOn(Schedulers.boundedElastic());
		}

		@Override
		public boolean reachesAllNodes() {
			return !(this.store instanceof InMemoryWebSessionStore);
		}

	}

}
