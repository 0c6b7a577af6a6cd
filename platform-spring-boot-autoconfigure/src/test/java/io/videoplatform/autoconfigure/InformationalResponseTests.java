package io.videoplatform.autoconfigure;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;

import io.micrometer.observation.ObservationRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.videoplatform.Gates;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.transport.PlatformHttpClients;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestKeyStores;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestResponse.Ending;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Informational responses (RFC 9110, section 15.2) come before the final response, which
 * each request receives: webfinger, metadata, tokens and the API, on connections that are
 * kept.
 */
class InformationalResponseTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final String HINTS = informational(103);

	private final TestPlatform platform = new TestPlatform();

	private @Nullable TextServer server;

	/**
	 * What is sent before the final response to a request.
	 */
	private volatile Function<RecordedRequest, Flux<String>> interim = (request) -> Flux.empty();

	/**
	 * Whether the API compresses what it sends.
	 */
	private volatile boolean compressed;

	@AfterEach
	void close() {
		if (this.server != null) {
			this.server.close();
		}
		this.platform.close();
	}

	private ApplicationContextRunner runner(String engine) {
		TextServer started = new TextServer(null, this::respond);
		this.server = started;
		return runner(started).withPropertyValues("spring.http.clients.reactive.connector=" + engine,
				"spring.http.clients.imperative.factory=" + engine);
	}

	private ApplicationContextRunner runner(TextServer started) {
		this.platform.rootUrl(started.url());
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(HttpClientAutoConfiguration.class,
				ImperativeHttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
				WebClientAutoConfiguration.class, RestClientAutoConfiguration.class, PlatformAutoConfiguration.class))
			.withPropertyValues("spring.http.clients.read-timeout=20s", "platform.root-url=" + started.url(),
					"platform.discovery.warm-up=false", "platform.username=developer",
					"platform.password=canary-password");
	}

	private Flux<String> respond(RecordedRequest request) {
		return this.interim.apply(request).concatWith(Mono.fromSupplier(() -> finalResponse(request)));
	}

	/**
	 * The API returns the path and the length of the body.
	 */
	private String finalResponse(RecordedRequest request) {
		if (!request.path().startsWith("/v1/")) {
			return text(this.platform.respond(request));
		}
		String body = request.path() + " " + request.content().length;
		return this.compressed ? text(
				new TestResponse(200, new HttpHeaders(), gzip(body), Ending.COMPLETE).with("Content-Encoding: gzip"))
				: text(TestResponse.of(200, body));
	}

	private static String text(TestResponse response) {
		StringBuilder text = new StringBuilder("HTTP/1.1 %d Final\r\n".formatted(response.status()));
		response.headers()
			.forEach((name, values) -> values.forEach((value) -> text.append("%s: %s\r\n".formatted(name, value))));
		return text + "Content-Length: %d\r\n\r\n".formatted(response.content().length)
				+ new String(response.content(), StandardCharsets.ISO_8859_1);
	}

	private static byte[] gzip(String text) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
			gzip.write(text.getBytes(StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		return bytes.toByteArray();
	}

	private static String informational(int status) {
		return "HTTP/1.1 %d Informational\r\nLink: </a>; rel=preload\r\n\r\n".formatted(status);
	}

	private static String web(PlatformClient client, String path) {
		return client.webClient()
			.get()
			.uri(path)
			.retrieve()
			.bodyToMono(String.class)
			.blockOptional(PATIENCE)
			.orElse("");
	}

	private static @Nullable String rest(PlatformClient client, String path) {
		return client.restClient().get().uri(path).retrieve().body(String.class);
	}

	private static PlatformClient client(ApplicationContext context) {
		return context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT);
	}

	private static void callsReceiveTheirOwn(PlatformClient client) {
		for (int i = 0; i < 4; i++) {
			assertThat(web(client, "web/" + i)).isEqualTo("/v1/web/%d 0", i);
			assertThat(rest(client, "rest/" + i)).isEqualTo("/v1/rest/%d 0", i);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "102", "103", "103,103", "100,103,102", "104,199", "100,100" })
	void callWhenInformationalThenReceivesItsOwn(String statuses) {
		List<String> sent = List.of(statuses.split(","));
		this.interim = (request) -> Flux.fromIterable(sent)
			.map(Integer::valueOf)
			.map(InformationalResponseTests::informational);
		runner("reactor").run((context) -> callsReceiveTheirOwn(client(context)));
	}

	@Test
	void callWhenOnlySomeAreInformationalThenReceivesItsOwn() {
		this.interim = (request) -> request.path().endsWith("/1") ? Flux.just(HINTS) : Flux.empty();
		runner("reactor").run((context) -> callsReceiveTheirOwn(client(context)));
	}

	@Test
	void callWhenInOnePieceThenReceivesItsOwn() {
		this.interim = (request) -> Flux.empty();
		TextServer started = new TextServer(null, (request) -> Flux.just(HINTS + HINTS + finalResponse(request)));
		this.server = started;
		runner(started).run((context) -> callsReceiveTheirOwn(client(context)));
	}

	@Test
	void callWhenFinalResponseIsLateThenReceivesItsOwn() {
		Reads reads = new Reads();
		this.interim = (request) -> Flux.range(0, 3).concatMap((i) -> reads.await(HINTS));
		runner("reactor").withBean(ClientHttpConnectorBuilderCustomizer.class, reads::connectors)
			.withBean(ClientHttpRequestFactoryBuilderCustomizer.class, reads::factories)
			.run((context) -> callsReceiveTheirOwn(client(context)));
	}

	@Test
	void callWhenCompressedThenReceivesItsOwn() {
		this.interim = (request) -> Flux.just(HINTS);
		this.compressed = true;
		ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> connectors = (builder) -> builder
			.withHttpClientCustomizer((client) -> client.compress(true));
		ClientHttpRequestFactoryBuilderCustomizer<ReactorClientHttpRequestFactoryBuilder> factories = (
				builder) -> builder.withHttpClientCustomizer((client) -> client.compress(true));
		runner("reactor").withBean(ClientHttpConnectorBuilderCustomizer.class, () -> connectors)
			.withBean(ClientHttpRequestFactoryBuilderCustomizer.class, () -> factories)
			.run((context) -> callsReceiveTheirOwn(client(context)));
	}

	@Test
	void callWhenTlsThenReceivesItsOwn(@TempDir Path folder)
			throws IOException, InterruptedException, GeneralSecurityException {
		Path store = TestKeyStores.create(folder, "platform", "EC");
		this.interim = (request) -> Flux.just(HINTS);
		TextServer started = new TextServer(TestKeyStores.keyManagers(store), this::respond);
		this.server = started;
		runner(started)
			.withPropertyValues("spring.http.clients.ssl.bundle=test",
					"spring.ssl.bundle.jks.test.truststore.location=file:" + store,
					"spring.ssl.bundle.jks.test.truststore.password=" + TestKeyStores.PASSWORD)
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
			.run((context) -> callsReceiveTheirOwn(client(context)));
	}

	@Test
	void callWhenPlatformIsNamedAtRunTimeThenReceivesItsOwn() {
		this.interim = (request) -> Flux.just(HINTS);
		runner("reactor")
			.withPropertyValues("platform.roots.nearest-address=loopback",
					"platform.discovery.trusted-issuers=" + this.platform.issuer())
			.run((context) -> callsReceiveTheirOwn(context.getBean(PlatformClients.class)
				.forRoot(this.platform.rootUrl().replace("127.0.0.1", "localhost"))));
	}

	@Test
	void uploadWhenContinueIsExpectedThenReceivesItsOwn() {
		this.interim = (request) -> "100-continue".equals(request.header("Expect"))
				? Flux.just(informational(100), HINTS, informational(102)) : Flux.empty();
		runner("reactor").run((context) -> {
			PlatformClient client = client(context);
			for (int i = 0; i < 3; i++) {
				assertThat(client.webClient()
					.post()
					.uri("web/" + i)
					.header("Expect", "100-continue")
					.bodyValue("x".repeat(1000))
					.retrieve()
					.bodyToMono(String.class)
					.block(PATIENCE)).isEqualTo("/v1/web/%d 1000", i);
				assertThat(client.restClient()
					.post()
					.uri("rest/" + i)
					.header("Expect", "100-continue")
					.body("x".repeat(1000))
					.retrieve()
					.body(String.class)).isEqualTo("/v1/rest/%d 1000", i);
			}
		});
	}

	@Test
	void callWhenProtocolIsSwitchedThenOthersReceiveTheirOwn() {
		runner("reactor").run((context) -> {
			PlatformClient client = client(context);
			callsReceiveTheirOwn(client);
			this.interim = (request) -> Flux.just("HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
			assertThat(status(client)).isEqualTo(101);
			this.interim = (request) -> Flux.empty();
			assertThat(web(client, "web")).isEqualTo("/v1/web 0");
		});
	}

	private static int status(PlatformClient client) {
		return client.webClient()
			.get()
			.uri("videos")
			.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
			.blockOptional(PATIENCE)
			.orElse(0);
	}

	@Test
	void callWhenHttp2ThenReceivesItsOwn() {
		try (Http2Server http2 = new Http2Server(null, (request) -> List.of(TestResponse.status(103),
				TestResponse.status(102), TestResponse.of(200, request.path())))) {
			ClientHttpConnector connector = new PlatformHttpClients(ClientHttpConnectorBuilder.reactor(),
					ClientHttpConnectorBuilder.reactor()
						.withHttpClientCustomizer((client) -> client.protocol(HttpProtocol.H2C)),
					HttpClientSettings.defaults(), ObservationRegistry.NOOP, null, null)
				.api(HttpClientSettings.defaults());
			WebClient client = WebClient.builder().clientConnector(connector).baseUrl(http2.url()).build();
			for (int i = 0; i < 3; i++) {
				assertThat(client.get().uri("/" + i).retrieve().bodyToMono(String.class).block(PATIENCE))
					.isEqualTo("/" + i);
			}
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 100, 102, 103 })
	void callWhenInformationalForEverThenFails(int status) {
		runner("reactor").run((context) -> {
			PlatformClient client = client(context);
			callsReceiveTheirOwn(client);
			this.interim = (request) -> Flux.just(informational(status)).repeat();
			assertThatException().isThrownBy(() -> web(client, "videos"))
				.havingRootCause()
				.withMessage("more than 100 informational responses");
			assertThatException().isThrownBy(() -> rest(client, "videos"))
				.havingRootCause()
				.withMessage("more than 100 informational responses");
			this.interim = (request) -> Flux.just(informational(status)).repeat(99);
			callsReceiveTheirOwn(client);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "/.well-known/webfinger", "/.well-known/openid-configuration", "/token" })
	void requestOfTheEngineWhenInformationalForEverThenCallFails(String endpoint) {
		this.interim = (request) -> request.path().endsWith(endpoint) ? Flux.just(HINTS).repeat() : Flux.empty();
		runner("reactor").run((context) -> assertThatException().isThrownBy(() -> web(client(context), "videos"))
			.withStackTraceContaining("more than 100 informational responses"));
	}

	/**
	 * Lets a server wait until its client has read what it sent.
	 */
	private static final class Reads {

		private volatile CountDownLatch gate = new CountDownLatch(1);

		Flux<String> await(String text) {
			return Flux.concat(Mono.fromSupplier(() -> {
				this.gate = new CountDownLatch(1);
				return text;
			}), Mono.<String>fromRunnable(() -> Gates.await(this.gate)).subscribeOn(Schedulers.boundedElastic()));
		}

		ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> connectors() {
			return (builder) -> builder.withHttpClientCustomizer(this::watch);
		}

		ClientHttpRequestFactoryBuilderCustomizer<ReactorClientHttpRequestFactoryBuilder> factories() {
			return (builder) -> builder.withHttpClientCustomizer(this::watch);
		}

		private HttpClient watch(HttpClient client) {
			return client.doOnChannelInit((observer, channel, address) -> channel.pipeline().addFirst(new Watch()));
		}

		private final class Watch extends ChannelInboundHandlerAdapter {

			private boolean informational;

			@Override
			public void channelRead(ChannelHandlerContext context, Object message) {
				this.informational = ((ByteBuf) message).toString(StandardCharsets.ISO_8859_1)
					.startsWith("HTTP/1.1 103");
				context.fireChannelRead(message);
			}

			@Override
			public void channelReadComplete(ChannelHandlerContext context) {
				context.fireChannelReadComplete();
				if (this.informational) {
					Reads.this.gate.countDown();
				}
			}

		}

	}

}
