package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.PlatformEvent;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.doctor.PlatformDoctor;
import io.videoplatform.internal.browser.BrowserSettings;
import io.videoplatform.internal.client.AuthorizationFailureHandler;
import io.videoplatform.internal.engine.DefaultPlatformDoctor;
import io.videoplatform.internal.engine.EngineContext;
import io.videoplatform.internal.engine.LoginClients;
import io.videoplatform.internal.engine.MonotonicClock;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.event.EngineListener;
import io.videoplatform.internal.event.EventDispatcher;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.login.CallerCapture;
import io.videoplatform.internal.observation.EngineObservations;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.transport.PlatformHttpClients;
import io.videoplatform.observation.PlatformObservationConvention;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.io.ApplicationResourceLoader;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Auto-configuration of the platform's clients. It publishes no bean of a Spring Security
 * type: the application's own security stays as it is.
 *
 * @since 0.1.0
 */
@AutoConfiguration(
		afterName = { "org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration",
				"org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration",
				"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
				"org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration",
				"org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration" },
		beforeName = "org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration")
@ConditionalOnClass({ WebClient.class, ClientRegistration.class })
@ConditionalOnBooleanProperty(name = "platform.enabled", matchIfMissing = true)
@ImportRuntimeHints(PlatformRuntimeHints.class)
@EnableConfigurationProperties(PlatformProperties.class)
@Import({ HttpClientConfiguration.class, GeneratedUserWarningConfiguration.class })
public final class PlatformAutoConfiguration {

	PlatformAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean
	PlatformConnectionDetails platformConnectionDetails(PlatformProperties properties) {
		return properties::rootUrl;
	}

	@Bean
	PlatformSettings platformSettings(PlatformProperties properties, PlatformConnectionDetails connectionDetails) {
		return ClientSettingsFactory.create(properties, connectionDetails);
	}

	/**
	 * Not a listener of the application's own.
	 */
	@Bean(defaultCandidate = false)
	EventLog platformEventLog(ObjectProvider<EngineListener> engine, ObjectProvider<PlatformEvent.Listener> listeners,
			ConfigurableApplicationContext application) {
		Stream<PlatformEvent.Listener> own = listeners.orderedStream()
			.filter((listener) -> !(listener instanceof EngineListener));
		return new EventLog(engine.orderedStream().toList(),
				new EventDispatcher(Stream.concat(own, Stream.of((event) -> publish(event, application))).toList()));
	}

	/**
	 * Publish an event for {@code @EventListener} methods once all beans are there: to
	 * create one for an event takes a lock that the thread which starts the application
	 * may hold while it waits for a token.
	 */
	private static void publish(PlatformEvent event, ConfigurableApplicationContext application) {
		if (application.isRunning()) {
			application.publishEvent(event);
		}
	}

	@Bean
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
	AuthorizationFailureHandler platformAuthorizationFailureHandler() {
		return new AuthorizationFailureHandler();
	}

	/**
	 * A bean of its own, because an application may replace the clients that it builds.
	 */
	@Bean
	@Lazy(false)
	PlatformEngine platformEngine(PlatformSettings settings, PlatformHttpClients httpClients,
			@Qualifier("platformClock") ObjectProvider<Clock> clock,
			@Qualifier("platformRandom") ObjectProvider<RandomGenerator> random,
			@Qualifier("platformEventLog") EventLog events, ObjectProvider<PlatformStore> stores,
			ObjectProvider<ObservationRegistry> registry, ObjectProvider<PlatformObservationConvention> convention,
			ConfigurableApplicationContext application) {
		PlatformStore store = stores.getIfAvailable();
		LoginDependencyCheck.check(settings, application, store != null);
		EngineContext context = EngineContext.create(httpClients, MonotonicClock.unless(clock),
				random.getIfAvailable(Random::new), events, store,
				ApplicationResourceLoader.get(new DefaultResourceLoader(), true),
				new EngineObservations(registry.getIfUnique(() -> ObservationRegistry.NOOP),
						convention.getIfUnique(PlatformObservationConvention::new)));
		return new PlatformEngine(settings, context, application::isClosed);
	}

	@Bean
	@ConditionalOnMissingBean
	PlatformClients platformClients(PlatformEngine engine) {
		return engine.clients();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	PlatformDoctor platformDoctor(PlatformSettings settings, PlatformEngine engine) {
		return new DefaultPlatformDoctor(settings, engine);
	}

	/**
	 * The default client of the application's {@code PlatformClients}. A mock in their
	 * place names no client before it is stubbed: then it is the engine's.
	 */
	@Bean
	@Fallback
	@ConditionalOnMissingBean(name = "platformWebClient")
	WebClient platformWebClient(PlatformClients clients, PlatformEngine engine) {
		return defaultClient(clients, engine).webClient();
	}

	private static PlatformClient defaultClient(PlatformClients clients, PlatformEngine engine) {
		PlatformClients source = clients.names().contains(PlatformClients.DEFAULT) ? clients : engine.clients();
		return source.get(PlatformClients.DEFAULT);
	}

	/**
	 * As {@link #platformWebClient}. Lazy, because an application that does not use it
	 * needs no further HTTP client.
	 */
	@Bean
	@Lazy
	@Fallback
	@ConditionalOnMissingBean(name = "platformRestClient")
	RestClient platformRestClient(PlatformClients clients, PlatformEngine engine) {
		return defaultClient(clients, engine).restClient();
	}

	@Bean
	@ConditionalOnBooleanProperty(name = "platform.discovery.warm-up", matchIfMissing = true)
	WarmUp platformWarmUp(PlatformEngine engine) {
		return new WarmUp(engine.preparations(), engine.context().scheduler(), engine.context().random());
	}

	@Bean
	StartWarningLogger platformStartWarningLogger(PlatformSettings settings, ObjectProvider<BrowserSettings> browser,
			ObjectProvider<PlatformStore> store) {
		return new StartWarningLogger(settings, browser, store);
	}

	/**
	 * Kept apart so that an application without logins has nothing of them.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional(OnPlatformLoginCondition.class)
	static class Logins {

		@Bean
		LoginClients platformLogins(PlatformEngine engine) {
			return engine.logins();
		}

		/**
		 * Not lazy: a chain that is subscribed before there is a hook has no caller.
		 */
		@Bean
		@Lazy(false)
		CallerCapture platformCallerCapture(LoginClients logins,
				ObjectProvider<SecurityContextHolderStrategy> strategy) {
			strategy.ifUnique(logins.callers()::setSecurityContextHolderStrategy);
			return logins.callers();
		}

	}

}
