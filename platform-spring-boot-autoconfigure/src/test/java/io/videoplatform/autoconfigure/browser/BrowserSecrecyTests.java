package io.videoplatform.autoconfigure.browser;

import java.lang.reflect.RecordComponent;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.videoplatform.ConfigurationMetadata;
import io.videoplatform.ConfigurationMetadata.Property;
import io.videoplatform.autoconfigure.PlatformProperties;
import io.videoplatform.autoconfigure.RunningApplication;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever a browser application requests, the responses contain no properties but its
 * own. Each property that exists has a unique value here.
 */
class BrowserSecrecyTests {

	private static final String ORIGIN = "https://canary-allowed-origins.example";

	private static final String PATH = "/canary-path/client.json";

	private static final String JOBS = "platform.clients.jobs.";

	/**
	 * Properties that the document contains.
	 */
	private static final Set<String> PUBLIC = Set.of("platform.root-url", "platform.issuer", "platform.browser.path",
			"platform.browser.client-id", "platform.browser.scope", "platform.browser.allowed-origins");

	/**
	 * Values that occur elsewhere, too.
	 */
	private static final Set<String> ORDINARY = Set.of("true", "password", "standard", "off", "memory", "never");

	/**
	 * Properties that name bundles and hosts, which have to exist, the secret's file,
	 * which is tried for the other client, and an assertion, which excludes secret and
	 * key.
	 */
	private static final Set<String> ELSEWHERE = Set.of("platform.client-secret-location",
			"platform.client-assertion-location", "platform.client-assertion-type", JOBS + "client-assertion-location",
			JOBS + "client-assertion-type", "platform.client-key.bundle", "platform.ssl.bundle", "platform.proxy.host",
			"platform.proxy.port", JOBS + "client-key", JOBS + "ssl");

	private static Map<String, String> properties(TestPlatform host) {
		Map<String, String> properties = new LinkedHashMap<>();
		properties.put("platform.enabled", "true");
		properties.put("platform.root-url", host.rootUrl());
		properties.put("platform.username", "canary-username");
		properties.put("platform.password", "canary-password");
		properties.put("platform.client-id", "canary-client-id");
		properties.put("platform.client-secret", "canary-client-secret");
		properties.put("platform.client-name", "canary-client-name");
		properties.put("platform.grant-type", "password");
		properties.put("platform.scope", "canary-scope");
		properties.put("platform.redirect-uri", "https://canary-redirect-uri.example/");
		properties.put("platform.issuer", host.issuer());
		properties.put("platform.trusted-origins", "https://canary-trusted-origins.example");
		properties.put("platform.plain-http-origins", "http://canary-plain-http-origins.example");
		properties.put("platform.discovery.min-lifetime", "47111s");
		properties.put("platform.discovery.stale-if-error", "47112s");
		properties.put("platform.discovery.trusted-issuers", "https://canary-trusted-issuers.example");
		properties.put("platform.discovery.warm-up", "true");
		properties.put("platform.discovery.address-filter", "off");
		properties.put("platform.login.rp-initiated-logout", "true");
		properties.put("platform.login.post-logout-redirect-uri", "https://canary-post-logout.example/");
		properties.put("platform.login.back-channel-logout", "true");
		properties.put("platform.login.revoke-at-logout", "true");
		properties.put("platform.login.max-logins", "47113");
		properties.put("platform.login.idle-timeout", "47114s");
		properties.put("platform.login.authorization-parameters.audience", "canary-authorization-parameter");
		properties.put("platform.browser.enabled", "true");
		properties.put("platform.browser.path", PATH);
		properties.put("platform.browser.client-id", "canary-browser");
		properties.put("platform.browser.flow", "standard");
		properties.put("platform.browser.scope", "canary-browser-scope");
		properties.put("platform.browser.allowed-origins", ORIGIN);
		properties.put("platform.roots.max-size", "47115");
		properties.put("platform.roots.idle-timeout", "47116s");
		properties.put("platform.roots.nearest-address", "loopback");
		properties.put("platform.store.type", "memory");
		properties.put("platform.store.encryption.enabled", "true");
		properties.put("platform.store.encryption.keys", "canary-store-key");
		properties.put("platform.store.encryption.index-key", "canary-store-index-key");
		properties.put("platform.store.redis.namespace", "canary-store-namespace");
		properties.put("platform.store.jdbc.initialize-schema", "never");
		properties.put("platform.store.jdbc.platform", "canary-store-platform");
		properties.put("platform.store.jdbc.schema", "canary-store-schema");
		properties.put("platform.store.jdbc.table-name", "canary_store_table");
		properties.put("management.health.platform.enabled", "true");
		properties.put("management.endpoint.platform.access", "unrestricted");
		properties.put("management.endpoint.platform.cache.time-to-live", "47117ms");
		properties.put(JOBS + "root-url", "https://canary-jobs-root-url.example");
		properties.put(JOBS + "username", "canary-jobs-username");
		properties.put(JOBS + "password", "canary-jobs-password");
		properties.put(JOBS + "client-id", "canary-jobs-client-id");
		properties.put(JOBS + "client-secret", "canary-jobs-client-secret");
		properties.put(JOBS + "client-name", "canary-jobs-client-name");
		properties.put(JOBS + "grant-type", "password");
		properties.put(JOBS + "scope", "canary-jobs-scope");
		properties.put(JOBS + "redirect-uri", "https://canary-jobs-redirect-uri.example/");
		properties.put(JOBS + "issuer", "https://canary-jobs-issuer.example");
		properties.put(JOBS + "trusted-origins", "https://canary-jobs-trusted-origins.example");
		return properties;
	}

