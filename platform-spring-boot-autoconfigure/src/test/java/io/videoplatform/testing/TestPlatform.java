package io.videoplatform.testing;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.netty.channel.ChannelOption;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * A platform on loopback, with discovery, a token endpoint whose refresh tokens rotate,
 * and an API that checks tokens. It counts what it is asked and misbehaves on demand.
 */
public final class TestPlatform implements AutoCloseable {

	private final AtomicInteger issued = new AtomicInteger();

	private final Set<String> accessTokens = ConcurrentHashMap.newKeySet();

	private final Set<String> refreshTokens = ConcurrentHashMap.newKeySet();

	private final ConcurrentLinkedQueue<Function<Map<String, String>, Mono<Reply>>> scripted = new ConcurrentLinkedQueue<>();

	private final List<Map<String, String>> tokenRequests = new CopyOnWriteArrayList<>();

	private final List<String> tokenUris = new CopyOnWriteArrayList<>();

	private final List<Map<String, String>> revocations = new CopyOnWriteArrayList<>();

	private final AtomicInteger webFingerRequests = new AtomicInteger();

	private final AtomicInteger configurationRequests = new AtomicInteger();

	private final List<Call> calls = new CopyOnWriteArrayList<>();

	private volatile @Nullable Function<Map<String, String>, Reply> everyToken;

	private volatile Mono<?> tokenGate = Mono.empty();

	private volatile int expiresIn = 300;

	private volatile @Nullable Integer refreshExpiresIn;

	private volatile boolean refreshTokensIssued = true;

	private volatile boolean rotating = true;

	private volatile int revocationStatus = 200;

	private volatile Function<Call, Reply> api = (call) -> new Reply(200, Map.of(), "{}");

	private volatile @Nullable String issuer;

	private DisposableServer server;

	/**
	 * Start on a free port.
	 */
	public TestPlatform() {
		this.server = start(0);
	}

	private DisposableServer start(int port) {
		return TestServers.onPort(port).handle(this::handle).bindNow();
	}

	/**
	 * Return the root URL.
	 * @return scheme, host and port
	 */
	public String rootUrl() {
		return "http://127.0.0.1:" + this.server.port();
	}

	/**
	 * Return the issuer.
	 * @return the issuer
	 */
	public String issuer() {
		String other = this.issuer;
		return (other != null) ? other : rootUrl() + "/auth/realms/platform";
	}

	/**
	 * Stop listening; {@link #restart()} listens on the same port again.
	 */
	public void stop() {
		this.server.disposeNow();
	}

	/**
	 * Listen again.
	 */
	public void restart() {
		this.server = start(this.server.port());
	}

	@Override
	public void close() {
		this.server.disposeNow();
	}

	/**
	 * Set the lifetime of the tokens issued from now on.
	 * @param seconds the access token's lifetime
	 * @return this platform
	 */
	public TestPlatform expiresIn(int seconds) {
		this.expiresIn = seconds;
		return this;
	}

	/**
	 * Set the lifetime of the refresh tokens issued from now on.
	 * @param seconds the refresh token's lifetime
	 * @return this platform
	 */
	public TestPlatform refreshExpiresIn(int seconds) {
		this.refreshExpiresIn = seconds;
		return this;
	}

	/**
	 * Set whether refresh tokens are issued at all.
	 * @param issued whether they are
	 * @return this platform
	 */
	public TestPlatform refreshTokens(boolean issued) {
		this.refreshTokensIssued = issued;
		return this;
	}

	/**
	 * Set whether refresh tokens are good for one use only.
	 * @param rotating whether they are
	 * @return this platform
	 */
	public TestPlatform rotating(boolean rotating) {
		this.rotating = rotating;
		return this;
	}

	/**
	 * Hold all token answers back until a gate opens; what they say is settled before.
	 * @param gate the gate
	 * @return this platform
	 */
	public TestPlatform tokenGate(Mono<?> gate) {
		this.tokenGate = gate;
		return this;
	}

	/**
	 * Answer token requests after a delay.
	 * @param delay the delay
	 * @return this platform
	 */
	public TestPlatform tokenDelay(Duration delay) {
		return tokenGate(Mono.delay(delay));
	}

	/**
	 * Answer the next token request in another way.
	 * @param reply the answer
	 * @return this platform
	 */
	public TestPlatform nextToken(Reply reply) {
		this.scripted.add((form) -> Mono.just(reply));
		return this;
	}

	/**
	 * Answer the next token request in the ordinary way, but lose the answer.
	 * @param lost what the client sees instead
	 * @return this platform
	 */
	public TestPlatform loseNextToken(Reply lost) {
		this.scripted.add((form) -> {
			grant(form);
			return Mono.just(lost);
		});
		return this;
	}

