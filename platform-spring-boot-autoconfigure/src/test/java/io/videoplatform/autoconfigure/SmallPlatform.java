package io.videoplatform.autoconfigure;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

import io.videoplatform.testing.TestServers;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * A platform on loopback with a name of its own choice and any kind of listener, which
 * answers all it is asked, or nothing at one path.
 */
final class SmallPlatform implements AutoCloseable {

	private final Queue<String> asked = new ConcurrentLinkedQueue<>();

	private final DisposableServer server;

	private volatile String rootUrl = "";

	private volatile String silentPath = "none";

	private volatile String tokenOrigin = "";

	SmallPlatform(UnaryOperator<HttpServer> listener) {
		this.server = listener.apply(TestServers.onPort(0)).handle(this::handle).bindNow();
	}

	int port() {
		return this.server.port();
	}

	/**
	 * Set the root URL that the documents are written for.
	 */
	SmallPlatform named(String rootUrl) {
		this.rootUrl = rootUrl;
		this.tokenOrigin = rootUrl;
		return this;
	}

	/**
	 * Set the origin of the token endpoint, another than the root URL.
	 */
	SmallPlatform tokensAt(String origin) {
		this.tokenOrigin = origin;
		return this;
	}

	/**
	 * Never answer below a path.
	 */
	SmallPlatform silentAt(String path) {
		this.silentPath = path;
		return this;
	}

	/**
	 * Return the paths that were asked for.
	 */
	Queue<String> asked() {
		return this.asked;
	}

	private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
		String path = request.fullPath();
		this.asked.add(path);
		if (path.startsWith(this.silentPath)) {
			return Mono.never();
		}
		return request.receive()
			.then()
			.thenMany(response.header("Content-Type", "application/json").sendString(Mono.just(answer(path))));
	}

	/**
	 * Return what is answered at a path.
	 */
	String answer(String path) {
		return switch (path) {
			case "/.well-known/webfinger" ->
				"{\"links\":[{\"rel\":\"http://openid.net/specs/connect/1.0/issuer\",\"href\":\"%s/idp\"}]}"
					.formatted(this.rootUrl);
			case "/idp/.well-known/openid-configuration" ->
				"{\"issuer\":\"%1$s/idp\",\"token_endpoint\":\"%2$s/idp/token\",\"authorization_endpoint\":\"%1$s/idp/auth\"}"
					.formatted(this.rootUrl, this.tokenOrigin);
			case "/idp/token" -> "{\"access_token\":\"access\",\"token_type\":\"Bearer\",\"expires_in\":300}";
			default -> "{}";
		};
	}

	@Override
	public void close() {
		this.server.disposeNow();
	}

}
