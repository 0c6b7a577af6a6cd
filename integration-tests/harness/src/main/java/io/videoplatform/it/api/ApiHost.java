package io.videoplatform.it.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.videoplatform.it.keycloak.Realm;
import org.jspecify.annotations.Nullable;

/**
 * A customer's API host: WebFinger at its root and an API below {@code /v1/} that looks
 * at its tokens.
 *
 * <p>
 * It is reached as {@code localhost}, while Keycloak and proxies are {@code 127.0.0.1}: a
 * domain of its own. The response to a request with a valid token is 200 with its method,
 * its path, the user's name and the number of bytes it brought; read as a list, it holds
 * one item that is named after the user.
 *
 * @since 0.1.0
 */
public final class ApiHost implements AutoCloseable {

	private static final int BACKLOG = 2000;

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "api-host");
		thread.setDaemon(true);
		return thread;
	});

	private final ApiCounts counts = new ApiCounts();

	private final WebFingerHandler webFinger = new WebFingerHandler(this.counts);

	private final ApiHandler api = new ApiHandler(this.counts);

	private @Nullable HttpServer server;

	private int port;

	private ApiHost() {
	}

	/**
	 * Starts a host on a free port that names a realm and introspects each token at
	 * Keycloak.
	 * @param realm the realm
	 * @param issuer the issuer to name, which is the realm's own or a proxy's
	 * @return the host
	 */
	public static ApiHost naming(Realm realm, URI issuer) {
		ApiHost host = new ApiHost();
		host.start();
		host.webFinger(WebFinger.linkingDocument(host.rootUrl(), issuer));
		host.tokenCheck(TokenCheck.byIntrospection(realm, issuer));
		return host;
	}

	/**
	 * Returns what a customer writes as the platform's root URL.
	 * @return scheme, host and port
	 */
	public URI rootUrl() {
		return URI.create("http://localhost:" + this.port);
	}

	/**
	 * Changes the response of WebFinger.
	 * @param response the response from now on
	 */
	public void webFinger(WebFinger response) {
		this.webFinger.respond(response);
	}

	/**
	 * Changes which tokens are good.
	 * @param check the check from now on
	 */
	public void tokenCheck(TokenCheck check) {
		this.api.tokenCheck(check);
	}

	/**
	 * Changes what comes with a 401, at first {@code Bearer error="invalid_token"}.
	 * @param challenge the value of {@code WWW-Authenticate}, {@code null} for none
	 */
	public void challenge(@Nullable String challenge) {
		this.api.challenge(challenge);
	}

	/**
	 * Returns what was counted.
	 * @return the counts, which grow
	 */
	public ApiCounts counts() {
		return this.counts;
	}

	/**
	 * Listens, on the same port as before if there was one. Does nothing if it listens.
	 */
	public synchronized void start() {
		if (this.server != null) {
			return;
		}
		try {
			InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), this.port);
			HttpServer started = HttpServer.create(address, BACKLOG);
			this.port = started.getAddress().getPort();
			started.setExecutor(this.threads);
			started.createContext("/.well-known/webfinger", closing(this.webFinger));
			started.createContext("/v1/", closing(this.api));
			started.start();
			this.server = started;
			this.webFinger.resource(rootUrl() + "/v1/");
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not listen on port " + this.port, ex);
		}
	}

	/**
	 * Ends all connections and refuses new ones.
	 */
	public synchronized void stop() {
		if (this.server != null) {
			this.server.stop(0);
			this.server = null;
		}
	}

	@Override
	public void close() {
		stop();
		this.threads.shutdownNow();
	}

	private static HttpHandler closing(HttpHandler handler) {
		return (exchange) -> {
			try (HttpExchange closed = exchange) {
				handler.handle(closed);
			}
		};
	}

}
