package io.videoplatform.benchmarks.stub;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.QueryStringEncoder;
import io.videoplatform.benchmarks.stub.StubSettings.Hold;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * A platform on loopback with discovery, token endpoint and API. It does little per
 * request, so that it is not what a load run measures.
 */
public final class StubPlatform implements AutoCloseable {

	/**
	 * A token that the API accepts for ever.
	 */
	public static final String FIXED_TOKEN = "fixed-0-" + "x".repeat(900);

	private final StubSettings settings = new StubSettings();

	private final StubCounts counts = new StubCounts();

	private final StubProvider provider = new StubProvider(this.settings, this.counts);

	private final HeldRefresh held = new HeldRefresh(this.settings);

	private final StubLogins logins = new StubLogins(this.settings, this.counts);

	private final List<DisposableServer> domains = new ArrayList<>();

	private DisposableServer server;

	/**
	 * Start on a free port.
	 */
	public StubPlatform() {
		this.provider.accept(FIXED_TOKEN);
		this.server = listen(0);
	}

	/**
	 * Return the root URL.
	 * @return scheme, host and port
	 */
	public String rootUrl() {
		return "http://127.0.0.1:" + this.server.port();
	}

	@Override
	public void close() {
		this.domains.forEach(DisposableServer::disposeNow);
		this.server.disposeNow();
	}

	/**
	 * Return the code that the provider would issue for a user.
	 * @param user the user
	 * @param nonce the nonce of the authorization request
	 * @return the code
	 */
	public static String code(String user, String nonce) {
		return StubLogins.code(user, nonce);
	}

	StubCounts counts() {
		this.counts.set(Counter.ACTIVE_LOGINS, this.logins.active());
		return this.counts;
	}

	StubLogins logins() {
		return this.logins;
	}

	HeldRefresh held() {
		return this.held;
	}

	StubProvider provider() {
		return this.provider;
	}

	synchronized void change(Map<String, String> changes) {
		this.settings.change(changes);
		boolean closed = this.settings.health == StubSettings.Health.CLOSED;
		if (closed && !this.server.isDisposed()) {
			this.server.disposeNow();
		}
		if (!closed && this.server.isDisposed()) {
			this.server = listen(this.server.port());
		}
		listenAtDomains();
	}

	private void listenAtDomains() {
		for (int i = this.domains.size(); i < this.settings.domains; i++) {
			this.domains.add(listen("127.1.%d.%d".formatted(i / 250, 1 + i % 250), this.server.port()));
		}
	}

	private static String host(HttpServerRequest request) {
		return request.requestHeaders().get("Host", "");
	}

	private DisposableServer listen(int port) {
		return listen("127.0.0.1", port);
	}

	private DisposableServer listen(String address, int port) {
		return HttpServer.create()
			.host(address)
			.port(port)
			.option(ChannelOption.SO_BACKLOG, 4_096)
			.handle(this::handle)
			.bindNow();
	}

