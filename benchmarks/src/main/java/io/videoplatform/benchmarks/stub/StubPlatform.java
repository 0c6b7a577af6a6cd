package io.videoplatform.benchmarks.stub;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The test platform for load: its documents and keys, with tokens that tell whose they
 * are, counts of how they were used, and an API that does little for a call. All
 * addresses of the loopback network lead here, each a domain of its own.
 */
public final class StubPlatform implements AutoCloseable {

	/**
	 * A token that the API accepts for ever.
	 */
	public static final String FIXED_TOKEN = "fixed-0-" + "x".repeat(900);

	private static final TestResponse REJECTED = TestResponse.status(401,
			"WWW-Authenticate: Bearer error=\"invalid_token\"");

	private static final TestResponse CALLED = TestResponse.json("{}");

	private final TestServer server = TestServer.forLoad();

	private final TestPlatform platform = new TestPlatform(this.server);

	private final StubSettings settings = new StubSettings();

	private final Counts counts = new Counts();

	private final HeldRefresh held = new HeldRefresh(this.settings);

	private final StubLogins logins = new StubLogins(this.settings, this.counts, this.platform.idTokens());

	private final AtomicInteger loginsUnderWay = new AtomicInteger();

	/**
	 * Start on a free port.
	 */
	public StubPlatform() {
		// What is not there: UserInfo, logout, and an issuer in responses (RFC 9207)
		this.platform.documents()
			.metadata((document) -> document.keySet()
				.removeAll(List.of("userinfo_endpoint", "end_session_endpoint",
						"authorization_response_iss_parameter_supported")));
		this.server.otherwise(this::respond);
	}

	/**
	 * Return the root URL.
	 */
	public String rootUrl() {
		return this.platform.rootUrl();
	}

	@Override
	public void close() {
		this.platform.close();
	}

	/**
	 * Return the code that the provider would issue for a user.
	 */
	public static String code(String user, String nonce) {
		return StubLogins.code(user, nonce);
	}

	Counts counts() {
		this.counts.set(Counter.ACTIVE_LOGINS, this.logins.active());
		return this.counts;
	}

	StubLogins logins() {
		return this.logins;
	}

	HeldRefresh held() {
		return this.held;
	}

	synchronized void set(String name, String value) {
		this.settings.set(name, value);
		if (this.settings.is("health", "CLOSED")) {
			this.server.stop();
		}
		else {
			this.server.restart();
		}
	}

	private TestResponse respond(RecordedRequest request) {
		this.counts.count(Counter.REQUESTS);
		if (this.settings.is("health", "UNAVAILABLE")) {
			return TestResponse.status(503);
		}
		if (this.settings.is("health", "SILENT")) {
			Mono.never().block();
		}
		String path = request.path();
		return switch (path.substring(path.lastIndexOf('/') + 1)) {
			case "webfinger" -> {
				this.counts.count(Counter.WEB_FINGER);
				yield this.platform.documents().webFinger("http://" + request.header("Host"));
			}
			case "openid-configuration" -> {
				this.counts.count(Counter.CONFIGURATION);
				yield this.platform.respond(request);
			}
			case "keys" -> {
				this.counts.count(Counter.KEYS);
				yield this.platform.respond(request);
			}
			case "token" -> token(request);
			case "auth" -> authorize(request);
			case "revoke" -> {
				this.logins.revoke(request.parameter("token"));
				yield TestResponse.status(200);
			}
			default -> call(request);
		};
	}

	/**
	 * Log the user in whom the parameter {@code user} names, as if a form had been sent.
	 */
	private static TestResponse authorize(RecordedRequest request) {
		return TestResponse.redirect("%s?code=%s&state=%s".formatted(request.parameter("redirect_uri"),
				encoded(StubLogins.code(request.parameter("user"), request.parameter("nonce"))),
				encoded(request.parameter("state"))));
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	private TestResponse call(RecordedRequest request) {
		this.counts.count(Counter.CALLS);
		String token = request.bearer();
		StubLogin owner = this.logins.owner(token);
		if (owner != null && owner.isOfUser()) {
			return this.settings.isDrawn("challengePercent")
					? TestResponse.status(401, "WWW-Authenticate: " + LongChallenge.random())
					: TestResponse.json("{\"user\":\"%s\"}".formatted(owner.user()));
		}
		if (this.settings.is("apiRefuses") || (owner == null && !token.equals(FIXED_TOKEN))) {
			this.counts.count(Counter.UNAUTHORIZED_CALLS);
			return REJECTED;
		}
		if (owner != null && !this.logins.isOf(request.header("Host"), token)) {
			this.counts.count(Counter.FOREIGN_TOKENS);
		}
		return CALLED;
	}

	private TestResponse token(RecordedRequest request) {
		if (this.settings.number("gateway") != 0) {
			return TestResponse.status(this.settings.number("gateway"));
		}
		Map<String, String> form = request.form();
		String code = form.get("code");
		if (code != null) {
			delay();
			return tokens(this.logins.exchange(code, this.platform.issuer()));
		}
		String refreshToken = form.get("refresh_token");
		if (refreshToken == null) {
			return login(form);
		}
		return StubLogins.isOfUser(refreshToken) ? refreshOfUser(refreshToken, request.header("User-Agent"))
				: refresh(refreshToken);
	}

	/**
	 * A provider with brute-force detection refuses all but one of the logins that
	 * overlap.
	 */
	private TestResponse login(Map<String, String> form) {
		this.counts.count(Counter.LOGINS);
		boolean alone = this.loginsUnderWay.getAndIncrement() == 0;
		delay();
		this.loginsUnderWay.decrementAndGet();
		if ((alone || !this.settings.is("exclusiveLogins")) && !"wrong".equals(form.get("password"))) {
			return tokens(this.logins.issueForApplication());
		}
		this.counts.count(Counter.REFUSED_LOGINS);
		return tokens(null);
	}

	private TestResponse refresh(String refreshToken) {
		Map<String, Object> tokens = this.logins.refresh(refreshToken, "", this.platform.issuer());
		String loss = (tokens != null) ? this.settings.take("loss") : "";
		delay();
		return lose(loss, tokens(tokens));
	}

	private TestResponse refreshOfUser(String refreshToken, String sender) {
		if (!this.held.at("BEFORE", sender)) {
			return TestResponse.status(TestResponse.RESET);
		}
		Map<String, Object> tokens = this.logins.refresh(refreshToken, sender, this.platform.issuer());
		this.held.at("AFTER", sender);
		delay();
		return lose((tokens != null && this.settings.isDrawn("userLossPercent")) ? "GATEWAY" : "", tokens(tokens));
	}

	private TestResponse lose(String loss, TestResponse response) {
		TestResponse lost = switch (loss) {
			case "RESET" -> TestResponse.status(TestResponse.RESET);
			case "TRUNCATED" -> response.ending(TestResponse.Ending.TRUNCATED);
			case "GATEWAY" -> TestResponse.status(504);
			default -> response;
		};
		if (lost != response) {
			this.counts.count(Counter.LOST_RESPONSES);
		}
		return lost;
	}

	private void delay() {
		Mono.delay(Duration.ofMillis(this.settings.number("tokenDelay"))).block();
	}

	private TestResponse tokens(@Nullable Map<String, Object> tokens) {
		this.counts.set(Counter.LAST_TOKEN_AT, System.currentTimeMillis());
		return (tokens != null) ? TestResponse.json(200, tokens) : TestResponse.error(400, "invalid_grant");
	}

}
