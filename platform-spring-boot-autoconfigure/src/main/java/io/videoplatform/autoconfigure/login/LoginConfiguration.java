package io.videoplatform.autoconfigure.login;

import io.videoplatform.PlatformError;
import io.videoplatform.autoconfigure.PlatformProperties;
import io.videoplatform.internal.engine.LoginClients;
import io.videoplatform.internal.engine.LoginFlow;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.logout.BackChannelLogoutEndpoint;
import io.videoplatform.internal.login.logout.InMemorySet;
import io.videoplatform.internal.login.logout.LoginSessionIndex;
import io.videoplatform.internal.login.logout.LoginSessionRegistry;
import io.videoplatform.internal.login.logout.SessionDeletion;
import io.videoplatform.internal.login.logout.UsedLogoutTokens;
import io.videoplatform.internal.login.oidc.LogoutTokenVerifier;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.store.RecordRepository;
import io.videoplatform.internal.token.shared.SharedSet;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What logins need in servlet and in reactive applications. None of these beans is of a
 * type that Spring Security looks for.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OAuth2ClientProperties.class)
class LoginConfiguration {

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	private static final long MAX_LOGOUT_TOKENS = 10_000;

	@Bean
	LoginFlow platformLoginFlow(LoginClients logins, PlatformEngine engine, PlatformSettings settings,
			PlatformProperties properties) {
		return LoginFlow.of(logins, engine.context(), settings.defaultClient().discovery().documents(),
				properties.login().authorizationParameters());
	}

	@Bean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	LoginSessionRegistry platformLoginSessionRegistry(PlatformProperties properties, LoginClients logins,
			PlatformEngine engine) {
		RecordRepository records = engine.records();
		long maximum = properties.login().maxLogins();
		LoginSessionIndex index = new LoginSessionIndex(sets(engine, 2 * maximum),
				(records != null) ? records.work() : null, logins.registrations());
		return new LoginSessionRegistry(logins.registrations(), logins.resolver(), maximum, index);
	}

	@Bean
	@ConditionalOnBooleanProperty("platform.login.back-channel-logout")
	BackChannelLogoutEndpoint platformBackChannelLogoutEndpoint(PlatformEngine engine, LoginFlow login,
			LoginSessionRegistry sessions, SessionDeletion deletion) {
		return new BackChannelLogoutEndpoint(login.registrations(), new LogoutTokenVerifier(login.verifiers()),
				new UsedLogoutTokens(sets(engine, MAX_LOGOUT_TOKENS), login.registrations()), sessions, deletion,
				engine.context().wallClock(), login.events());
	}

	/**
	 * Return the sets of the store, or those of this node.
	 */
	private static SharedSet sets(PlatformEngine engine, long maximum) {
		PlatformStore store = engine.context().store();
		return (store != null) ? store.sets() : new InMemorySet(maximum);
	}

	/**
	 * Warn that users cannot log in at the platform because the application has a
	 * repository of registrations of its own.
	 */
	static void warnOfForeignRepository(LoginClients logins) {
		for (LoginClient client : logins.registrations().clients()) {
			logger.warn(EventLog.line(PlatformError.CONFIGURATION,
					("The application has a repository of client registrations of its own, and users cannot log in at"
							+ " client '%s'. Describe the other providers by 'spring.security.oauth2.client.*' instead.")
						.formatted(client.credentials().name())));
		}
	}

}
