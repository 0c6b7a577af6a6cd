package io.videoplatform.benchmarks.load;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A user's browser, as far as load needs one: the cookie of the application's session.
 */
public final class UserAgent {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final HttpClient http;

	private final String root;

	private final String user;

	private volatile String cookie = "";

	/**
	 * Create a new instance.
	 */
	public UserAgent(HttpClient http, int port, String user) {
		this.http = http;
		this.root = "http://127.0.0.1:" + port;
		this.user = user;
	}

	String user() {
		return this.user;
	}

	/**
	 * Log in, by way of the provider.
	 */
	public CompletableFuture<UserAgent> login() {
		return get("/oauth2/authorization/platform")
			.thenCompose((begun) -> this.http.sendAsync(
					HttpRequest.newBuilder(URI.create(location(begun) + "&user=" + this.user)).build(),
					BodyHandlers.discarding()))
			.thenCompose((response) -> send(HttpRequest.newBuilder(URI.create(location(response)))))
			.thenApply((done) -> {
				if (!location(done).endsWith("/")) {
					throw new IllegalStateException("Not logged in, but sent to " + location(done));
				}
				return this;
			});
	}

	CompletableFuture<HttpResponse<String>> get(String path) {
		return send(HttpRequest.newBuilder(URI.create(this.root + path)).header("Accept", "application/json"));
	}

	/**
	 * Log out.
	 */
	public CompletableFuture<HttpResponse<String>> logout() {
		return send(
				HttpRequest.newBuilder(URI.create(this.root + "/logout")).POST(HttpRequest.BodyPublishers.noBody()));
	}

	private CompletableFuture<HttpResponse<String>> send(HttpRequest.Builder request) {
		request.timeout(PATIENCE);
		if (!this.cookie.isEmpty()) {
			request.header("Cookie", this.cookie);
		}
		return this.http.sendAsync(request.build(), BodyHandlers.ofString()).thenApply((response) -> {
			response.headers().firstValue("Set-Cookie").ifPresent((set) -> this.cookie = set.split(";", 2)[0]);
			return response;
		});
	}

	private static String location(HttpResponse<?> response) {
		return response.headers()
			.firstValue("Location")
			.orElseThrow(() -> new IllegalStateException("Status %d and no redirect".formatted(response.statusCode())));
	}

}
