package io.videoplatform.it.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.netty.resolver.DefaultAddressResolverGroup;
import io.videoplatform.it.api.TokenCheck;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.webdriver.Browser;
import io.videoplatform.it.webdriver.Browsers;
import io.videoplatform.testing.MovableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.chrome.ChromeOptions;

import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * An application, the sample if nothing else is said, with a platform at a custom domain:
 * page, API and provider on three sites, behind TLS.
 */
final class Deployment implements BeforeAllCallback, AfterAllCallback {

	/**
	 * Lifetime of access tokens. A busy machine needs seconds for a step, and pages renew
	 * a token in the second half of its life. Nobody waits for its end: the page's clock,
	 * or that of the application, is put ahead.
	 */
	static final Duration LIFESPAN = Duration.ofSeconds(30);

	private static final String AHEAD = """
			const RealDate = Date;
			const ahead = arguments[0];
			globalThis.Date = class extends RealDate {
				constructor(...values) {
					super(...(values.length ? values : [RealDate.now() + ahead]));
				}
				static now() {
					return RealDate.now() + ahead;
				}
			};
			""";

	private final HttpClient client = HttpClient.newHttpClient();

	private final MovableClock clock = new MovableClock(Clock.systemUTC());

	private final TestAuthority authority = TestAuthority.ofThisRun();

	private final RealmExtension keycloak;

	private final DeployedApplication deployed;

	private final List<TlsFront> fronts = new ArrayList<>();

	private final List<AutoCloseable> parts = new ArrayList<>();

	private @Nullable VideoApi api;

	private @Nullable ConfigurableApplicationContext application;

	Deployment(RealmExtension keycloak) {
		this(keycloak, new SampleApplication());
	}

	Deployment(RealmExtension keycloak, DeployedApplication deployed) {
		this.keycloak = keycloak;
		this.deployed = deployed;
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		start();
	}

	@Override
	public void afterAll(ExtensionContext context) throws Exception {
		stop();
	}

	Deployment start() {
		for (Site site : Site.values()) {
			TlsFront front = TlsFront.of(site, this.authority);
			this.fronts.add(front);
			this.parts.add(front);
		}
		front(Site.PROVIDER).standBefore(realm().keycloak().uri());
		URI issuer = realm().issuer(uri(Site.PROVIDER));
		TokenCheck check = TokenCheck.byIntrospection(realm(), issuer);
		this.api = new VideoApi(uri(Site.API), uri(Site.PAGE), issuer, (token) -> check.usernameOf(token).isPresent());
		this.parts.add(this.api);
		front(Site.API).standBefore(this.api.uri());
		realm().accessTokenLifespan(LIFESPAN);
		this.deployed.register(this);
		this.application = startApplication();
		this.parts.add(this.application);
		front(Site.PAGE).standBefore(server());
		front(Site.OTHER).standBefore(server());
		return this;
	}

	void stop() throws Exception {
		for (int i = this.parts.size() - 1; i >= 0; i--) {
			this.parts.get(i).close();
		}
	}

	/**
	 * Makes a browser find the sites and trust them.
	 */
	private void introduce(ChromeOptions options) {
		options.addArguments("--host-resolver-rules=MAP *.test 127.0.0.1",
				"--ignore-certificate-errors-spki-list=" + this.authority.pin());
	}

	URI uri(Site site) {
		return front(site).uri();
	}

	TlsFront front(Site site) {
		return this.fronts.get(site.ordinal());
	}

	VideoApi api() {
		return started(this.api);
	}

	Realm realm() {
		return this.keycloak.realm();
	}

	/**
	 * Returns the clock of the application, which runs with the real one.
	 */
	MovableClock clock() {
		return this.clock;
	}

	/**
	 * Puts the clock of the page that is shown ahead until the browser leaves it: the
	 * token that it has at this moment has run out there.
	 */
	static void expireToken(Browser browser) {
		browser.run(AHEAD, LIFESPAN.toMillis());
	}

	/**
	 * Returns what has passed between browser and all sites.
	 */
	Stream<Message> messages() {
		return this.fronts.stream().flatMap((front) -> front.messages().stream());
	}

	/**
	 * Opens the page in a browser that knows nothing of it.
	 */
	Page open(Browsers browsers) {
		return open(browsers, (options) -> {
		});
	}

	/**
	 * Opens the page in a browser of a special kind.
	 */
	Page open(Browsers browsers, Consumer<ChromeOptions> more) {
		return new Page(browser(browsers, more), page(), api()).open();
	}

	/**
	 * Starts a browser of a special kind that knows nothing of the page.
	 */
	Browser browser(Browsers browsers, Consumer<ChromeOptions> more) {
		return browsers.open((options) -> {
			introduce(options);
			more.accept(options);
		});
	}

	/**
	 * Returns the address of the page.
	 */
	URI page() {
		return uri(Site.PAGE).resolve("/");
	}

	private ConfigurableApplicationContext startApplication() {
		List<String> common = List.of("server.port=0", "server.forward-headers-strategy=framework");
		return this.deployed.builder(this)
			.sources(Names.class)
			.initializers((context) -> context.getBeanFactory().registerSingleton("platformClock", this.clock))
			.run(Stream.of(common, this.deployed.properties(this), this.authority.trust())
				.flatMap(List::stream)
				.map((property) -> "--" + property)
				.toArray(String[]::new));
	}

	private URI server() {
		return URI.create("http://127.0.0.1:"
				+ started(this.application).getEnvironment().getRequiredProperty("local.server.port"));
	}

	private static <T> T started(@Nullable T part) {
		if (part == null) {
			throw new IllegalStateException("The deployment exists only while the tests of its class run");
		}
		return part;
	}

	/**
	 * Lets the application find the sites as the JVM does.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Names {

		@Bean
		ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> names() {
			return (builder) -> builder
				.withHttpClientCustomizer((client) -> client.resolver(DefaultAddressResolverGroup.INSTANCE));
		}

	}

}
