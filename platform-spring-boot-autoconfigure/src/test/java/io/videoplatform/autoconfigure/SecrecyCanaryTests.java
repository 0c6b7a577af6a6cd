package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.videoplatform.PlatformException;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RawServer;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Nothing secret is printed, whatever the platform responds and however talkative the
 * loggers are.
 */
@ExtendWith(OutputCaptureExtension.class)
class SecrecyCanaryTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String PASSWORD = "canary-p\u00e4ss/word+7f3a";

	private static final String SECRET = "canary-secret+9b1c";

	private static final String BASIC = Base64.getEncoder()
		.encodeToString(("app:" + encoded(SECRET)).getBytes(StandardCharsets.UTF_8));

	/**
	 * The secrets, as they are and as they are sent, and the tokens that the platform
	 * issues.
	 */
	private static final Pattern SECRETS = Pattern
		.compile(Stream.of("canary-p", "canary-s", "canary-u", "canary-t", BASIC, "(?:access|refresh)-\\d+", "hunter2")
			.reduce((one, other) -> one + "|" + other)
			.orElseThrow(), Pattern.CASE_INSENSITIVE);

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final ApplicationContextRunner runner = ClientApplication.runner()
		.withBean("platformClock", Clock.class, () -> this.clock)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=" + PASSWORD, "platform.client-id=app", "platform.client-secret=" + SECRET);

	@AfterEach
	void close() {
		this.platform.close();
	}

	private static String encoded(String value) {
		return URLEncoder.encode(value, StandardCharsets.UTF_8);
	}

	private static WebClient client(ApplicationContext context) {
		return context.getBean("platformWebClient", WebClient.class);
	}

	private static int call(WebClient client, String uri) {
		Integer status = client.get()
			.uri(uri)
			.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
			.block(PATIENCE);
		assertThat(status).isNotNull();
		return status;
	}

	private static void failedCall(WebClient client, Printed printed) {
		assertThatExceptionOfType(PlatformException.class).isThrownBy(() -> call(client, "videos"))
			.satisfies(printed::add);
	}

	private static List<String> run(ApplicationContextRunner runner, TestCall test) {
		try (Printed printed = new Printed()) {
			runner.run((context) -> {
				test.run(context, printed);
				addEverything(context, printed);
			});
			return printed.lines();
		}
	}

	private static void run(CapturedOutput output, ApplicationContextRunner runner, TestCall test) {
		assertThat(run(runner, test)).isNotEmpty().filteredOn((line) -> SECRETS.matcher(line).find()).isEmpty();
		assertThat(output.toString().lines()).filteredOn((line) -> SECRETS.matcher(line).find()).isEmpty();
	}

	private static void addEverything(ApplicationContext context, Printed printed) {
		context.getBeansOfType(Object.class)
			.values()
			.stream()
			.filter((bean) -> bean.getClass().getName().startsWith("io.videoplatform.")
					&& !bean.getClass().getName().startsWith("io.videoplatform.testing."))
			.map(String::valueOf)
			.forEach(printed::add);
		Object snapshot = context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT).snapshot();
		printed.add(snapshot.toString());
		printed.add(JsonMapper.builder().build().writeValueAsString(snapshot));
		printed.add(context.getBean(PlatformSettings.class).toString());
	}

	@Test
	void printWhenCallsSucceedThenNothingSecret(CapturedOutput output) {
		run(output, this.runner, (context, printed) -> {
			WebClient client = client(context);
			assertThat(call(client, "videos")).isEqualTo(200);
			this.clock.advance(Duration.ofSeconds(400));
			assertThat(call(client, "videos")).isEqualTo(200);
			this.platform.issued().revokeAccessTokens();
			assertThat(call(client, "videos")).isEqualTo(200);
			this.platform.issued().revokeAccessTokens();
			this.platform.issued().revokeRefreshTokens();
			assertThat(call(client, "videos")).isEqualTo(200);
			assertThat(this.platform.tokenRequests()).hasSizeGreaterThan(4)
				.allSatisfy((form) -> assertThat(form).containsEntry("Authorization", "Basic " + BASIC));
		});
	}

	@Test
	void printWhenTokenGoesToForeignHostsThenNothingSecret(CapturedOutput output) {
		try (TestPlatform foreignHost = new TestPlatform()) {
			run(output, this.runner, (context, printed) -> {
				WebClient client = client(context);
				call(client, foreignHost.rootUrl() + "/v1/videos");
				assertThatExceptionOfType(PlatformException.class)
					.isThrownBy(() -> call(client, "//me:hunter2@127.0.0.1/v1/videos?hunter2"))
					.satisfies(printed::add);
				this.platform
					.api((call) -> new TestResponse(302, Map.of("Location", foreignHost.rootUrl() + "/?t=1"), ""));
				assertThat(call(client, "videos")).isEqualTo(302);
			});
		}
	}

	static Stream<TestResponse> hostileResponses() {
		String echo = "password=%s&client_secret=%s&refresh_token=refresh-1".formatted(PASSWORD, SECRET);
		String sent = "password=%s&client_secret=%s".formatted(encoded(PASSWORD), encoded(SECRET));
		return Stream.of(error(400, "invalid_grant", echo), error(400, "invalid_grant", sent),
				error(400, "invalid_grant", "Basic " + BASIC), error(400, "invalid_grant", "x".repeat(290) + PASSWORD),
				error(400, PASSWORD, "no"), error(401, "unauthorized_client", SECRET),
				error(200, "invalid_grant", echo),
				new TestResponse(400, Map.of("Content-Type", "text/" + SECRET), "<html>" + echo),
				new TestResponse(401, Map.of("WWW-Authenticate", "Basic realm=\"" + SECRET + "\""), ""),
				new TestResponse(503, Map.of("Retry-After", SECRET), echo),
				new TestResponse(302, Map.of("Location", "https://evil.example/?" + sent), ""),
				new TestResponse(200, Map.of("Set-Cookie", "a=" + SECRET), echo),
				token("\"token_type\":\"Bearer\",\"expires_in\":\"" + SECRET),
				new TestResponse(200, Map.of(), "{\"access_token\":\"canary-token \\n\",\"token_type\":\"Bearer\"}"),
				new TestResponse(200, Map.of("Content-Encoding", SECRET), "{}"),
				TestResponse.status(TestResponse.RESET));
	}

	private static TestResponse error(int status, String code, String description) {
		return new TestResponse(status, Map.of("Content-Type", "application/json"),
				"{\"error\":\"%s\",\"error_description\":\"%s\"}".formatted(code, description));
	}

	private static TestResponse token(String members) {
		return new TestResponse(200, Map.of("Content-Type", "application/json"),
				"{\"access_token\":\"canary-token\"," + members + "}");
	}

	@ParameterizedTest
	@MethodSource("hostileResponses")
	void printWhenTokenResponseEchoesSecretsThenNothingSecret(TestResponse hostile, CapturedOutput output) {
		run(output, this.runner, (context, printed) -> {
			assertThat(call(client(context), "videos")).isEqualTo(200);
			this.clock.advance(Duration.ofSeconds(400));
			TestResponse again = new TestResponse(hostile.status(), hostile.headers(),
					hostile.body().replace("refresh-1", ""), hostile.ending());
			this.platform.tokenEndpoint().next(hostile).next(again).next(again);
			failedCall(client(context), printed);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://me:hunter2@login.example.com/realms/x", "https://login.example.com/?x=hunter2",
			"http://login.example.com/hunter2?x", "https://hunter2@[::1" })
	void printWhenDiscoveredUrlHoldsSecretsThenNothingSecret(String href, CapturedOutput output) {
		String document = "{\"subject\":\"https://me:hunter2@x.example\",\"links\":[{\"rel\":\"http://openid.net/specs/connect/1.0/issuer\",\"href\":\"%s\"}]}"
			.formatted(href);
		List<TestResponse> responses = List.of(TestResponse.of(200, document, "Content-Type: application/jrd+json"),
				TestResponse.redirect(href));
		for (TestResponse response : responses) {
			try (TestServer host = new TestServer()) {
				host.otherwise((request) -> response);
				run(output, this.runner.withPropertyValues("platform.root-url=" + host.url()),
						(context, printed) -> failedCall(client(context), printed));
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "canary-secret+9b1c 200 OK", "HTTP/1.1 200 OK~Content-Length: canary-secret+9b1c" })
	void printWhenTokenResponseIsNoHttpThenNothingSecret(String response) throws IOException {
		try (TestPlatform platform = new TestPlatform();
				RawServer raw = new RawServer(response.replace("~", "\r\n") + "\r\n\r\n")) {
			platform.documents().metadata("token_endpoint", raw.origin() + "/token");
			ApplicationContextRunner configured = this.runner
				.withPropertyValues("platform.root-url=" + platform.rootUrl());
			assertThat(run(configured, (context, printed) -> failedCall(client(context), printed))).isNotEmpty()
				.filteredOn((line) -> SECRETS.matcher(line).find())
				.isEmpty();
		}
	}

	/**
	 * What is done while all is written down.
	 */
	private interface TestCall {

		void run(ApplicationContext context, Printed printed);

	}

}
