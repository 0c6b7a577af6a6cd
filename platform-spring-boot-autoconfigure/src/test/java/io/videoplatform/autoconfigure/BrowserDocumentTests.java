package io.videoplatform.autoconfigure;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The document for browser applications as HTTP shows it, on both web stacks.
 */
@ParameterizedClass
@EnumSource(names = { "SERVLET", "REACTIVE" })
class BrowserDocumentTests {

	private static final String PATH = "/platform/client.json";

	@Parameter
	private WebApplicationType type;

	private final MovableClock clock = new MovableClock();

	private final TestPlatform host = new TestPlatform();

	{
		this.host.documents().minimal().caching("max-age=600", "max-age=600");
	}

	@AfterEach
	void close() {
		this.host.close();
	}

	private RunningApplication run(String... properties) {
		return run(RunningApplication.Application.class, properties);
	}

	private RunningApplication run(Class<?> configuration, String... properties) {
		return new RunningApplication(this.type, this.clock, configuration,
				Stream.concat(Stream.of(RunningApplication.WITHOUT_SECURITY, "platform.root-url=" + this.host.rootUrl(),
						"platform.discovery.warm-up=false", "platform.browser.enabled=true",
						"platform.browser.client-id=browser"), Arrays.stream(properties))
					.toArray(String[]::new));
	}

