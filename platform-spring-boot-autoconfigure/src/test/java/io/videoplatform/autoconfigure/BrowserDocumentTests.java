package io.videoplatform.autoconfigure;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The document for browser applications as HTTP shows it, on both web stacks.
 */
@ParameterizedClass
@EnumSource(names = { "SERVLET", "REACTIVE" })
@ExtendWith(OutputCaptureExtension.class)
class BrowserDocumentTests {

	private static final String PATH = "/platform/client.json";

	@Parameter
	private WebApplicationType type;

	private final MovableClock clock = new MovableClock();

	private final DiscoveryHost host = new DiscoveryHost();

	@AfterEach
	void close() {
		this.host.close();
	}

	private RunningApplication run(String... properties) {
		return new RunningApplication(this.type, this.clock,
				Stream.concat(Stream.of(RunningApplication.WITHOUT_SECURITY, "platform.root-url=" + this.host.rootUrl(),
						"platform.discovery.warm-up=false", "platform.browser.enabled=true",
						"platform.browser.client-id=browser"), Arrays.stream(properties))
					.toArray(String[]::new));
	}

	private static JsonNode json(HttpResponse<String> answer) {
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
		return JsonMapper.shared().readTree(answer.body());
	}

	private static String header(HttpResponse<String> answer, String name) {
		return String.join(", ", answer.headers().allValues(name));
	}

	@Test
	void getWhenDiscoveredThenDocument() {
		String issuer = this.host.issuer();
		this.host.configured("userinfo_endpoint", issuer + "/userinfo")
			.configured("end_session_endpoint", issuer + "/logout")
			.configured("revocation_endpoint", issuer + "/revoke")
			.configured("jwks_uri", issuer + "/certs")
			.configured("check_session_iframe", issuer + "/iframe.html")
			.configured("authorization_response_iss_parameter_supported", true)
			.configured("registration_endpoint", issuer + "/register");
		try (RunningApplication application = run()) {
			HttpResponse<String> answer = application.get(PATH);
			assertThat(answer.statusCode()).isEqualTo(200);
			assertThat(answer.body()).isEqualTo("""
					{"oidcProvider":{"issuer":"%1$s","authorization_endpoint":"%1$s/auth",\
					"token_endpoint":"%1$s/token","userinfo_endpoint":"%1$s/userinfo",\
					"end_session_endpoint":"%1$s/logout","revocation_endpoint":"%1$s/revoke",\
					"jwks_uri":"%1$s/certs","check_session_iframe":"%1$s/iframe.html",\
					"authorization_response_iss_parameter_supported":true},\
					"clientId":"browser","flow":"standard","scope":"openid","responseMode":"fragment",\
					"pkceMethod":"S256","checkLoginIframe":false,"apiBaseUrl":"%2$s/v1/",\
					"url":"%2$s/auth","realm":"platform"}""".formatted(issuer, this.host.rootUrl()));
			assertThat(header(answer, "Content-Type")).isEqualTo("application/json");
			assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
		}
	}

