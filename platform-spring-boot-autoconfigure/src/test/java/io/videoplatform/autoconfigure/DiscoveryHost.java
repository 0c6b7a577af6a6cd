package io.videoplatform.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * An API host on loopback with nothing but the two documents of discovery, each of which
 * a test words and times as it likes.
 */
final class DiscoveryHost implements AutoCloseable {

	private final AtomicInteger requests = new AtomicInteger();

	private final DisposableServer server;

	private final Map<String, String> properties = new LinkedHashMap<>();

	private final Map<String, Object> configuration = new LinkedHashMap<>();

	private final String issuer;

	private volatile String named;

	private volatile String webFingerCaching = "max-age=600";

	private volatile String configurationCaching = "max-age=600";

	private volatile int status = 200;

	private volatile Mono<?> gate = Mono.empty();

	DiscoveryHost() {
		this.server = HttpServer.create().host("127.0.0.1").port(0).handle(this::handle).bindNow();
		this.issuer = rootUrl() + "/auth/realms/platform";
		this.named = this.issuer;
		realm("platform", rootUrl() + "/auth/");
		configured("authorization_endpoint", this.issuer + "/auth");
		configured("token_endpoint", this.issuer + "/token");
	}

	String rootUrl() {
		return "http://127.0.0.1:" + this.server.port();
	}

	String issuer() {
		return this.issuer;
	}

	/**
	 * Name an issuer from now on; what the configuration states is another matter.
	 */
	DiscoveryHost named(String issuer) {
		this.named = issuer;
		return this;
	}

	/**
	 * Name a realm and the URL of the authorization server, or neither.
	 */
	DiscoveryHost realm(@Nullable String realm, @Nullable String url) {
		this.properties.clear();
		if (realm != null) {
			this.properties.put("realm", realm);
		}
		if (url != null) {
			this.properties.put("auth-server-url", url);
		}
		return this;
	}

	/**
	 * Set a member of the provider's configuration.
	 */
	DiscoveryHost configured(String name, @Nullable Object value) {
		this.configuration.put(name, value);
		return this;
	}

	/**
	 * Set what both documents say about caching.
	 */
	DiscoveryHost caching(String webFinger, String configuration) {
		this.webFingerCaching = webFinger;
		this.configurationCaching = configuration;
		return this;
	}

	/**
	 * Answer everything with a status.
	 */
	DiscoveryHost status(int status) {
		this.status = status;
		return this;
	}

	/**
	 * Hold back all answers until a gate opens.
	 */
	DiscoveryHost gate(Mono<?> gate) {
		this.gate = gate;
		return this;
	}

	int requests() {
		return this.requests.get();
	}

	@Override
	public void close() {
		this.server.disposeNow();
	}

	private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
		this.requests.incrementAndGet();
		boolean webFinger = request.fullPath().equals("/.well-known/webfinger");
		response.status(this.status)
			.header("Content-Type", "application/json")
			.header("Cache-Control", webFinger ? this.webFingerCaching : this.configurationCaching);
		return this.gate.then(Mono.defer(
				() -> response.sendString(Mono.fromSupplier(() -> webFinger ? webFinger() : configuration())).then()));
	}

	private String webFinger() {
		String named = this.properties.entrySet()
			.stream()
			.map((property) -> "\"%s/v1/keycloak/%s\":\"%s\"".formatted(rootUrl(), property.getKey(),
					property.getValue()))
			.collect(Collectors.joining(","));
		return "{\"subject\":\"%s/v1/\",\"properties\":{%s},\"links\":[{\"rel\":\"http://openid.net/specs/connect/1.0/issuer\",\"href\":\"%s/.well-known/openid-configuration\"}]}"
			.formatted(rootUrl(), named, this.named);
	}

	private String configuration() {
		Map<String, Object> members = new LinkedHashMap<>(Map.of("issuer", this.issuer));
		members.putAll(this.configuration);
		return members.entrySet()
			.stream()
			.map((member) -> "\"%s\":%s".formatted(member.getKey(),
					(member.getValue() instanceof String text) ? '"' + text + '"' : member.getValue()))
			.collect(Collectors.joining(",", "{", "}"));
	}

}
