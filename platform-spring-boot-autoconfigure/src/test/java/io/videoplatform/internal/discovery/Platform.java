package io.videoplatform.internal.discovery;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.document.DocumentContext;
import io.videoplatform.internal.document.DocumentSettings;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.UrlValidator;
import io.videoplatform.internal.observation.EngineObservations;
import io.videoplatform.internal.transport.AddressNetworks;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
import org.jspecify.annotations.Nullable;

import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * A platform on the loopback address, with an API host and a provider on two ports, and a
 * client side that discovers it.
 */
final class Platform implements AutoCloseable {

	static final String WEBFINGER = "/.well-known/webfinger";

	static final String DOCUMENT = "/realms/platform/.well-known/openid-configuration";

	final TestServer api = new TestServer();

	final TestServer login = new TestServer();

	final MovableClock clock = new MovableClock();

	final List<PlatformEvent> events = new CopyOnWriteArrayList<>();

	final ThreadPoolExecutor threads = new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
			(task) -> new Thread(task, "discovery-executor"));

	Executor executor = this.threads;

	Duration deadline = Duration.ofSeconds(5);

	PlatformEvent.Listener listener = this.events::add;

	RandomGenerator random = () -> Long.MIN_VALUE;

	EngineObservations observations = EngineObservations.none();

	DiscoverySettings settings = settings(null);

	Platform() {
		jrd(issuer() + "/.well-known/openid-configuration", "Cache-Control: max-age=60");
		document(configuration(issuer()), "Cache-Control: max-age=60");
	}

	DiscoverySettings settings(@Nullable String issuer, String... trusted) {
		return new DiscoverySettings(root(), DocumentSettings.DEFAULTS, ClientPropertyNames.DEFAULT, issuer,
				List.of(trusted), false);
	}

	Platform with(UnaryOperator<DiscoverySettings> change) {
		this.settings = change.apply(this.settings);
		return this;
	}

	Platform withoutMinLifetime() {
		return with((settings) -> new DiscoverySettings(settings.root(),
				new DocumentSettings(Duration.ZERO, Duration.ofHours(24)), settings.properties(), settings.issuer(),
				settings.trustedIssuers(), settings.mutualTls()));
	}

	RootUrl root() {
		return RootUrl.parse(this.api.url(), Set.of());
	}

	String issuer() {
		return this.login.url() + "/realms/platform";
	}

	void jrd(String href, String... headers) {
		this.api.on(WEBFINGER, TestResponse.json(jrdFor(href), headers));
	}

	String jrdFor(String href) {
		return """
				{ "subject": "%1$s",
				  "properties": { "%1$skeycloak/realm": "platform", "%1$skeycloak/auth-server-url": "%2$s/" },
				  "links": [ { "rel": "http://openid.net/specs/connect/1.0/issuer", "href": "%3$s" } ] }
				""".formatted(this.api.url() + "/v1/", this.login.url(), href);
	}

	void document(String body, String... headers) {
		this.login.on(DOCUMENT, TestResponse.json(body, headers));
	}

	static String configuration(String issuer) {
		return """
				{ "issuer": "%1$s", "token_endpoint": "%1$s/token", "authorization_endpoint": "%1$s/auth" }
				""".formatted(issuer);
	}

	Discovery discovery() {
		UrlValidator rules = new UrlValidator(Set.of(), new AddressFilter("127.0.0.1", AddressNetworks::scope));
		WebClient client = WebClient.builder().clientConnector(new ReactorClientHttpConnector()).build();
		BoundedExchange exchange = new BoundedExchange(client, this.deadline, DataSize.ofMegabytes(1));
		return new Discovery(this.settings, exchange, rules,
				new DocumentContext(this.clock, this.executor, this.random, this.listener, this.observations));
	}

	static ProviderMetadata get(Discovery discovery) {
		return get(discovery.provider());
	}

	static <T> T get(CompletableFuture<T> future) {
		return future.orTimeout(20, TimeUnit.SECONDS).join();
	}

	static PlatformDiscoveryException failure(Discovery discovery) {
		return failure(discovery.provider());
	}

	static PlatformDiscoveryException failure(CompletableFuture<?> future) {
		Throwable thrown = catchThrowableOfType(ExecutionException.class, () -> future.get(20, TimeUnit.SECONDS));
		if (thrown != null && thrown.getCause() instanceof PlatformDiscoveryException failure) {
			return failure;
		}
		throw new AssertionError("no discovery failure", thrown);
	}

	long webFingers() {
		return this.api.requests(WEBFINGER).size();
	}

	long documents() {
		return this.login.requests(DOCUMENT).size();
	}

	/**
	 * Return whether all that has begun has ended: a load publishes its event after its
	 * state.
	 */
	boolean isIdle() {
		return this.threads.getTaskCount() == this.threads.getCompletedTaskCount();
	}

	List<String> events(Level level) {
		return this.events.stream().filter((event) -> event.level() == level).map(PlatformEvent::message).toList();
	}

	@Override
	public void close() {
		this.api.close();
		this.login.close();
		this.threads.shutdownNow();
	}

}