	/**
	 * Answer all token requests in another way until {@link #nextTokenAsUsual()}.
	 * @param reply gives the answer to a form
	 * @return this platform
	 */
	public TestPlatform tokens(Function<Map<String, String>, Reply> reply) {
		this.everyToken = reply;
		return this;
	}

	/**
	 * Issue a refresh token without being asked.
	 * @return the token
	 */
	public String issueRefreshToken() {
		String refreshToken = "refresh-" + this.issued.incrementAndGet();
		this.refreshTokens.add(refreshToken);
		return refreshToken;
	}

	/**
	 * Answer token requests in the ordinary way again.
	 * @return this platform
	 */
	public TestPlatform nextTokenAsUsual() {
		this.everyToken = null;
		this.scripted.clear();
		return this;
	}

	/**
	 * Set how the API answers calls that carry a valid token.
	 * @param api gives the answer
	 * @return this platform
	 */
	public TestPlatform api(Function<Call, Reply> api) {
		this.api = api;
		return this;
	}

	/**
	 * Forget all access tokens.
	 */
	public void revokeAccessTokens() {
		this.accessTokens.clear();
	}

	/**
	 * Forget all refresh tokens.
	 */
	public void revokeRefreshTokens() {
		this.refreshTokens.clear();
	}

	/**
	 * Return the forms of all token requests.
	 * @return the forms; the key {@code Authorization} holds the header
	 */
	public List<Map<String, String>> tokenRequests() {
		return this.tokenRequests;
	}

	/**
	 * Return path and query of all token requests.
	 * @return the URIs
	 */
	public List<String> tokenUris() {
		return this.tokenUris;
	}

	/**
	 * Return the refresh tokens that are good for another use.
	 * @return the tokens
	 */
	public Set<String> livingRefreshTokens() {
		return Set.copyOf(this.refreshTokens);
	}

	/**
	 * Set how revocations are answered from now on.
	 * @param status the status code; nothing is revoked unless it is 200
	 * @return this platform
	 */
	public TestPlatform revocationStatus(int status) {
		this.revocationStatus = status;
		return this;
	}

	/**
	 * Return the forms of all revocations.
	 * @return the forms; the key {@code Authorization} holds the header
	 */
	public List<Map<String, String>> revocations() {
		return this.revocations;
	}

	/**
	 * Return the number of WebFinger requests.
	 * @return the number
	 */
	public int webFingerRequests() {
		return this.webFingerRequests.get();
	}

	/**
	 * Return the number of requests for the provider's configuration.
	 * @return the number
	 */
	public int configurationRequests() {
		return this.configurationRequests.get();
	}

	/**
	 * Return all calls of the API.
	 * @return the calls
	 */
	public List<Call> calls() {
		return this.calls;
	}