	private static JsonNode json(HttpResponse<String> response) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return JsonMapper.shared().readTree(response.body());
	}

	private static String header(HttpResponse<String> response, String name) {
		return String.join(", ", response.headers().allValues(name));
	}

	@Test
	void getWhenDiscoveredThenDocument() {
		String issuer = this.host.issuer();
		this.host.documents()
			.metadata("userinfo_endpoint", issuer + "/userinfo")
			.metadata("end_session_endpoint", issuer + "/logout")
			.metadata("revocation_endpoint", issuer + "/revoke")
			.metadata("jwks_uri", issuer + "/certs")
			.metadata("check_session_iframe", issuer + "/iframe.html")
			.metadata("authorization_response_iss_parameter_supported", true)
			.metadata("registration_endpoint", issuer + "/register");
		try (RunningApplication application = run()) {
			HttpResponse<String> response = application.get(PATH);
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(response.body()).isEqualTo("""
					{"oidcProvider":{"issuer":"%1$s","authorization_endpoint":"%1$s/auth",\
					"token_endpoint":"%1$s/token","userinfo_endpoint":"%1$s/userinfo",\
					"end_session_endpoint":"%1$s/logout","revocation_endpoint":"%1$s/revoke",\
					"jwks_uri":"%1$s/certs","check_session_iframe":"%1$s/iframe.html",\
					"authorization_response_iss_parameter_supported":true},\
					"clientId":"browser","flow":"standard","scope":"openid","responseMode":"fragment",\
					"pkceMethod":"S256","checkLoginIframe":false,"apiBaseUrl":"%2$s/v1/",\
					"url":"%2$s/auth","realm":"platform"}""".formatted(issuer, this.host.rootUrl()));
			assertThat(header(response, "Content-Type")).isEqualTo("application/json");
			assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
			for (int i = 0; i < 10; i++) {
				assertThat(application.get(PATH).body()).isEqualTo(response.body());
			}
			assertThat(this.host.server().requests()).hasSize(2);
			assertThat(application.get(PATH + "/").statusCode()).isEqualTo(404);
		}
	}

	@Test
	void getWhenSettingsAreOwnThenShown() {
		try (RunningApplication application = run("platform.browser.flow=implicit",
				"platform.browser.scope=openid,profile", "platform.browser.path=/api/Config~1/browser")) {
			JsonNode document = json(application.get("/api/Config~1/browser"));
			assertThat(document.get("flow").asString()).isEqualTo("implicit");
			assertThat(document.get("scope").asString()).isEqualTo("openid profile");
			assertThat(document.has("pkceMethod")).isFalse();
			assertThat(application.get(PATH).statusCode()).isEqualTo(404);
		}
	}

	@Test
	void getWhenApplicationMatchesEveryPathThenDocumentAllTheSame() {
		try (RunningApplication application = run(CatchAll.class)) {
			assertThat(application.get("/any/page").body()).isEqualTo("a page");
			assertThat(json(application.get(PATH)).has("oidcProvider")).isTrue();
		}
	}

	@Test
	void getWhenApplicationHasAContextPathThenBelowIt() {
		boolean servlet = this.type == WebApplicationType.SERVLET;
		this.host.fail("", 500);
		try (RunningApplication application = run(
				servlet ? "server.servlet.context-path=/app" : "spring.webflux.base-path=/app")) {
			HttpResponse<String> problem = application.get("/app" + PATH);
			assertUnavailable(problem);
			this.host.repair();
			this.clock.advance(Duration.ofSeconds(retryAfter(problem)));
			assertThat(application.get("/app" + PATH).statusCode()).isEqualTo(200);
			assertThat(application.get(PATH).statusCode()).isEqualTo(404);
		}
	}

	@Test
	void getWhenDiscoveryHasToAskThenWaitsForItWithoutAThread() throws Exception {
		Sinks.Empty<Void> gate = Sinks.empty();
		this.host.server().hold("", gate.asMono());
		try (RunningApplication application = run("server.tomcat.threads.max=1", "server.tomcat.threads.min-spare=1")) {
			List<CompletableFuture<HttpResponse<String>>> responses = Stream.generate(() -> application.getAsync(PATH))
				.limit(20)
				.toList();
			assertThat(application.ask("OPTIONS", PATH).statusCode()).isEqualTo(204);
			assertThat(responses).noneMatch(CompletableFuture::isDone);
			gate.tryEmitEmpty();
			for (CompletableFuture<HttpResponse<String>> response : responses) {
				assertThat(response.get().statusCode()).isEqualTo(200);
				assertThat(header(response.get(), "Cache-Control")).isEqualTo("private, max-age=600");
			}
			assertThat(this.host.server().requests()).hasSize(2);
		}
	}

	@Test
	void getWhenEntityTagMatchesThenNotModified() {
		try (RunningApplication application = run()) {
			HttpResponse<String> response = application.get(PATH);
			String entityTag = header(response, "ETag");
			assertThat(entityTag).matches("\"[\\w-]{43}\"");
			assertThat(header(response, "Cache-Control")).isEqualTo("private, max-age=600");
			this.clock.advance(Duration.ofSeconds(100));
			for (String matching : List.of(entityTag, "\"other\", " + entityTag, "W/" + entityTag)) {
				HttpResponse<String> again = application.get(PATH, "If-None-Match", matching);
				assertThat(again.statusCode()).as(matching).isEqualTo(304);
				assertThat(again.body()).isEmpty();
				assertThat(header(again, "ETag")).isEqualTo(entityTag);
				assertThat(header(again, "Cache-Control")).isEqualTo("private, max-age=500");
				assertThat(header(again, "Vary")).contains("Origin");
			}
			assertThat(application.get(PATH, "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
			assertThat(application.ask("HEAD", PATH, "If-None-Match", entityTag).statusCode()).isEqualTo(304);
			this.host.documents().metadata("end_session_endpoint", this.host.issuer() + "/logout");
			this.clock.advance(Duration.ofMinutes(11));
			HttpResponse<String> changed = application.get(PATH, "If-None-Match", entityTag);
			assertThat(json(changed).get("oidcProvider").has("end_session_endpoint")).isTrue();
			assertThat(header(changed, "ETag")).isNotEqualTo(entityTag);
		}
	}

	@Test
	void askWhenAnotherMethodThenOnlyReadingIsAllowed() {
		try (RunningApplication application = run()) {
			for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
				HttpResponse<String> response = application.ask(method, PATH);
				assertThat(response.statusCode()).as(method).isEqualTo(405);
				assertThat(header(response, "Allow")).isEqualTo("GET, HEAD, OPTIONS");
				assertThat(header(response, "Content-Type")).isEqualTo("application/problem+json");
			}
			HttpResponse<String> options = application.ask("OPTIONS", PATH);
			assertThat(options.statusCode()).isEqualTo(204);
			assertThat(header(options, "Allow")).isEqualTo("GET, HEAD, OPTIONS");
			assertThat(this.host.server().requests()).isEmpty();
			HttpResponse<String> head = application.ask("HEAD", PATH);
			HttpResponse<String> get = application.get(PATH);
			assertThat(head.statusCode()).isEqualTo(200);
			assertThat(head.body()).isEmpty();
			for (String name : List.of("ETag", "Cache-Control", "Content-Type", "Content-Length", "Vary",
					"X-Content-Type-Options")) {
				assertThat(header(head, name)).as(name).isNotEmpty().isEqualTo(header(get, name));
			}
		}
	}

	@Test
	void getWhenNothingIsDiscoveredThenUnavailable() {
		this.host.fail("", 500);
		try (RunningApplication application = run("platform.browser.allowed-origins=https://app.example.com")) {
			HttpResponse<String> response = application.get(PATH, "Origin", "https://app.example.com");
			assertUnavailable(response);
			assertThat(header(response, "Access-Control-Allow-Origin")).isEqualTo("https://app.example.com");
			assertThat(response.body()).isEqualTo("""
					{"type":"about:blank","title":"Service Unavailable","status":503,\
					"detail":"The platform's identity provider cannot be found just now.","code":"5xx"}""");
			int before = this.host.server().requests().size();
			assertUnavailable(application.get(PATH, "If-None-Match", "\"any\""));
			assertThat(this.host.server().requests()).hasSize(before);
			this.host.repair();
			this.clock.advance(Duration.ofSeconds(retryAfter(response)));
			assertThat(application.get(PATH).statusCode()).isEqualTo(200);
		}
	}

	@Test
	void getWhenHostNamesAForeignIssuerThenUnavailableUntilItIsGone() {
		try (TestPlatform foreign = new TestPlatform(); RunningApplication application = run()) {
			assertThat(application.get(PATH).statusCode()).isEqualTo(200);
			this.host.documents().named(foreign.issuer());
			this.clock.advance(Duration.ofMinutes(11));
			HttpResponse<String> response = application.get(PATH);
			assertUnavailable(response);
			assertThat(response.body()).contains("not trusted").doesNotContain(foreign.rootUrl());
			assertThat(retryAfter(response)).isBetween(20L, 60L);
			assertThat(foreign.server().requests()).isEmpty();
			this.host.documents().named(this.host.issuer());
			this.clock.advance(Duration.ofSeconds(retryAfter(response)));
			assertThat(json(application.get(PATH)).get("oidcProvider").get("issuer").asString())
				.isEqualTo(this.host.issuer());
		}
	}

	private static long retryAfter(HttpResponse<String> response) {
		return Long.parseLong(header(response, "Retry-After"));
	}

	private static void assertUnavailable(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(503);
		assertThat(header(response, "Content-Type")).isEqualTo("application/problem+json");
		assertThat(header(response, "Cache-Control")).isEqualTo("no-store");
		assertThat(header(response, "Vary")).contains("Origin");
		assertThat(header(response, "ETag")).isEmpty();
		assertThat(retryAfter(response)).isPositive();
	}

	@Test
	void getWhenOriginIsAllowedThenMayRead() {
		try (RunningApplication application = run(
				"platform.browser.allowed-origins=https://APP.example.com:443/,http://localhost:5173")) {
			for (String origin : List.of("https://app.example.com", "http://localhost:5173")) {
				HttpResponse<String> response = application.get(PATH, "Origin", origin);
				assertThat(response.statusCode()).isEqualTo(200);
				assertThat(header(response, "Access-Control-Allow-Origin")).isEqualTo(origin);
				assertThat(header(response, "Access-Control-Allow-Credentials")).isEmpty();
				assertThat(header(response, "Access-Control-Expose-Headers")).contains("Retry-After");
				assertThat(header(response, "Vary")).contains("Origin");
			}
			HttpResponse<String> plain = application.get(PATH);
			assertThat(header(plain, "Vary")).contains("Origin");
			HttpResponse<String> same = application.get(PATH, "Origin", "https://app.example.com", "If-None-Match",
					header(plain, "ETag"));
			assertThat(same.statusCode()).isEqualTo(304);
			assertThat(header(same, "Access-Control-Allow-Origin")).isEqualTo("https://app.example.com");
		}
	}

	@Test
	void getWhenOriginIsForeignThenRefused() {
		try (RunningApplication application = run("platform.browser.allowed-origins=https://app.example.com")) {
			for (String origin : List.of("https://evil.example", "http://app.example.com",
					"https://app.example.com:8443", "https://app.example.com.evil.example",
					"https://evil.app.example.com", "null")) {
				assertRefused(application.get(PATH, "Origin", origin));
				assertRefused(preflight(application, origin, "GET"));
			}
			assertThat(this.host.server().requests()).isEmpty();
		}
	}

	@Test
	void getWhenNoOriginIsAllowedThenEachIsForeign() {
		try (RunningApplication application = run()) {
			assertRefused(application.get(PATH, "Origin", "https://app.example.com"));
			assertRefused(preflight(application, "https://app.example.com", "GET"));
			assertThat(header(application.get(PATH), "Vary")).contains("Origin");
		}
	}

	private static void assertRefused(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(403);
		assertThat(response.headers().map().keySet()).noneMatch((name) -> name.startsWith("access-control-"));
		assertThat(response.body()).doesNotContain("oidcProvider");
	}

	@Test
	void preflightWhenOriginIsAllowedThenMayAsk() {
		try (RunningApplication application = run("platform.browser.allowed-origins=https://app.example.com")) {
			HttpResponse<String> response = preflight(application, "https://app.example.com", "GET");
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(response.body()).isEmpty();
			assertThat(header(response, "Access-Control-Allow-Origin")).isEqualTo("https://app.example.com");
			assertThat(header(response, "Access-Control-Allow-Methods")).isEqualTo("GET,HEAD");
			assertThat(header(response, "Access-Control-Allow-Headers")).isEqualTo("x-trace");
			assertThat(header(response, "Vary")).contains("Origin");
			assertRefused(preflight(application, "https://app.example.com", "POST"));
			assertThat(this.host.server().requests()).isEmpty();
		}
	}

	private static HttpResponse<String> preflight(RunningApplication application, String origin, String method) {
		return application.ask("OPTIONS", PATH, "Origin", origin, "Access-Control-Request-Method", method,
				"Access-Control-Request-Headers", "x-trace");
	}

	/**
	 * An application of one page, which its script changes as the path says.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Page.class)
	static class CatchAll {

	}

	/**
	 * The page, at each path.
	 */
	@RestController
	static class Page {

		@RequestMapping("/**")
		String page() {
			return "a page";
		}

	}

}