	private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
		this.counts.count(Counter.REQUESTS);
		return switch (this.settings.health) {
			case SILENT -> Mono.never();
			case UNAVAILABLE -> response.status(503).send();
			case UP, CLOSED -> route(request, response);
		};
	}

	private Publisher<Void> route(HttpServerRequest request, HttpServerResponse response) {
		String path = request.fullPath();
		if (path.endsWith("/.well-known/webfinger")) {
			this.counts.count(Counter.WEB_FINGER);
			return document(response, "application/jrd+json",
					StubDocuments.webFinger("http://" + host(request), rootUrl()));
		}
		if (path.endsWith("/.well-known/openid-configuration")) {
			this.counts.count(Counter.CONFIGURATION);
			return document(response, "application/json", StubDocuments.configuration(rootUrl()));
		}
		return switch (path.substring(path.lastIndexOf('/') + 1)) {
			case "token" -> token(request, response);
			case "auth" -> authorize(request, response);
			case "keys" -> document(response, "application/json", this.logins.keys());
			case "revoke" -> revoke(request, response);
			default -> call(request, response);
		};
	}

	/**
	 * Log the user in whom the parameter {@code user} names, as if a form had been sent.
	 */
	private Publisher<Void> authorize(HttpServerRequest request, HttpServerResponse response) {
		QueryStringDecoder query = new QueryStringDecoder(request.uri());
		return response.status(302)
			.header("Location",
					callback(query,
							StubLogins.code(String.valueOf(parameter(query, "user")),
									String.valueOf(parameter(query, "nonce")))))
			.send();
	}

	private static String callback(QueryStringDecoder query, String code) {
		QueryStringEncoder callback = new QueryStringEncoder(String.valueOf(parameter(query, "redirect_uri")));
		callback.addParam("code", code);
		callback.addParam("state", String.valueOf(parameter(query, "state")));
		return callback.toString();
	}

	private Publisher<Void> revoke(HttpServerRequest request, HttpServerResponse response) {
		return request.receive().aggregate().asString().defaultIfEmpty("").flatMap((body) -> {
			this.logins.revoke(String.valueOf(parameter(new QueryStringDecoder(body, false), "token")));
			return Mono.from(response.send());
		});
	}

	private Publisher<Void> call(HttpServerRequest request, HttpServerResponse response) {
		this.counts.count(Counter.CALLS);
		String authorization = request.requestHeaders().get("Authorization");
		String owner = this.logins.owner(authorization);
		if (owner != null && isDrawn(this.settings.challengePercent)) {
			return response.status(401).header("WWW-Authenticate", LongChallenge.random()).send();
		}
		if (owner != null) {
			return document(response, "application/json", "{\"user\":\"%s\"}".formatted(owner));
		}
		if (this.settings.apiRefuses || !this.provider.accepts(authorization)) {
			this.counts.count(Counter.UNAUTHORIZED_CALLS);
			return response.status(401).header("WWW-Authenticate", "Bearer error=\"invalid_token\"").send();
		}
		if (!this.provider.isOf(host(request), authorization)) {
			this.counts.count(Counter.FOREIGN_TOKENS);
		}
		return document(response, "application/json", "{}");
	}

	private Publisher<Void> token(HttpServerRequest request, HttpServerResponse response) {
		if (this.settings.gateway != 0) {
			return response.status(this.settings.gateway).send();
		}
		return request.receive().aggregate().asString().defaultIfEmpty("").flatMap((body) -> {
			QueryStringDecoder form = new QueryStringDecoder(body, false);
			Mono<Long> delay = Mono.delay(Duration.ofMillis(this.settings.tokenDelay));
			String code = parameter(form, "code");
			if (code != null) {
				return delay.then(Mono.defer(() -> respond(this.logins.exchange(code, issuer()), response)));
			}
			String refreshToken = parameter(form, "refresh_token");
			if (refreshToken != null && StubLogins.isOurs(refreshToken)) {
				String sender = request.requestHeaders().get("User-Agent", "");
				return this.held.at(Hold.BEFORE, sender)
					.then(Mono.defer(() -> refreshOfUser(refreshToken, sender, delay, response)));
			}
			return (refreshToken != null) ? refresh(refreshToken, delay, response)
					: login("wrong".equals(parameter(form, "password")), delay, response);
		});
	}

	private Mono<Void> refreshOfUser(String refreshToken, String sender, Mono<Long> delay,
			HttpServerResponse response) {
		String tokens = this.logins.refresh(refreshToken, sender, issuer());
		Mono<Long> end = this.held.at(Hold.AFTER, sender).then(delay);
		if (tokens != null && isDrawn(this.settings.userLossPercent)) {
			this.counts.count(Counter.LOST_RESPONSES);
			return end.then(LostResponses.lose(StubSettings.Loss.GATEWAY, tokens, response));
		}
		return end.then(Mono.defer(() -> respond(tokens, response)));
	}

	private String issuer() {
		return rootUrl() + "/auth/realms/platform";
	}

	private Mono<Void> login(boolean wrong, Mono<Long> delay, HttpServerResponse response) {
		boolean accepted = this.provider.beginLogin() && !wrong;
		return delay.then(Mono.defer(() -> respond(this.provider.endLogin(accepted), response)));
	}

	private Mono<Void> refresh(String refreshToken, Mono<Long> delay, HttpServerResponse response) {
		String body = this.provider.refresh(refreshToken);
		StubSettings.Loss loss = this.settings.loss;
		if (body == null || loss == StubSettings.Loss.NONE) {
			return delay.then(Mono.defer(() -> respond(body, response)));
		}
		this.settings.loss = StubSettings.Loss.NONE;
		this.counts.count(Counter.LOST_RESPONSES);
		return delay.then(Mono.defer(() -> LostResponses.lose(loss, body, response)));
	}

	private Mono<Void> respond(@Nullable String body, HttpServerResponse response) {
		this.counts.set(Counter.LAST_TOKEN_AT, System.currentTimeMillis());
		return (body != null) ? Mono.from(document(response, "application/json", body))
				: Mono.from(document(response.status(400), "application/json", "{\"error\":\"invalid_grant\"}"));
	}

	private static Publisher<Void> document(HttpServerResponse response, String type, String body) {
		return response.header("Content-Type", type)
			.header("Cache-Control", "max-age=3600")
			.sendString(Mono.just(body));
	}

	private static boolean isDrawn(int percent) {
		return percent > 0 && ThreadLocalRandom.current().nextInt(100) < percent;
	}

	private static @Nullable String parameter(QueryStringDecoder form, String name) {
		return form.parameters().containsKey(name) ? form.parameters().get(name).get(0) : null;
	}

}
