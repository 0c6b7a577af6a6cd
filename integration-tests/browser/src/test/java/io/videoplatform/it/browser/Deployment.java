package io.videoplatform.it.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.netty.resolver.DefaultAddressResolverGroup;
import io.videoplatform.it.keycloak.AdminApi;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.RunningClock;
import io.videoplatform.it.login.browser.Browser;
import io.videoplatform.it.login.browser.Browsers;
import io.videoplatform.samples.browserapp.BrowserAppApplication;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.chrome.ChromeOptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The sample with a platform at a custom domain: page, API and provider on three sites,
 * behind TLS.
 */
final class Deployment implements BeforeAllCallback, AfterAllCallback {

	/**
	 * Lifetime of access tokens. The page renews a token that is good for less than five
	 * seconds.
	 */
	static final Duration LIFESPAN = Duration.ofSeconds(7);

	static final String SECRET = "platform-web-secret";

	private final HttpClient client = HttpClient.newHttpClient();

	private final JsonMapper mapper = new JsonMapper();

	private final RunningClock clock = new RunningClock();

	private final RealmExtension keycloak;

	private final List<TlsFront> fronts = new ArrayList<>();

	private final List<AutoCloseable> parts = new ArrayList<>();

	private @Nullable TestAuthority authority;

	private @Nullable VideoApi api;

	private @Nullable ConfigurableApplicationContext application;

	Deployment(RealmExtension keycloak) {
		this.keycloak = keycloak;
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		this.authority = TestAuthority.create();
		for (Site site : Site.values()) {
			TlsFront front = TlsFront.of(site, this.authority);
			this.fronts.add(front);
			this.parts.add(front);
		}
		front(Site.PROVIDER).standBefore(realm().keycloak().uri());
		URI provider = uri(Site.PROVIDER);
		Introspection introspection = new Introspection(realm(), provider);
		this.api = new VideoApi(uri(Site.API), uri(Site.PAGE), realm().issuer(provider), introspection::isGood);
		this.parts.add(this.api);
		front(Site.API).standBefore(this.api.uri());
		registerClients();
		this.application = startApplication();
		this.parts.add(this.application);
		front(Site.PAGE).standBefore(server());
		front(Site.OTHER).standBefore(server());
	}

	@Override
	public void afterAll(ExtensionContext context) throws Exception {
		for (int i = this.parts.size() - 1; i >= 0; i--) {
			this.parts.get(i).close();
		}
	}

	/**
	 * Makes a browser find the sites and trust them.
	 */
	private void introduce(ChromeOptions options) {
		options.addArguments("--host-resolver-rules=MAP *.test 127.0.0.1",
				"--ignore-certificate-errors-spki-list=" + started(this.authority).pin());
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
	 * Returns the clock of the application.
	 */
	RunningClock clock() {
		return this.clock;
	}

	/**
	 * Returns what has passed between browser and all sites.
	 */
	Stream<Message> messages() {
		return this.fronts.stream().flatMap((front) -> front.messages().stream());
	}

	/**
	 * Makes the platform name another provider, and what the application knows of it old.
	 */
	void rename(Realm named) {
		api().issuer(named.issuer(uri(Site.PROVIDER)));
		this.clock.advance(Duration.ofHours(1));
	}

	/**
	 * Asks for the document that the page begins with.
	 * @return the status of the answer
	 */
	int documentStatus() {
		HttpRequest request = HttpRequest.newBuilder(server().resolve("/platform/client.json")).build();
		return this.client.sendAsync(request, BodyHandlers.discarding()).join().statusCode();
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
		Browser browser = browsers.open((options) -> {
			introduce(options);
			more.accept(options);
		});
		return new Page(browser, uri(Site.PAGE).resolve("/"), api()).open();
	}

	private void registerClients() {
		String page = uri(Site.PAGE).toString();
		change("platform-browser",
				Map.of("redirectUris", List.of(page + "/"), "webOrigins", List.of(page), "implicitFlowEnabled", true));
		change("platform-web", Map.of("redirectUris", List.of(page + "/login/oauth2/code/platform")));
		admin().put(path(), this.mapper.writeValueAsString(Map.of("accessTokenLifespan", LIFESPAN.toSeconds(),
				"accessTokenLifespanForImplicitFlow", LIFESPAN.toSeconds())));
	}

	private void change(String clientId, Map<String, ?> settings) {
		JsonNode client = admin().get(path() + "/clients?clientId=" + clientId).path(0);
		admin().put(path() + "/clients/" + client.path("id").asString(), this.mapper.writeValueAsString(settings));
	}

	private AdminApi admin() {
		return realm().keycloak().adminApi();
	}

	private String path() {
		return "/admin/realms/" + realm().name();
	}

	private ConfigurableApplicationContext startApplication() {
		Stream<String> properties = Stream.of("server.port=0", "server.forward-headers-strategy=framework",
				"sample.local-platform.enabled=false", "platform.root-url=" + uri(Site.API),
				"platform.client-secret=" + SECRET, "logging.level.io.videoplatform=info");
		return new SpringApplicationBuilder(BrowserAppApplication.class, Names.class)
			.initializers((context) -> context.getBeanFactory().registerSingleton("clock", this.clock))
			.run(Stream.concat(properties, started(this.authority).trust().stream())
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
