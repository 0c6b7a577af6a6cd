package io.videoplatform.benchmarks.stub;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;

import io.netty.handler.codec.http.QueryStringDecoder;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Runs a {@link StubPlatform} until standard input ends, with a second port that controls
 * its behaviour.
 */
public final class StubMain {

	static final String READY = "ready: ";

	private final StubPlatform platform;

	private StubMain(StubPlatform platform) {
		this.platform = platform;
	}

	/**
	 * Run.
	 * @param args none
	 * @throws IOException if standard input fails
	 */
	public static void main(String[] args) throws IOException {
		try (StubPlatform platform = new StubPlatform()) {
			DisposableServer control = HttpServer.create()
				.host("127.0.0.1")
				.port(0)
				.handle(new StubMain(platform)::handle)
				.bindNow();
			System.out.println(READY + platform.rootUrl() + " http://127.0.0.1:" + control.port());
			while (System.in.read() != -1) {
				// Nothing is said here: only the end of the input counts
				continue;
			}
		}
	}

	private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
		return response.sendString(Mono.fromSupplier(() -> {
			QueryStringDecoder uri = new QueryStringDecoder(request.uri());
			Map<String, String> parameters = uri.parameters()
				.entrySet()
				.stream()
				.collect(Collectors.toMap(Map.Entry::getKey, (entry) -> entry.getValue().get(0)));
			return obey(uri.path(), parameters);
			// To listen is to block
		}).subscribeOn(Schedulers.boundedElastic()));
	}

	private String obey(String path, Map<String, String> parameters) {
		switch (path) {
			case "/set" -> this.platform.change(parameters);
			case "/reset" -> this.platform.counts().reset();
			case "/revoke" -> this.platform.provider().revoke(parameters.getOrDefault("which", ""));
			case "/release" -> this.platform.held().release();
			case "/held" -> {
				return this.platform.held().sender();
			}
			case "/early" -> {
				return this.platform.logins().early();
			}
			case "/reused" -> {
				return this.platform.logins().endedByReuse();
			}
			default -> {
				return this.platform.counts().text();
			}
		}
		return "";
	}

}
