package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.util.Random;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.PlatformEvent;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClientCustomizer;
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
import io.videoplatform.internal.http.OriginParser;
import io.videoplatform.internal.login.CallerCapture;
import io.videoplatform.internal.observation.EngineObservations;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.transport.ApplicationHttp;
import io.videoplatform.internal.transport.ForeignHostObservations;
import io.videoplatform.internal.transport.HttpProxy;
import io.videoplatform.internal.transport.PlatformHttpClients;
import io.videoplatform.internal.transport.ReloadableSslBundle;
import io.videoplatform.observation.PlatformObservationConvention;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.io.ApplicationResourceLoader;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
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
@Import(GeneratedUserWarningConfiguration.class)
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
	EventLog platformEventLog(ObjectProvider<EngineListener> listeners,
			@Qualifier("platformEventDispatcher") EventDispatcher dispatcher) {
		return new EventLog(Stream.concat(listeners.orderedStream(), Stream.of(dispatcher)).toList());
	}

	/**
	 * Not a listener of the application's own.
	 */
	@Bean(defaultCandidate = false)
	EventDispatcher platformEventDispatcher(ObjectProvider<PlatformEvent.Listener> listeners,
			ConfigurableApplicationContext application) {
		Stream<PlatformEvent.Listener> own = listeners.orderedStream()
			.filter((listener) -> !(listener instanceof EngineListener));
		return new EventDispatcher(Stream.concat(own, Stream.of((event) -> publish(event, application))).toList());
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
	 * Of several engines or settings one must be primary: to take none of them would
	 * leave out a TLS bundle or an address filter.
	 */
	@Bean
	PlatformHttpClients platformHttpClients(PlatformProperties properties,
			ObjectProvider<ClientHttpConnectorBuilder<?>> connectorBuilder,
			ObjectProvider<ClientHttpConnectorBuilderCustomizer<?>> connectorCustomizers,
			ObjectProvider<ClientHttpRequestFactoryBuilder<?>> factoryBuilder,
			ObjectProvider<WebClientCustomizer> webClientCustomizers,
			@Qualifier("platformRestClientDefaults") ObjectProvider<Consumer<RestClient.Builder>> restClientDefaults,
			ObjectProvider<PlatformClientCustomizer> customizers, ObjectProvider<HttpClientSettings> settings,
			ObjectProvider<ObservationRegistry> observations, ObjectProvider<SslBundles> sslBundles,
			Environment environment) {
		HttpClientSettings used = settings.getIfAvailable(HttpClientSettings::defaults);
		ClientHttpConnectorBuilder<?> connectors = connectorBuilder.getIfAvailable(ClientHttpConnectorBuilder::detect);
		SslBundles bundles = sslBundles.getIfUnique();
		HttpProxy proxy = HttpProxy.of(properties.proxy().host(), properties.proxy().port(),
				OriginParser.plainHttp(properties.plainHttpOrigins()));
		return new PlatformHttpClients(
				new ApplicationHttp(ReactorConnectors.builder(connectors, connectorCustomizers), connectors,
						() -> factoryBuilder.getIfAvailable(ClientHttpRequestFactoryBuilder::detect),
						() -> webClientBuilder(webClientCustomizers),
						(builder) -> restClientDefaults.ifAvailable((defaults) -> defaults.accept(builder)),
						() -> customizers.orderedStream().toList(), used,
						observations.getIfUnique(() -> ObservationRegistry.NOOP), proxy, bundles),
				ReloadableSslBundle.of(used.sslBundle(), environment.getProperty("spring.http.clients.ssl.bundle"),
						bundles));
	}

	/**
	 * What Boot does for its own builder. A builder of the application may be for other
	 * hosts, as that of a load balancer is.
	 */
	private static WebClient.Builder webClientBuilder(ObjectProvider<WebClientCustomizer> customizers) {
		WebClient.Builder builder = WebClient.builder();
		customizers.orderedStream().forEach((customizer) -> customizer.customize(builder));
		return builder;
	}

	@Bean
	EngineObservations platformEngineObservations(ObjectProvider<ObservationRegistry> registry,
			ObjectProvider<PlatformObservationConvention> convention) {
		return new EngineObservations(registry.getIfUnique(() -> ObservationRegistry.NOOP),
				convention.getIfUnique(PlatformObservationConvention::new));
	}

	@Bean
	EngineContext platformEngineContext(PlatformHttpClients httpClients,
			@Qualifier("platformClock") ObjectProvider<Clock> clock,
			@Qualifier("platformRandom") ObjectProvider<RandomGenerator> random,
			@Qualifier("platformEventLog") EventLog events, ObjectProvider<PlatformStore> store,
			EngineObservations observations) {
		return EngineContext.create(httpClients, MonotonicClock.unless(clock), random.getIfAvailable(Random::new),
				events, store.getIfAvailable(), ApplicationResourceLoader.get(new DefaultResourceLoader(), true),
				observations);
	}

	/**
	 * A bean of its own, because an application may replace the clients that it builds.
	 */
	@Bean
	@Lazy(false)
	PlatformEngine platformEngine(PlatformSettings settings, EngineContext context,
			ConfigurableApplicationContext application) {
		LoginDependencyCheck.check(settings, application, context.store() != null);
		return new PlatformEngine(settings, context, application::isClosed);
	}

	/**
	 * After Boot's customizers, which set conventions, and before the application's own.
	 */
	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	PlatformClientCustomizer platformForeignHostObservations(
			@Value("${management.observations.http.client.requests.name:" + ForeignHostObservations.DEFAULT_NAME
					+ "}") String name) {
		return new ForeignHostObservations(name);
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
	 * Kept apart because Boot's module may be absent.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RestClientCustomizer.class)
	static class RestClientConfiguration {

		@Bean(defaultCandidate = false)
		Consumer<RestClient.Builder> platformRestClientDefaults(ObjectProvider<RestClientCustomizer> customizers) {
			return (builder) -> customizers.orderedStream().forEach((customizer) -> customizer.customize(builder));
		}

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
