package io.videoplatform.autoconfigure;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.PlatformSnapshot;
import io.videoplatform.client.TokenState;
import io.videoplatform.client.TokenStatus;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

/**
 * The {@code platformWebClient} of an application, against a platform on loopback.
 */
class PlatformWebClientTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final TestPlatform platform = new TestPlatform();

	private final TestPlatform foreignHost = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(HttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
						WebClientAutoConfiguration.class, PlatformAutoConfiguration.class))
		.withBean(Clock.class, () -> this.clock)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=canary-password");

	@AfterEach
	void close() {
		this.platform.close();
		this.foreignHost.close();
	}

	private void run(Consumer<WebClient> test) {
		this.runner.run((context) -> test.accept(client(context)));
	}

	private static WebClient client(ApplicationContext context) {
		return context.getBean("platformWebClient", WebClient.class);
	}

	private static PlatformSnapshot snapshot(ApplicationContext context) {
		return context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT).snapshot();
	}

	private static ResponseEntity<String> get(WebClient client, String uri) {
		ResponseEntity<String> result = client.get()
			.uri(uri)
			.exchangeToMono((response) -> response.toEntity(String.class))
			.block(PATIENCE);
		assertThat(result).isNotNull();
		return result;
	}

	private List<String> authorizations() {
		return this.platform.calls().stream().map(RecordedRequest::authorization).toList();
	}

	@Test
	void callWhenColdThenDiscoversAndCarriesToken() {
		this.runner.run((context) -> {
			assertThat(get(client(context), "videos?page=2").getStatusCode()).isEqualTo(HttpStatus.OK);
			assertThat(this.platform.calls())
				.extracting(RecordedRequest::method, RecordedRequest::uri, RecordedRequest::authorization)
				.containsExactly(tuple("GET", "/v1/videos?page=2", "Bearer access-1"));
			PlatformSnapshot snapshot = snapshot(context);
			assertThat(snapshot.calls()).isOne();
			assertThat(snapshot.token()).isNotNull();
			assertThat(snapshot.token().state()).isEqualTo(TokenState.FRESH);
			assertThat(snapshot.token().requests()).isOne();
			assertThat(snapshot.discovery().issuer()).isEqualTo(this.platform.issuer());
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void callWhenThousandAtOnceOnColdApplicationThenEachStepOnce(String connector) {
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.server().hold("/token", gate.asMono());
		Set<String> threads = ConcurrentHashMap.newKeySet();
		this.runner.withPropertyValues("spring.http.clients.reactive.connector=" + connector).run((context) -> {
			WebClient client = client(context);
			Mono<Long> responses = Flux.range(0, 1_000)
				.flatMap((i) -> client.get()
					.uri("videos")
					.retrieve()
					.toBodilessEntity()
					.doOnSubscribe((subscription) -> threads.add(Thread.currentThread().getName())), 1_000)
				.count();
			var running = responses.toFuture();
			this.platform.server().awaitRequests("/token", 1);
			gate.tryEmitEmpty();
			assertThat(running.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(1_000);
			assertThat(this.platform.requests("/webfinger")).hasSize(1);
			assertThat(this.platform.requests("/openid-configuration")).hasSize(1);
			assertThat(this.platform.tokenRequests()).hasSize(1);
			assertThat(authorizations()).hasSize(1_000).containsOnly("Bearer access-1");
		});
	}

	@Test
	void callWhenTokensAreRevokedThenOneRefreshAndAllAreReplayed() {
		this.runner.run((context) -> {
			WebClient client = client(context);
			get(client, "videos");
			this.platform.issued().revokeAccessTokens();
			List<HttpStatus> statuses = Flux.range(0, 200)
				.flatMap((i) -> client.get().uri("videos").retrieve().toBodilessEntity(), 200)
				.map((response) -> HttpStatus.valueOf(response.getStatusCode().value()))
				.collectList()
				.block(PATIENCE);
			assertThat(statuses).hasSize(200).containsOnly(HttpStatus.OK);
			assertThat(this.platform.tokenRequests()).hasSize(2);
			assertThat(snapshot(context).calls()).isEqualTo(201);
		});
	}

	@Test
	void invalidateWhenCalledByManyThenTheNextCallsShareOneRefresh() {
		this.runner.run((context) -> {
			PlatformClient client = context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT);
			client.invalidate();
			get(client.webClient(), "videos");
			assertThat(this.platform.tokenRequests()).hasSize(1);
			IntStream.range(0, 100).parallel().forEach((i) -> client.invalidate());
			client.invalidateCurrent().block(PATIENCE);
			assertThat(client.snapshot().token()).isNotNull()
				.extracting(TokenStatus::state)
				.isEqualTo(TokenState.EXPIRED);
			Flux.range(0, 100)
				.flatMap((i) -> client.webClient().get().uri("videos").retrieve().toBodilessEntity(), 100)
				.then()
				.block(PATIENCE);
			assertThat(this.platform.tokenRequests()).hasSize(2);
			assertThat(authorizations().subList(1, 101)).containsOnly("Bearer access-2");
		});
	}

	@Test
	void invalidateWhenTokenIsReplacedOftenThenNoLimitAndNo401Needed() {
		this.runner.run((context) -> {
			PlatformClient client = context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT);
			for (int i = 1; i <= 10; i++) {
				get(client.webClient(), "videos");
				assertThat(this.platform.tokenRequests()).hasSize(i);
				client.invalidateCurrent().block(PATIENCE);
			}
		});
	}

	@Test
	void invalidateWhenThereAreNoCredentialsThenNothingHappens() {
		this.runner.withPropertyValues("platform.username=", "platform.password=").run((context) -> {
			PlatformClient client = context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT);
			client.invalidate();
			client.invalidateCurrent().block(PATIENCE);
			assertThat(client.currentSnapshot().block(PATIENCE)).isNotNull();
			assertThat(client.snapshot().token()).isNull();
		});
	}

	@Test
	void callWhenApiRefusesEverythingThenCallerSeesThe401() {
		this.platform.api((call) -> TestResponse.status(401));
		run((client) -> {
			for (int i = 0; i < 100; i++) {
				assertThat(get(client, "videos").getStatusCode()).isEqualTo(HttpStatus.UNAUTHORIZED);
			}
			assertThat(this.platform.tokenRequests()).hasSizeLessThanOrEqualTo(3);
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			Bearer error="insufficient_scope"              | 1
			bearer realm="a, b", error="invalid_request"   | 1
			Basic realm="x"                                | 1
			Negotiate                                      | 1
			Basic realm="Bearer, not"                      | 1
			Bearer                                         | 2
			Bearer error="invalid_token"                   | 2
			Basic realm="x", BEARER error="invalid_token"  | 2
			Basic realm="a, b" , Bearer realm="c"          | 2
			Bearer realm="x" error=                        | 2
			Bearer error="insufficient_user_authentication", acr_values="gold", max_age=60 | 1
			""")
	void callWhen401ThenOnlyOneThatSpeaksOfTheTokenRefreshes(String challenge, int tokenRequests) {
		this.platform.api((call) -> "Bearer access-1".equals(call.authorization())
				? new TestResponse(401, Map.of("WWW-Authenticate", challenge), "") : TestResponse.status(200));
		run((client) -> {
			int expected = (tokenRequests == 2) ? 200 : 401;
			assertThat(get(client, "videos").getStatusCode().value()).isEqualTo(expected);
			assertThat(this.platform.tokenRequests()).hasSize(tokenRequests);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "\\\"", "\\", "=," })
	void callWhenChallengeIsLongThenCallerHasAResponse(String unit) {
		String challenge = "Bearer error=\"insufficient_scope\", realm=\"" + unit.repeat(6_000 / unit.length());
		this.platform.api((call) -> new TestResponse(401, Map.of("WWW-Authenticate", challenge), ""));
		run((client) -> {
			assertThat(get(client, "videos").getStatusCode()).isEqualTo(HttpStatus.UNAUTHORIZED);
			assertThat(this.platform.tokenRequests()).hasSize(1);
		});
	}

	@Test
	void callWhen403ThenNoRefresh() {
		this.platform.api((call) -> TestResponse.status(403));
		run((client) -> {
			assertThat(get(client, "videos").getStatusCode()).isEqualTo(HttpStatus.FORBIDDEN);
			assertThat(this.platform.tokenRequests()).hasSize(1);
		});
	}

	@Test
	void callWhenBodyIsAValueThenReplayedAfter401() {
		run((client) -> {
			get(client, "videos");
			this.platform.issued().revokeAccessTokens();
			assertThat(post(client, (spec) -> spec.bodyValue(Map.of("title", "x")))).isEqualTo(200);
			this.platform.issued().revokeAccessTokens();
			assertThat(post(client, (spec) -> spec.body(BodyInserters.fromFormData("a", "b")))).isEqualTo(200);
			assertThat(this.platform.calls().get(2).body()).isEqualTo("{\"title\":\"x\"}");
			assertThat(this.platform.calls().get(4).body()).isEqualTo("a=b");
		});
	}

	@Test
	void callWhenBodyCannotBeReplayedThenCallerSeesThe401AndNextCallSucceeds() {
		run((client) -> {
			get(client, "videos");
			this.platform.issued().revokeAccessTokens();
			assertThat(post(client, (spec) -> spec.body(Flux.just("a", "b"), String.class))).isEqualTo(401);
			assertThat(get(client, "videos").getStatusCode()).isEqualTo(HttpStatus.OK);
			this.platform.issued().revokeAccessTokens();
			assertThat(post(client,
					(spec) -> spec.bodyValue(new InputStreamResource(new ByteArrayInputStream(new byte[10])))))
				.isEqualTo(401);
			assertThat(this.platform.calls()).hasSize(4);
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void callWhenBodyIsAPooledBufferThenCallerSeesThe401(boolean copied) {
		run((client) -> {
			get(client, "videos");
			this.platform.issued().revokeAccessTokens();
			WebClient sending = !copied ? client
					: client.mutate()
						.filter((request, next) -> next.exchange(ClientRequest.from(request).build()))
						.build();
			ByteBuf bytes = PooledByteBufAllocator.DEFAULT.buffer().writeBytes(new byte[] { 'a' });
			DataBuffer buffer = new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT).wrap(bytes);
			assertThat(post(sending, (spec) -> spec.bodyValue(buffer))).isEqualTo(401);
			assertThat(bytes.refCnt()).isZero();
			assertThat(get(client, "videos").getStatusCode()).isEqualTo(HttpStatus.OK);
			this.platform.issued().revokeAccessTokens();
			assertThat(post(sending, (spec) -> spec.bodyValue(ByteBuffer.wrap(new byte[] { 'b' })))).isEqualTo(401);
			assertThat(post(sending, (spec) -> spec.bodyValue(new byte[] { 'c' }))).isEqualTo(200);
			this.platform.issued().revokeAccessTokens();
			assertThat(post(sending, (spec) -> spec.bodyValue(new byte[] { 'd' }))).isEqualTo(200);
			assertThat(this.platform.calls()).extracting(RecordedRequest::body)
				.containsExactly("", "a", "", "b", "c", "d", "d");
		});
	}

	@Test
	void callWhenBodyCannotBeReplayedAndTokenIsStaleThenWaitsForTheRefresh() {
		run((client) -> {
			get(client, "videos");
			this.clock.advance(Duration.ofSeconds(265));
			assertThat(post(client, (spec) -> spec.body(Flux.just("a", "b"), String.class))).isEqualTo(200);
			assertThat(authorizations()).containsExactly("Bearer access-1", "Bearer access-2");
		});
	}

	private static int post(WebClient client,
			Function<WebClient.RequestBodySpec, WebClient.RequestHeadersSpec<?>> body) {
		Integer status = body.apply(client.post().uri("videos"))
			.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
			.block(PATIENCE);
		assertThat(status).isNotNull();
		return status;
	}

	@Test
	void callWhenCallerHasAnAuthorizationHeaderThenItWins() {
		run((client) -> {
			Integer status = client.get()
				.uri("videos")
				.headers((headers) -> headers.setBasicAuth("me", "mine"))
				.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
				.block(PATIENCE);
			assertThat(status).isEqualTo(401);
			assertThat(this.platform.calls()).hasSize(1);
			assertThat(this.platform.tokenRequests()).isEmpty();
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void callWhenForeignUrlThenTokenNeverArrivesThere(String connector) {
		this.runner.withPropertyValues("spring.http.clients.reactive.connector=" + connector).run((context) -> {
			WebClient client = client(context);
			get(client, "videos");
			String foreign = this.foreignHost.rootUrl().substring("http://".length());
			get(client, "http://" + foreign + "/v1/videos");
			assertThatExceptionOfType(PlatformAuthorizationException.class)
				.isThrownBy(() -> get(client, "//" + foreign + "/v1/videos"))
				.withMessageContaining("is not an absolute URL");
			get(client, this.platform.rootUrl().replace("127.0.0.1", "localhost") + "/v1/videos");
			String own = this.platform.rootUrl().substring("http://".length());
			get(client, "http://" + own + "@" + foreign + "/v1/videos");
			assertThat(this.foreignHost.calls()).hasSize(2)
				.extracting(RecordedRequest::authorization)
				.containsOnlyNulls();
			assertThat(authorizations()).containsExactly("Bearer access-1", null);
			assertThat(snapshot(context).events()).filteredOn((event) -> event.level() == PlatformEvent.Level.WARN)
				.extracting(PlatformEvent::message)
				.allMatch((message) -> message.contains("'platform.trusted-origins'"))
				.hasSize(2);
		});
	}

	@Test
	void callWhenForeignOriginIsTrustedThenItGetsTheToken() {
		this.runner.withPropertyValues("platform.trusted-origins=" + this.foreignHost.rootUrl()).run((context) -> {
			get(client(context), this.foreignHost.rootUrl() + "/upload");
			assertThat(this.foreignHost.calls()).extracting(RecordedRequest::authorization)
				.startsWith("Bearer access-1");
		});
	}

	@ParameterizedTest
	@CsvSource({ "reactor,301", "reactor,302", "reactor,307", "reactor,308", "jdk,301", "jdk,302", "jdk,307",
			"jdk,308" })
	void callWhenRedirectedAcrossOriginsThenCallerSeesTheRedirect(String connector, int status) {
		this.platform
			.api((call) -> new TestResponse(status, Map.of("Location", this.foreignHost.rootUrl() + "/v1/x"), ""));
		this.runner
			.withPropertyValues("spring.http.clients.reactive.connector=" + connector,
					"spring.http.clients.redirects=follow")
			.run((context) -> {
				assertThat(get(client(context), "videos").getStatusCode().value()).isEqualTo(status);
				assertThat(post(client(context), (spec) -> spec.bodyValue("x"))).isEqualTo(status);
				assertThat(this.foreignHost.calls()).isEmpty();
			});
	}

	@Test
	void callWhenRedirectedWithinTheOriginThenFollowedWithTheTokenForGetOnly() {
		this.platform.api((call) -> call.uri().equals("/v1/old")
				? new TestResponse(302, Map.of("Location", "/v1/new?x=%20"), "") : TestResponse.status(200));
		run((client) -> {
			assertThat(get(client, "old").getStatusCode()).isEqualTo(HttpStatus.OK);
			assertThat(this.platform.calls()).extracting(RecordedRequest::uri)
				.containsExactly("/v1/old", "/v1/new?x=%20");
			assertThat(authorizations()).containsOnly("Bearer access-1");
			Integer posted = client.post()
				.uri("old")
				.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
				.block(PATIENCE);
			assertThat(posted).isEqualTo(302);
		});
	}

	@ParameterizedTest
	@CsvSource({ "?page=2, /v1/old?page=2", "../../../y, /y", "./a/../b, /v1/b" })
	void callWhenLocationIsRelativeThenResolvedAsSpecified(String location, String expected) {
		this.platform.api((call) -> call.uri().equals("/v1/old?page=1")
				? new TestResponse(302, Map.of("Location", location), "") : TestResponse.status(200));
		run((client) -> {
			assertThat(get(client, "old?page=1").getStatusCode()).isEqualTo(HttpStatus.OK);
			assertThat(this.platform.calls()).extracting(RecordedRequest::uri)
				.containsExactly("/v1/old?page=1", expected);
		});
	}

	@Test
	void callWhenRedirectedForEverThenCallerSeesTheSixthRedirect() {
		this.platform.api((call) -> new TestResponse(302, Map.of("Location", "/v1/again"), ""));
		run((client) -> {
			assertThat(get(client, "again").getStatusCode()).isEqualTo(HttpStatus.FOUND);
			assertThat(this.platform.calls()).hasSize(6);
		});
	}

	@Test
	void callWhenRedirectsAreSwitchedOffThenNotFollowed() {
		this.platform.api((call) -> new TestResponse(302, Map.of("Location", "/v1/new"), ""));
		this.runner.withPropertyValues("spring.http.clients.redirects=dont-follow").run((context) -> {
			assertThat(get(client(context), "old").getStatusCode()).isEqualTo(HttpStatus.FOUND);
			assertThat(this.platform.calls()).hasSize(1);
		});
	}

	@Test
	void callWhenPlatformIsDownAtStartAndThenUpThenSucceedsAfterTheAdvertisedAttempt() {
		this.platform.stop();
		this.runner.run((context) -> {
			WebClient client = client(context);
			PlatformAuthorizationException down = failure(client);
			assertThat(down.getStep()).isEqualTo(PlatformStep.WEBFINGER);
			assertThat(down.getUri()).hasToString(this.platform.rootUrl() + "/.well-known/webfinger");
			assertThat(down).hasMessageContaining("Connection refused");
			assertThat(down.getNextAttempt()).isAfter(this.clock.instant());
			this.platform.restart();
			this.clock.setTo(down.getNextAttempt());
			assertThat(get(client, "videos").getStatusCode()).isEqualTo(HttpStatus.OK);
			assertThat(snapshot(context).events()).extracting(PlatformEvent::level)
				.containsOnlyOnce(PlatformEvent.Level.WARN);
		});
	}

	private static PlatformAuthorizationException failure(WebClient client) {
		List<PlatformAuthorizationException> thrown = new ArrayList<>();
		assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(() -> get(client, "videos"))
			.satisfies(thrown::add);
		return thrown.get(0);
	}

	@Test
	void callWhenOnlyTheRootUrlIsSetThenFailsRatherThanGoesBare() {
		this.runner.withPropertyValues("platform.username=", "platform.password=").run((context) -> {
			assertThat(failure(client(context))).hasMessageContaining("'platform.username'");
			assertThat(this.platform.calls()).isEmpty();
		});
	}

	@Test
	void callWhenCustomizersAreThereThenTheyReachTheApiLegOnly() {
		List<String> seen = new ArrayList<>();
		this.runner.withBean(WebClientCustomizer.class, () -> (builder) -> builder.filter((request, next) -> {
			seen.add(request.url().getPath());
			return next.exchange(request);
		})).run((context) -> {
			get(client(context), "videos");
			assertThat(seen).containsExactly("/v1/videos");
		});
	}

	@Test
	void callWhenFilterOfTheApplicationCopiesTheRequestThenTokenIsKept() {
		run((client) -> {
			WebClient copying = client.mutate()
				.filter((request, next) -> next.exchange(ClientRequest.from(request).header("X-Copied", "yes").build()))
				.build();
			assertThat(get(copying, "videos").getStatusCode()).isEqualTo(HttpStatus.OK);
			assertThat(authorizations()).containsExactly("Bearer access-1");
		});
	}

	@Test
	void callWhenRetriedByTheApplicationThenTokenIsReadAgain() {
		run((client) -> {
			get(client, "videos");
			WebClient retrying = client.mutate()
				.filters((filters) -> filters.add(0,
						(request, next) -> next.exchange(request)
							.flatMap((response) -> response.statusCode().is5xxServerError()
									? response.createException().flatMap(Mono::error) : Mono.just(response))
							.retry(1)))
				.build();
			this.platform.api((call) -> {
				if ("Bearer access-1".equals(call.authorization())) {
					this.clock.advance(Duration.ofSeconds(295));
					return TestResponse.status(500);
				}
				return TestResponse.status(200);
			});
			assertThat(get(retrying, "videos").getStatusCode()).isEqualTo(HttpStatus.OK);
			assertThat(authorizations()).containsExactly("Bearer access-1", "Bearer access-1", "Bearer access-2");
		});
	}

	@Test
	void callWhenMultipartThenNotTakenForAValue() {
		run((client) -> {
			get(client, "videos");
			this.platform.issued().revokeAccessTokens();
			assertThat(post(client,
					(spec) -> spec
						.body(BodyInserters.fromMultipartData("file", new ByteArrayResource(new byte[] { 1 })))))
				.isEqualTo(401);
		});
	}

}
