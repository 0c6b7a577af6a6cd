package io.videoplatform.autoconfigure.browser;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.videoplatform.autoconfigure.RunningApplication;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The document for browser applications as HTTP shows it, on both web stacks.
 */
@ParameterizedClass
@EnumSource(names = { "SERVLET", "REACTIVE" })
class BrowserDocumentTests {

	private static final String PATH = "/app/api/Config~1/browser";

	private static final String ORIGIN = "https://app.example.com";

	private static final MovableClock clock = new MovableClock();

	private static final TestPlatform host = new TestPlatform();

	private static @Nullable RunningApplication running;

	@Parameter
	private WebApplicationType type;

	private final RunningApplication application = Objects.requireNonNull(running);

	@BeforeParameterizedClassInvocation
	static void start(WebApplicationType type) {
		running = new RunningApplication(type, clock, CatchAll.class, RunningApplication.WITHOUT_SECURITY,
				"server.servlet.context-path=/app", "spring.webflux.base-path=/app", "server.tomcat.threads.max=1",
				"server.tomcat.threads.min-spare=1", "platform.root-url=" + host.rootUrl(),
				"platform.discovery.warm-up=false", "platform.browser.enabled=true",
				"platform.browser.client-id=browser", "platform.browser.path=/api/Config~1/browser",
				"platform.browser.allowed-origins=https://APP.example.com:443/,http://localhost:5173");
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		Objects.requireNonNull(running).close();
	}

	@AfterAll
	static void close() {
		host.close();
	}

