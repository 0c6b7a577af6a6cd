package io.videoplatform.autoconfigure.login;

import java.time.Clock;

import io.videoplatform.PlatformError;
import io.videoplatform.autoconfigure.PlatformProperties;
import io.videoplatform.internal.engine.LoginClients;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.login.AuthorizationResponseValidator;
import io.videoplatform.internal.login.CodeExchange;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginEventPublisher;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.login.logout.BackChannelLogoutEndpoint;
import io.videoplatform.internal.login.logout.InMemorySet;
import io.videoplatform.internal.login.logout.LoginSessionIndex;
import io.videoplatform.internal.login.logout.LoginSessionRegistry;
import io.videoplatform.internal.login.logout.SessionDeletion;
import io.videoplatform.internal.login.logout.UsedLogoutTokens;
import io.videoplatform.internal.login.oidc.JwtVerifierFactory;
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
	LoginEventPublisher platformLoginEventPublisher(PlatformEngine engine) {
		return new LoginEventPublisher(clock(engine), events(engine));
	}

	@Bean
	LoginResponseFactory platformLoginResponseFactory(LoginClients logins, PlatformEngine engine) {
		return new LoginResponseFactory(logins.registrations(), clock(engine));
	}

	@Bean
	LoginInitiator platformLoginInitiator(LoginClients logins, LoginEventPublisher publisher, PlatformEngine engine,
			PlatformProperties properties) {
		return new LoginInitiator(logins.registrations(), logins.resolver(), publisher, engine.context().wallClock(),
				properties.login().authorizationParameters());
	}

	@Bean
	AuthorizationResponseValidator platformAuthorizationResponseValidator(LoginClients logins,
			LoginEventPublisher publisher) {
		return new AuthorizationResponseValidator(logins.registrations(), publisher);
	}

	@Bean
	CodeExchange platformCodeExchange(PlatformEngine engine, LoginClients logins,
			AuthorizationResponseValidator validator, LoginEventPublisher publisher) {
		return new CodeExchange(logins.registrations(), validator, publisher, clock(engine));
	}

	@Bean
	JwtVerifierFactory platformJwtVerifierFactory(PlatformEngine engine, PlatformSettings settings,
			LoginClients logins) {
		return new JwtVerifierFactory(logins::oidcClient, engine.context().wallClock(), engine.context().scheduler(),
				events(engine), settings.defaultClient().discovery().documents(), engine.context().random(),
				engine.context().observations());
	}

	@Bean
	LoginTokenRepository platformLoginTokenRepository(PlatformEngine engine, LoginClients logins, CodeExchange codes,
			JwtVerifierFactory verifiers) {
		return new LoginTokenRepository(logins.registrations(), logins.resolver(), codes, verifiers, clock(engine));
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
	BackChannelLogoutEndpoint platformBackChannelLogoutEndpoint(PlatformEngine engine, LoginClients logins,
			JwtVerifierFactory verifiers, LoginSessionRegistry sessions, SessionDeletion deletion,
			LoginEventPublisher publisher) {
		return new BackChannelLogoutEndpoint(logins.registrations(), new LogoutTokenVerifier(verifiers),
				new UsedLogoutTokens(sets(engine, MAX_LOGOUT_TOKENS), logins.registrations()), sessions, deletion,
				engine.context().wallClock(), publisher);
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
			logger.warn(EventLog.line(PlatformError.CONFLICT,
					("The application has a repository of client registrations of its own, and users cannot log in at"
							+ " client '%s'. Describe the other providers by 'spring.security.oauth2.client.*' instead.")
						.formatted(client.credentials().name())));
		}
	}

	private static Clock clock(PlatformEngine engine) {
		return engine.context().clock();
	}

	private static EventLog events(PlatformEngine engine) {
		return engine.context().events();
	}

}