	/**
	 * Properties that exclude some of the others.
	 */
	private static Map<String, String> alternatives(TestPlatform host) {
		Map<String, String> properties = properties(host);
		properties.keySet().removeIf((name) -> name.endsWith("password") || name.endsWith("client-secret"));
		properties.put("platform.password-location", "/canary-password-location");
		properties.put("platform.client-authentication-method", "private_key_jwt");
		properties.put("platform.client-key.location", "classpath:client.jwk");
		properties.put("platform.client-key.id", "canary-key-id");
		properties.put("platform.token-request.parameters.audience", "canary-audience");
		properties.put(JOBS + "password-location", "/canary-jobs-password-location");
		properties.put(JOBS + "client-secret-location", "/canary-jobs-client-secret-location");
		properties.put(JOBS + "client-authentication-method", "client_secret_post");
		properties.put(JOBS + "token-request.parameters.audience", "canary-jobs-audience");
		return properties;
	}

	@Test
	void propertiesWhenComparedWithThoseThatExistThenAllAreTried() {
		Stream<String> plain = ConfigurationMetadata.ofThisModule()
			.properties()
			.stream()
			.map(Property::name)
			.filter((name) -> !name.equals("platform.clients"));
		Stream<String> ofClients = Arrays.stream(PlatformProperties.Client.class.getRecordComponents())
			.map(RecordComponent::getName)
			.map((name) -> JOBS + DataObjectPropertyName.toDashedForm(name));
		try (TestPlatform host = new TestPlatform()) {
			Set<String> tried = new TreeSet<>(ELSEWHERE);
			Stream.of(properties(host), alternatives(host))
				.flatMap((properties) -> properties.keySet().stream())
				.map((name) -> name.replace("parameters.audience", "parameters"))
				.map((name) -> name.replace(JOBS + "token-request.parameters", JOBS + "token-request"))
				.forEach(tried::add);
			assertThat(tried).as("each property has a value of its own in this test")
				.containsExactlyInAnyOrderElementsOf(Stream.concat(plain, ofClients).toList())
				.allMatch(ConfigurationPropertyName::isValid);
		}
	}

	@ParameterizedTest
	@CsvSource({ "SERVLET, false", "REACTIVE, true" })
	void askWhenEverythingIsConfiguredThenOnlyWhatIsPublic(WebApplicationType type, boolean alternative) {
		MovableClock clock = new MovableClock();
		try (TestPlatform host = new TestPlatform()) {
			Map<String, String> properties = alternative ? alternatives(host) : properties(host);
			host.fail("", 500);
			host.documents().caching("max-age=86400", "max-age=86400");
			try (RunningApplication application = new RunningApplication(type, clock, Stream
				.concat(Stream.of(RunningApplication.WITHOUT_SECURITY),
						properties.entrySet().stream().map((property) -> property.getKey() + "=" + property.getValue()))
				.toArray(String[]::new))) {
				List<HttpResponse<String>> responses = new ArrayList<>(ask(application));
				host.repair();
				clock.advance(Duration.ofMinutes(2));
				responses.addAll(ask(application));
				host.documents().named("https://evil.example");
				clock.advance(Duration.ofDays(2));
				responses.addAll(ask(application));
				assertThat(responses).extracting(HttpResponse::statusCode).contains(200, 204, 304, 403, 405, 503);
				assertThat(responses).allSatisfy((response) -> assertOnlyPublic(response, properties));
			}
		}
	}

	private static List<HttpResponse<String>> ask(RunningApplication application) {
		HttpResponse<String> get = application.get(PATH);
		return List.of(get, application.get(PATH, "If-None-Match", get.headers().firstValue("ETag").orElse("\"none\"")),
				application.get(PATH, "Origin", ORIGIN), application.get(PATH, "Origin", "https://evil.example"),
				application.get(PATH + "?platform.password&password=1", "Accept", "text/html"),
				application.ask("HEAD", PATH), application.ask("OPTIONS", PATH), application.ask("POST", PATH),
				application.ask("OPTIONS", PATH, "Origin", ORIGIN, "Access-Control-Request-Method", "GET"));
	}

	private static void assertOnlyPublic(HttpResponse<String> response, Map<String, String> properties) {
		String all = response.headers().map() + "\n" + response.body();
		properties.forEach((name, value) -> {
			if (!PUBLIC.contains(name) && !ORDINARY.contains(value)) {
				assertThat(all).as(name).doesNotContain(value.replaceFirst("(?<=\\d)s$", ""));
			}
		});
	}

	@Test
	void getWhenApplicationHoldsATokenThenItStaysThere() {
		try (TestPlatform platform = new TestPlatform();
				RunningApplication application = new RunningApplication(WebApplicationType.SERVLET, new MovableClock(),
						RunningApplication.WITHOUT_SECURITY, "platform.root-url=" + platform.rootUrl(),
						"platform.username=developer", "platform.password=canary-password",
						"platform.browser.enabled=true", "platform.browser.client-id=browser")) {
			application.context()
				.getBean("platformWebClient", WebClient.class)
				.get()
				.uri("videos")
				.retrieve()
				.toBodilessEntity()
				.block(Duration.ofSeconds(20));
			assertThat(platform.calls()).extracting(RecordedRequest::authorization).containsExactly("Bearer access-1");
			HttpResponse<String> response = application.get("/platform/client.json");
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(response.headers().map() + response.body()).doesNotContain("access-", "refresh-", "canary",
					"developer");
		}
	}

}
