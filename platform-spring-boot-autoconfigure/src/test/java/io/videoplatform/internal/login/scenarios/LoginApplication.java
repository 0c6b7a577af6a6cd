package io.videoplatform.internal.login.scenarios;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.PlatformEvent;
import io.videoplatform.autoconfigure.login.HeldLogins;
import io.videoplatform.internal.event.EngineListener;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * An application on a free port with a provider of its own, the clock of both, and what
 * the application has published.
 */
final class LoginApplication implements AutoCloseable {

	private static final List<String> COMMON = List.of("server.port=0", "server.address=127.0.0.1",
			"platform.discovery.warm-up=false", "spring.main.banner-mode=off", "server.shutdown=immediate",
			"spring.data.redis.repositories.enabled=false");

	/**
	 * Stands in properties for the issuer of another provider, which Spring Security's
	 * own parts log in at.
	 */
	static final String CORP = "${corp}";

	private final MovableClock clock;

	private final TestPlatform provider;

	private final List<PlatformEvent> events = new CopyOnWriteArrayList<>();

	private final ConfigurableApplicationContext context;

	private final @Nullable TestPlatform corp;

	LoginApplication(Stack stack, Application application, String... properties) {
		this(stack, application, testPlatform(), Map.of(), properties);
	}

	/**
	 * Start a node of several.
	 * @param provider the provider and the clock that they share
	 * @param beans what else they share, by name
	 */
	LoginApplication(Stack stack, Application application, Map.Entry<TestPlatform, MovableClock> provider,
			Map<String, Object> beans, String... properties) {
		this.provider = provider.getKey();
		this.clock = provider.getValue();
		this.corp = Stream.of(properties).anyMatch((property) -> property.contains(CORP)) ? corporate() : null;
		String[] arguments = Stream.of(COMMON.stream(), Stream.of(this.provider.properties()), Stream.of(properties))
			.flatMap((part) -> part)
			.collect(Collectors.toMap((property) -> property.split("=", 2)[0], (property) -> property,
					(general, own) -> own, LinkedHashMap::new))
			.values()
			.stream()
			.map((property) -> "--" + property.replace("${provider}", this.provider.issuer()))
			.map((property) -> (this.corp != null) ? property.replace(CORP, this.corp.issuer()) : property)
			.toArray(String[]::new);
		this.context = new SpringApplicationBuilder(application.on(stack), NettyResources.class).web(stack.type())
			.registerShutdownHook(false)
			.initializers((starting) -> {
				starting.getBeanFactory().registerSingleton("platformClock", (Clock) this.clock);
				starting.getBeanFactory().registerSingleton("recordedEvents", (EngineListener) this.events::add);
				beans.forEach(starting.getBeanFactory()::registerSingleton);
			})
			.run(arguments);
	}

	/**
	 * Start a provider.
	 * @return the provider and its clock
	 */
	static Map.Entry<TestPlatform, MovableClock> testPlatform() {
		MovableClock clock = new MovableClock();
		// Spring Security's own parts go by the clock of the system
		clock.setTo(Instant.now());
		return Map.entry(new TestPlatform(clock).apiNamesCaller(), clock);
	}

	private static TestPlatform corporate() {
		TestPlatform corp = new TestPlatform();
		corp.idTokens().signByRs256();
		corp.issued().expiresIn(30);
		corp.documents().metadata((document) -> {
			document.put("subject_types_supported", List.of("public"));
			document.put("response_types_supported", List.of("code"));
		});
		return corp;
	}

	@Override
	public void close() {
		stop();
		this.provider.close();
		if (this.corp != null) {
			this.corp.close();
		}
	}

	/**
	 * Stop the application alone.
	 */
	void stop() {
		this.context.close();
	}

	/**
	 * Undo what a test has done to the providers, end all logins, let the pauses after
	 * outages pass, and forget what was published and requested.
	 */
	void reset() {
		this.provider.restart();
		this.provider.reset();
		this.provider.apiNamesCaller();
		HeldLogins.endAll(this.context, this.provider.issuer());
		this.provider.issued().forget();
		this.provider.server().forgetRequests();
		if (this.corp != null) {
			this.corp.issued().forget();
			this.corp.server().forgetRequests();
		}
		pause();
		letReportsPass();
		this.events.clear();
	}

	/**
	 * Let the pause after an outage pass.
	 */
	void pause() {
		this.clock.advance(Duration.ofSeconds(31));
	}

	/**
	 * Let the minute pass in which a warning of a kind is given only once.
	 */
	void letReportsPass() {
		this.clock.advance(Duration.ofMinutes(1));
	}

	/**
	 * Let all access tokens run out, with the provider's consent.
	 */
	void letTokensRunOut() {
		this.provider.issued().revokeAccessTokens();
		this.clock.advance(Duration.ofMinutes(10));
	}

	String root() {
		return "http://127.0.0.1:" + this.context.getEnvironment().getProperty("local.server.port");
	}

	Browser browser() {
		return new Browser(root());
	}

	/**
	 * Return a browser whose user has logged in.
	 */
	Browser loggedIn() {
		return loggedIn("ann");
	}

	Browser loggedIn(String user) {
		this.provider.logins().user(user);
		Browser browser = browser();
		browser.open("/videos");
		return browser;
	}

	TestPlatform provider() {
		return this.provider;
	}

	/**
	 * Return the provider whose issuer {@value #CORP} stands for.
	 */
	TestPlatform corp() {
		return Objects.requireNonNull(this.corp);
	}

	MovableClock clock() {
		return this.clock;
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	WebClient platform() {
		return this.context.getBean("platformWebClient", WebClient.class);
	}

	/**
	 * Return how many logins are held.
	 */
	long logins() {
		return HeldLogins.of(this.context).count();
	}

	/**
	 * Return how often a browser was sent to the provider. The application itself asks
	 * for a login without a page whether users can log in.
	 */
	long authorizations() {
		return this.provider.requests("/auth")
			.stream()
			.filter((request) -> request.parameter("prompt").isEmpty())
			.count();
	}

	/**
	 * Return how many requests of a grant the provider's token endpoint was sent.
	 */
	long grants(String grantType) {
		return this.provider.requests("/token")
			.stream()
			.filter((request) -> request.parameter("grant_type").equals(grantType))
			.count();
	}

	long codes() {
		return grants("authorization_code");
	}

	long refreshes() {
		return grants("refresh_token");
	}

	List<PlatformEvent> events() {
		return this.events;
	}

	List<String> warnings() {
		return this.events.stream()
			.filter((event) -> event.level() == PlatformEvent.Level.WARN)
			.map(PlatformEvent::message)
			.toList();
	}

}