	private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
		String path = request.fullPath();
		if (path.equals("/.well-known/webfinger")) {
			this.webFingerRequests.incrementAndGet();
			return send(response, new Reply(200,
					Map.of("Content-Type", "application/jrd+json", "Cache-Control", "max-age=3600"), webFinger()));
		}
		if (path.endsWith("/.well-known/openid-configuration")) {
			this.configurationRequests.incrementAndGet();
			return send(response, new Reply(200,
					Map.of("Content-Type", "application/json", "Cache-Control", "max-age=3600"), configuration()));
		}
		if (path.endsWith("/token")) {
			return request.receive()
				.aggregate()
				.asString()
				.defaultIfEmpty("")
				.flatMap((body) -> token(request, body))
				.flatMap((reply) -> Mono.from(send(response, reply)));
		}
		if (path.endsWith("/revoke")) {
			return request.receive()
				.aggregate()
				.asString()
				.defaultIfEmpty("")
				.map((body) -> revoke(request, body))
				.flatMap((reply) -> Mono.from(send(response, reply)));
		}
		return request.receive()
			.aggregate()
			.asString()
			.defaultIfEmpty("")
			.map((body) -> call(request, body))
			.flatMap((reply) -> Mono.from(send(response, reply)));
	}

	private String webFinger() {
		return """
				{"subject":"%1$s/v1/",
				 "properties":{"%1$s/v1/keycloak/realm":"platform","%1$s/v1/keycloak/auth-server-url":"%1$s/auth/"},
				 "links":[{"rel":"http://openid.net/specs/connect/1.0/issuer","href":"%2$s/.well-known/openid-configuration"}]}
				"""
			.formatted(rootUrl(), issuer());
	}

	private String configuration() {
		return """
				{"issuer":"%1$s","token_endpoint":"%1$s/token","authorization_endpoint":"%1$s/auth"}
				""".formatted(issuer());
	}

	private static Map<String, String> form(HttpServerRequest request, String body) {
		Map<String, String> form = form(body);
		String authorization = request.requestHeaders().get("Authorization");
		if (authorization != null) {
			form.put("Authorization", authorization);
		}
		return form;
	}

	private Reply revoke(HttpServerRequest request, String body) {
		Map<String, String> form = form(request, body);
		if (this.revocationStatus == 200) {
			this.refreshTokens.remove(form.getOrDefault("token", ""));
		}
		this.revocations.add(form);
		return Reply.of(this.revocationStatus);
	}

	private Mono<Reply> token(HttpServerRequest request, String body) {
		Map<String, String> form = form(request, body);
		this.tokenUris.add(request.uri());
		this.tokenRequests.add(form);
		Function<Map<String, String>, Mono<Reply>> script = this.scripted.poll();
		Function<Map<String, String>, Reply> every = this.everyToken;
		Mono<Reply> reply = (script != null) ? script.apply(form)
				: Mono.fromSupplier(() -> (every != null) ? every.apply(form) : grant(form));
		return reply.delayUntil((answer) -> this.tokenGate);
	}

	private Reply grant(Map<String, String> form) {
		if ("refresh_token".equals(form.get("grant_type"))) {
			String refreshToken = form.getOrDefault("refresh_token", "");
			boolean known = this.rotating ? this.refreshTokens.remove(refreshToken)
					: this.refreshTokens.contains(refreshToken);
			if (!known) {
				return new Reply(400, Map.of(),
						"{\"error\":\"invalid_grant\",\"error_description\":\"Token is not active\"}");
			}
		}
		int number = this.issued.incrementAndGet();
		String accessToken = "access-" + number;
		this.accessTokens.add(accessToken);
		StringBuilder json = new StringBuilder(
				"{\"access_token\":\"" + accessToken + "\",\"token_type\":\"Bearer\",\"expires_in\":" + this.expiresIn);
		if (this.refreshTokensIssued) {
			this.refreshTokens.add("refresh-" + number);
			json.append(",\"refresh_token\":\"refresh-").append(number).append('"');
		}
		if (this.refreshExpiresIn != null) {
			json.append(",\"refresh_expires_in\":").append(this.refreshExpiresIn);
		}
		return new Reply(200, Map.of("Content-Type", "application/json", "Cache-Control", "no-store"),
				json.append('}').toString());
	}

	private Reply call(HttpServerRequest request, String body) {
		String authorization = request.requestHeaders().get("Authorization");
		Call call = new Call(request.method().name(), request.uri(), authorization, body);
		this.calls.add(call);
		boolean valid = authorization != null && authorization.startsWith("Bearer ")
				&& this.accessTokens.contains(authorization.substring(7));
		return valid ? this.api.apply(call)
				: new Reply(401, Map.of("WWW-Authenticate", "Bearer error=\"invalid_token\""), "");
	}

	private static Map<String, String> form(String body) {
		Map<String, String> form = new LinkedHashMap<>();
		for (String pair : body.split("&")) {
			int equals = pair.indexOf('=');
			if (equals > 0) {
				form.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
			}
		}
		return form;
	}

	private static String decode(String value) {
		return URLDecoder.decode(value, StandardCharsets.UTF_8);
	}

	private static Publisher<Void> send(HttpServerResponse response, Reply reply) {
		if (reply.status() == Reply.RESET) {
			response
				.withConnection((connection) -> connection.channel().config().setOption(ChannelOption.SO_LINGER, 0));
			response.withConnection((connection) -> connection.channel().close());
			return Mono.never();
		}
		response.status(reply.status());
		reply.headers().forEach(response::addHeader);
		return response.sendString(Mono.just(reply.body()));
	}

	/**
	 * An answer.
	 *
	 * @param status the status code, or {@link #RESET} to break the connection
	 * @param headers the headers
	 * @param body the body
	 */
	public record Reply(int status, Map<String, String> headers, String body) {

		/**
		 * The connection is reset instead of an answer.
		 */
		public static final int RESET = -1;

		/**
		 * Return an answer without a body.
		 * @param status the status code
		 * @return the answer
		 */
		public static Reply of(int status) {
			return new Reply(status, Map.of(), "");
		}

	}

	/**
	 * A call of the API.
	 *
	 * @param method the method
	 * @param uri path and query
	 * @param authorization the {@code Authorization} header
	 * @param body the body
	 */
	public record Call(String method, String uri, @Nullable String authorization, String body) {

	}

}