	@Test
	void getWhenOptionalEndpointsAreMissingOrUnsafeThenLeftOut() {
		this.host.configured("check_session_iframe", "http://login.example.com/iframe.html")
			.configured("end_session_endpoint", "javascript:alert(1)");
		try (RunningApplication application = run()) {
			assertThat(json(application.get(PATH)).get("oidcProvider").propertyNames()).containsExactly("issuer",
					"authorization_endpoint", "token_endpoint");
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
	void getWhenPathEndsWithSlashThenNotFound() {
		try (RunningApplication application = run()) {
			assertThat(application.get(PATH + "/").statusCode()).isEqualTo(404);
		}
	}

	@Test
	void getWhenApplicationHasAContextPathThenBelowIt() {
		boolean servlet = this.type == WebApplicationType.SERVLET;
		try (RunningApplication application = run(
				servlet ? "server.servlet.context-path=/app" : "spring.webflux.base-path=/app")) {
			assertThat(application.get("/app" + PATH).statusCode()).isEqualTo(200);
			this.host.issuer("http://127.0.0.1:1/other");
			this.clock.advance(Duration.ofMinutes(11));
			HttpResponse<String> problem = eventually503(application, "/app" + PATH);
			assertThat(problem.body()).contains("\"instance\":\"/app/platform/client.json\"");
		}
	}

	@Test
	void getWhenAskedOftenThenDiscoveryAsksOnce() {
		try (RunningApplication application = run()) {
			for (int i = 0; i < 20; i++) {
				application.get(PATH);
			}
			assertThat(this.host.requests()).isEqualTo(2);
		}
	}

	@Test
	void getWhenDiscoveryHasToAskThenWaitsForIt() throws Exception {
		Sinks.Empty<Void> gate = Sinks.empty();
		this.host.gate(gate.asMono());
		try (RunningApplication application = run()) {
			List<CompletableFuture<HttpResponse<String>>> answers = Stream.generate(() -> application.getAsync(PATH))
				.limit(20)
				.toList();
			gate.tryEmitEmpty();
			for (CompletableFuture<HttpResponse<String>> answer : answers) {
				assertThat(answer.get().statusCode()).isEqualTo(200);
				assertThat(header(answer.get(), "Cache-Control")).isEqualTo("private, max-age=600");
			}
			assertThat(this.host.requests()).isEqualTo(2);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			max-age=600             | max-age=900             | 0   | private, max-age=600
			max-age=900             | max-age=600             | 0   | private, max-age=600
			max-age=600             | max-age=600             | 599 | private, max-age=1
			max-age=86400           | no-store                | 0   | private, max-age=60
			no-cache                | max-age=86400           | 20  | private, max-age=40
			max-age=600, s-maxage=5 | max-age=600, s-maxage=5 | 0   | private, max-age=600
			""")
	void getWhenDiscoveryIsFreshThenCachedNoLonger(String webFinger, String configuration, int age, String expected) {
		this.host.caching(webFinger, configuration);
		try (RunningApplication application = run()) {
			application.get(PATH);
			this.clock.advance(Duration.ofSeconds(age));
			assertThat(header(application.get(PATH), "Cache-Control")).isEqualTo(expected);
		}
	}

	@Test
	void getWhenHttpForbidsStorageAndIsObeyedThenNotStored() {
		this.host.caching("max-age=600", "no-store");
		try (RunningApplication application = run("platform.discovery.strict=true")) {
			assertThat(header(application.get(PATH), "Cache-Control")).isEqualTo("no-store");
		}
	}

	@Test
	void getWhenClockWasSetBackThenNotCachedForLonger() {
		try (RunningApplication application = run()) {
			application.get(PATH);
			this.host.status(503);
			this.clock.advance(Duration.ofHours(-5));
			assertThat(header(application.get(PATH), "Cache-Control")).isEqualTo("private, no-cache");
		}
	}

	@Test
	void getWhenHeldConfigurationStandsInThenNotCached() {
		try (RunningApplication application = run()) {
			application.get(PATH);
			this.host.status(503);
			this.clock.advance(Duration.ofMinutes(20));
			HttpResponse<String> answer = application.get(PATH);
			assertThat(answer.statusCode()).isEqualTo(200);
			assertThat(header(answer, "Cache-Control")).isEqualTo("private, no-cache");
		}
	}

	@Test
	void getWhenEntityTagMatchesThenNotModified() {
		try (RunningApplication application = run()) {
			HttpResponse<String> answer = application.get(PATH);
			String entityTag = header(answer, "ETag");
			assertThat(entityTag).matches("\"[\\w-]{43}\"");
			this.clock.advance(Duration.ofSeconds(100));
			for (String matching : List.of(entityTag, "\"other\", " + entityTag, "W/" + entityTag, "*")) {
				HttpResponse<String> again = application.get(PATH, "If-None-Match", matching);
				assertThat(again.statusCode()).as(matching).isEqualTo(304);
				assertThat(again.body()).isEmpty();
				assertThat(header(again, "ETag")).isEqualTo(entityTag);
				assertThat(header(again, "Cache-Control")).isEqualTo("private, max-age=500");
				assertThat(header(again, "Vary")).contains("Origin");
			}
			assertThat(application.get(PATH, "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
			assertThat(application.ask("HEAD", PATH, "If-None-Match", entityTag).statusCode()).isEqualTo(304);
		}
	}

	@Test
	void getWhenConfigurationChangesThenAnotherEntityTag() {
		try (RunningApplication application = run()) {
			String before = header(application.get(PATH), "ETag");
			this.host.configured("end_session_endpoint", this.host.issuer() + "/logout");
			this.clock.advance(Duration.ofMinutes(11));
			HttpResponse<String> after = application.get(PATH, "If-None-Match", before);
			assertThat(json(after).get("oidcProvider").has("end_session_endpoint")).isTrue();
			assertThat(header(after, "ETag")).isNotEqualTo(before);
		}
	}

	@Test
	void headWhenDiscoveredThenHeadersOfGet() {
		try (RunningApplication application = run()) {
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

	@ParameterizedTest
	@ValueSource(strings = { "POST", "PUT", "PATCH", "DELETE" })
	void askWhenMethodChangesSomethingThenNotAllowed(String method) {
		try (RunningApplication application = run()) {
			HttpResponse<String> answer = application.ask(method, PATH);
			assertThat(answer.statusCode()).isEqualTo(405);
			assertThat(header(answer, "Allow")).isEqualTo("GET, HEAD, OPTIONS");
			assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
			assertThat(this.host.requests()).isZero();
		}
	}

	@Test
	void optionsWhenNoPreflightThenMethods() {
		try (RunningApplication application = run()) {
			HttpResponse<String> answer = application.ask("OPTIONS", PATH);
			assertThat(answer.statusCode()).isEqualTo(204);
			assertThat(header(answer, "Allow")).isEqualTo("GET, HEAD, OPTIONS");
		}
	}

	@Test
	void getWhenNothingIsDiscoveredThenUnavailable() {
		this.host.status(500);
		try (RunningApplication application = run()) {
			HttpResponse<String> answer = application.get(PATH);
			assertUnavailable(answer);
			assertThat(answer.body()).isEqualTo("""
					{"type":"about:blank","title":"Service Unavailable","status":503,\
					"detail":"The platform's identity provider cannot be found just now.",\
					"instance":"/platform/client.json"}""");
			int asked = this.host.requests();
			assertUnavailable(application.get(PATH, "If-None-Match", "*"));
			assertThat(this.host.requests()).isEqualTo(asked);
			this.host.status(200);
			this.clock.advance(Duration.ofSeconds(retryAfter(answer)));
			assertThat(application.get(PATH).statusCode()).isEqualTo(200);
		}
	}

	@Test
	void getWhenHostNamesAForeignIssuerThenUnavailableUntilItIsGone() {
		String trusted = this.host.issuer();
		try (DiscoveryHost foreign = new DiscoveryHost(); RunningApplication application = run()) {
			assertThat(application.get(PATH).statusCode()).isEqualTo(200);
			this.host.issuer(foreign.issuer());
			this.clock.advance(Duration.ofMinutes(11));
			HttpResponse<String> answer = eventually503(application, PATH);
			assertUnavailable(answer);
			assertThat(answer.body()).contains("not trusted").doesNotContain(foreign.rootUrl());
			assertThat(retryAfter(answer)).isBetween(20L, 60L);
			assertThat(foreign.requests()).isZero();
			this.host.issuer(trusted);
			this.clock.advance(Duration.ofSeconds(retryAfter(answer)));
			assertThat(json(application.get(PATH)).get("oidcProvider").get("issuer").asString()).isEqualTo(trusted);
		}
	}

	@Test
	void getWhenIssuerIsNotTheConfiguredOneThenUnavailable() {
		try (RunningApplication application = run("platform.issuer=https://login.example.com/realms/platform")) {
			assertUnavailable(application.get(PATH));
		}
	}

	@Test
	void getWhenProviderStatesNoIssuerThenUnavailable() {
		this.host.configured("issuer", null);
		try (RunningApplication application = run()) {
			HttpResponse<String> answer = application.get(PATH);
			assertUnavailable(answer);
			assertThat(answer.body()).contains("states no issuer");
		}
	}

	private HttpResponse<String> eventually503(RunningApplication application, String path) {
		HttpResponse<String> answer = application.get(path);
		assertThat(answer.statusCode()).isEqualTo(503);
		return answer;
	}

	private static long retryAfter(HttpResponse<String> answer) {
		return Long.parseLong(header(answer, "Retry-After"));
	}

	private static void assertUnavailable(HttpResponse<String> answer) {
		assertThat(answer.statusCode()).isEqualTo(503);
		assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
		assertThat(header(answer, "Cache-Control")).isEqualTo("no-store");
		assertThat(header(answer, "Vary")).contains("Origin");
		assertThat(header(answer, "ETag")).isEmpty();
		assertThat(retryAfter(answer)).isPositive();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			platform    | /auth  | /auth/realms/platform  | true
			platform    | /auth/ | /auth/realms/platform  | true
			platform    | ''     | /realms/platform       | true
			my realm    | /auth  | /auth/realms/my%20realm | true
			platform    | /auth// | /auth/realms/platform | false
			platform    | /other | /auth/realms/platform  | false
			Platform    | /auth  | /auth/realms/platform  | false
			platform/   | /auth  | /auth/realms/platform  | false
			platform    | /auth  | /auth/realms/platform/ | false
			realms/x    | /auth  | /auth/realms/realms/x  | false
			../x        | /auth  | /auth/realms/../x      | false
			""")
	void getWhenRealmIsNamedThenShownOnlyIfItLeadsToTheIssuer(String realm, String path, String issuer, boolean shown,
			CapturedOutput output) {
		this.host.issuer(this.host.rootUrl() + issuer).realm(realm, this.host.rootUrl() + path);
		try (RunningApplication application = run()) {
			JsonNode document = json(application.get(PATH));
			application.get(PATH);
			if (shown) {
				assertThat(document.get("url").asString() + "/realms/"
						+ document.get("realm").asString().replace(" ", "%20"))
					.isEqualTo(document.get("oidcProvider").get("issuer").asString());
				assertThat(output).doesNotContain("browser applications get neither");
			}
			else {
				assertThat(document.has("url")).isFalse();
				assertThat(document.has("realm")).isFalse();
				assertThat(output).containsOnlyOnce("browser applications get neither");
			}
		}
	}

	@Test
	void getWhenRealmIsWrongThenWarnedOfOncePerValue(CapturedOutput output) {
		this.host.realm("one", "https://me:hunter2@login.example.com/auth?hunter2");
		try (RunningApplication application = run()) {
			for (int i = 0; i < 3; i++) {
				application.get(PATH);
				this.host.configured("end_session_endpoint", this.host.issuer() + "/" + i);
				this.clock.advance(Duration.ofMinutes(11));
			}
			assertThat(output).containsOnlyOnce("browser applications get neither").contains("realm 'one'");
			this.host.realm("two", "https://login.example.com");
			this.clock.advance(Duration.ofMinutes(11));
			application.get(PATH);
			assertThat(output).containsOnlyOnce("realm 'one'").containsOnlyOnce("realm 'two'");
			assertThat(output).doesNotContain("hunter2");
		}
	}

	@Test
	void getWhenRealmOrUrlIsMissingThenNeither(CapturedOutput output) {
		this.host.realm("platform", null);
		try (RunningApplication application = run()) {
			JsonNode document = json(application.get(PATH));
			assertThat(document.has("url")).isFalse();
			assertThat(document.has("realm")).isFalse();
			assertThat(output).doesNotContain("browser applications get neither");
		}
	}

	@Test
	void getWhenOriginIsAllowedThenMayRead() {
		try (RunningApplication application = run(
				"platform.browser.allowed-origins=https://APP.example.com:443/,http://localhost:5173")) {
			for (String origin : List.of("https://app.example.com", "http://localhost:5173")) {
				HttpResponse<String> answer = application.get(PATH, "Origin", origin);
				assertThat(answer.statusCode()).isEqualTo(200);
				assertThat(header(answer, "Access-Control-Allow-Origin")).isEqualTo(origin);
				assertThat(header(answer, "Access-Control-Allow-Credentials")).isEmpty();
				assertThat(header(answer, "Access-Control-Expose-Headers")).contains("Retry-After");
			}
			assertThat(header(application.get(PATH), "Vary")).contains("Origin");
			String entityTag = header(application.get(PATH), "ETag");
			HttpResponse<String> same = application.get(PATH, "Origin", "https://app.example.com", "If-None-Match",
					entityTag);
			assertThat(same.statusCode()).isEqualTo(304);
			assertThat(header(same, "Access-Control-Allow-Origin")).isEqualTo("https://app.example.com");
		}
	}

	@Test
	void getWhenUnavailableThenAllowedOriginMayReadThat() {
		this.host.status(500);
		try (RunningApplication application = run("platform.browser.allowed-origins=https://app.example.com")) {
			HttpResponse<String> answer = application.get(PATH, "Origin", "https://app.example.com");
			assertUnavailable(answer);
			assertThat(header(answer, "Access-Control-Allow-Origin")).isEqualTo("https://app.example.com");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://evil.example", "http://app.example.com", "https://app.example.com:8443",
			"https://app.example.com.evil.example", "https://evil.app.example.com", "null" })
	void getWhenOriginIsForeignThenRefused(String origin) {
		try (RunningApplication application = run("platform.browser.allowed-origins=https://app.example.com")) {
			for (HttpResponse<String> answer : List.of(application.get(PATH, "Origin", origin),
					preflight(application, origin, "GET"))) {
				assertThat(answer.statusCode()).isEqualTo(403);
				assertThat(answer.headers().map().keySet()).noneMatch((name) -> name.startsWith("access-control-"));
				assertThat(answer.body()).doesNotContain("oidcProvider");
			}
		}
	}

	@Test
	void getWhenNoOriginIsAllowedThenNone() {
		try (RunningApplication application = run()) {
			for (HttpResponse<String> answer : List.of(application.get(PATH, "Origin", "https://app.example.com"),
					preflight(application, "https://app.example.com", "GET"))) {
				assertThat(answer.headers().map().keySet()).noneMatch((name) -> name.startsWith("access-control-"));
			}
			assertThat(header(application.get(PATH), "Vary")).contains("Origin");
		}
	}

	@Test
	void preflightWhenOriginIsAllowedThenMayAsk() {
		try (RunningApplication application = run("platform.browser.allowed-origins=https://app.example.com")) {
			HttpResponse<String> answer = preflight(application, "https://app.example.com", "GET");
			assertThat(answer.statusCode()).isEqualTo(200);
			assertThat(answer.body()).isEmpty();
			assertThat(header(answer, "Access-Control-Allow-Origin")).isEqualTo("https://app.example.com");
			assertThat(header(answer, "Access-Control-Allow-Methods")).isEqualTo("GET,HEAD");
			assertThat(header(answer, "Access-Control-Allow-Headers")).isEqualTo("x-trace");
			assertThat(header(answer, "Vary")).contains("Origin");
			assertThat(preflight(application, "https://app.example.com", "POST").statusCode()).isEqualTo(403);
			assertThat(this.host.requests()).isZero();
		}
	}

	private static HttpResponse<String> preflight(RunningApplication application, String origin, String method) {
		return application.ask("OPTIONS", PATH, "Origin", origin, "Access-Control-Request-Method", method,
				"Access-Control-Request-Headers", "x-trace");
	}

}