	/**
	 * Until what was discovered before is too old to be used.
	 */
	@BeforeEach
	void forget() {
		host.reset();
		host.documents().minimal().caching("max-age=600", "max-age=600");
		host.server().forgetRequests();
		clock.advance(Duration.ofDays(3));
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
		String issuer = host.issuer();
		host.documents()
			.metadata("userinfo_endpoint", issuer + "/userinfo")
			.metadata("end_session_endpoint", issuer + "/logout")
			.metadata("revocation_endpoint", issuer + "/revoke")
			.metadata("jwks_uri", issuer + "/certs")
			.metadata("check_session_iframe", issuer + "/iframe.html")
			.metadata("authorization_response_iss_parameter_supported", true)
			.metadata("registration_endpoint", issuer + "/register");
		HttpResponse<String> response = this.application.get(PATH);
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).isEqualTo("""
				{"oidcProvider":{"issuer":"%1$s","authorization_endpoint":"%1$s/auth",\
				"token_endpoint":"%1$s/token","userinfo_endpoint":"%1$s/userinfo",\
				"end_session_endpoint":"%1$s/logout","revocation_endpoint":"%1$s/revoke",\
				"jwks_uri":"%1$s/certs","check_session_iframe":"%1$s/iframe.html",\
				"authorization_response_iss_parameter_supported":true},\
				"clientId":"browser","flow":"standard","scope":"openid","responseMode":"fragment",\
				"pkceMethod":"S256","checkLoginIframe":false,"apiBaseUrl":"%2$s/v1/",\
				"url":"%2$s/auth","realm":"platform"}""".formatted(issuer, host.rootUrl()));
		assertThat(header(response, "Content-Type")).isEqualTo("application/json");
		assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
		for (int i = 0; i < 10; i++) {
			assertThat(this.application.get(PATH).body()).isEqualTo(response.body());
		}
		assertThat(host.server().requests()).hasSize(2);
		assertThat(this.application.get(PATH + "/").body()).isEqualTo("a page");
		assertThat(this.application.get("/app/platform/client.json").body()).isEqualTo("a page");
	}

	@Test
	void getWhenDiscoveryHasToAskThenWaitsForItWithoutAThread() throws Exception {
		Sinks.Empty<Void> gate = Sinks.empty();
		host.server().hold("", gate.asMono());
		List<CompletableFuture<HttpResponse<String>>> responses = Stream.generate(() -> this.application.getAsync(PATH))
			.limit(20)
			.toList();
		assertThat(this.application.ask("OPTIONS", PATH).statusCode()).isEqualTo(204);
		assertThat(responses).noneMatch(CompletableFuture::isDone);
		gate.tryEmitEmpty();
		for (CompletableFuture<HttpResponse<String>> response : responses) {
			assertThat(response.get().statusCode()).isEqualTo(200);
		}
		assertThat(host.server().requests()).hasSize(2);
	}

	@Test
	void getWhenEntityTagMatchesThenNotModified() {
		HttpResponse<String> response = this.application.get(PATH);
		String entityTag = header(response, "ETag");
		assertThat(entityTag).matches("\"[\\w-]{43}\"");
		assertThat(header(response, "Cache-Control")).isEqualTo("private, max-age=600");
		clock.advance(Duration.ofSeconds(100));
		for (String matching : List.of(entityTag, "\"other\", " + entityTag, "W/" + entityTag)) {
			HttpResponse<String> again = this.application.get(PATH, "If-None-Match", matching);
			assertThat(again.statusCode()).as(matching).isEqualTo(304);
			assertThat(again.body()).isEmpty();
			assertThat(header(again, "ETag")).isEqualTo(entityTag);
			assertThat(header(again, "Cache-Control")).isEqualTo("private, max-age=500");
			assertThat(header(again, "Vary")).contains("Origin");
		}
		assertThat(this.application.get(PATH, "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
		assertThat(this.application.ask("HEAD", PATH, "If-None-Match", entityTag).statusCode()).isEqualTo(304);
		host.documents().metadata("end_session_endpoint", host.issuer() + "/logout");
		clock.advance(Duration.ofMinutes(11));
		HttpResponse<String> changed = this.application.get(PATH, "If-None-Match", entityTag);
		assertThat(json(changed).get("oidcProvider").has("end_session_endpoint")).isTrue();
		assertThat(header(changed, "ETag")).isNotEqualTo(entityTag);
	}

	@Test
	void askWhenAnotherMethodThenOnlyReadingIsAllowed() {
		for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
			HttpResponse<String> response = this.application.ask(method, PATH);
			assertThat(response.statusCode()).as(method).isEqualTo(405);
			assertThat(header(response, "Allow")).isEqualTo("GET, HEAD, OPTIONS");
			assertThat(header(response, "Content-Type")).isEqualTo("application/problem+json");
		}
		HttpResponse<String> options = this.application.ask("OPTIONS", PATH);
		assertThat(options.statusCode()).isEqualTo(204);
		assertThat(header(options, "Allow")).isEqualTo("GET, HEAD, OPTIONS");
		assertThat(host.server().requests()).isEmpty();
		HttpResponse<String> head = this.application.ask("HEAD", PATH);
		HttpResponse<String> get = this.application.get(PATH);
		assertThat(head.statusCode()).isEqualTo(200);
		assertThat(head.body()).isEmpty();
		for (String name : List.of("ETag", "Cache-Control", "Content-Type", "Content-Length", "Vary",
				"X-Content-Type-Options")) {
			assertThat(header(head, name)).as(name).isNotEmpty().isEqualTo(header(get, name));
		}
	}

	@Test
	void getWhenNothingIsDiscoveredThenUnavailable() {
		host.fail("", 500);
		HttpResponse<String> response = this.application.get(PATH, "Origin", ORIGIN);
		assertUnavailable(response);
		assertThat(header(response, "Access-Control-Allow-Origin")).isEqualTo(ORIGIN);
		assertThat(response.body()).isEqualTo("""
				{"type":"about:blank","title":"Service Unavailable","status":503,\
				"detail":"The platform's identity provider cannot be found just now.","code":"5xx"}""");
		int before = host.server().requests().size();
		assertUnavailable(this.application.get(PATH, "If-None-Match", "\"any\""));
		assertThat(host.server().requests()).hasSize(before);
		host.repair();
		clock.advance(Duration.ofSeconds(retryAfter(response)));
		assertThat(this.application.get(PATH).statusCode()).isEqualTo(200);
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
		for (String origin : List.of(ORIGIN, "http://localhost:5173")) {
			HttpResponse<String> response = this.application.get(PATH, "Origin", origin);
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(header(response, "Access-Control-Allow-Origin")).isEqualTo(origin);
			assertThat(header(response, "Access-Control-Allow-Credentials")).isEmpty();
			assertThat(header(response, "Access-Control-Expose-Headers")).contains("Retry-After");
			assertThat(header(response, "Vary")).contains("Origin");
		}
		HttpResponse<String> plain = this.application.get(PATH);
		assertThat(header(plain, "Vary")).contains("Origin");
		HttpResponse<String> same = this.application.get(PATH, "Origin", ORIGIN, "If-None-Match",
				header(plain, "ETag"));
		assertThat(same.statusCode()).isEqualTo(304);
		assertThat(header(same, "Access-Control-Allow-Origin")).isEqualTo(ORIGIN);
	}

	@Test
	void getWhenOriginIsForeignThenRefused() {
		for (String origin : List.of("https://evil.example", "http://app.example.com", "https://app.example.com:8443",
				"https://app.example.com.evil.example", "https://evil.app.example.com", "null")) {
			assertRefused(this.application.get(PATH, "Origin", origin));
			assertRefused(preflight(origin, "GET"));
		}
		assertThat(host.server().requests()).isEmpty();
	}

	private static void assertRefused(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(403);
		assertThat(response.headers().map().keySet()).noneMatch((name) -> name.startsWith("access-control-"));
		assertThat(response.body()).doesNotContain("oidcProvider");
	}

	@Test
	void preflightWhenOriginIsAllowedThenMayAsk() {
		HttpResponse<String> response = preflight(ORIGIN, "GET");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).isEmpty();
		assertThat(header(response, "Access-Control-Allow-Origin")).isEqualTo(ORIGIN);
		assertThat(header(response, "Access-Control-Allow-Methods")).isEqualTo("GET,HEAD");
		assertThat(header(response, "Access-Control-Allow-Headers")).isEqualTo("x-trace");
		assertThat(header(response, "Vary")).contains("Origin");
		assertRefused(preflight(ORIGIN, "POST"));
		assertThat(host.server().requests()).isEmpty();
	}

	private HttpResponse<String> preflight(String origin, String method) {
		return this.application.ask("OPTIONS", PATH, "Origin", origin, "Access-Control-Request-Method", method,
				"Access-Control-Request-Headers", "x-trace");
	}

	/**
	 * An application of one page, which its script changes as the path says.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@RestController
	static class CatchAll {

		@RequestMapping("/**")
		String page() {
			return "a page";
		}

	}

}
