package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.PlatformSnapshot;
import io.videoplatform.client.TokenState;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

/**
 * What calls of an application's platform clients of every kind do alike, against a
 * platform on loopback.
 */
abstract class AbstractPlatformClientTests<C> {

	static final Duration PATIENCE = Duration.ofSeconds(60);

	final TestPlatform platform = new TestPlatform();

	final TestPlatform foreignHost = new TestPlatform();

	final MovableClock clock = new MovableClock();

	final ApplicationContextRunner runner = ClientApplication.of(this.platform)
		.withBean("platformClock", Clock.class, () -> this.clock);

	@AfterEach
	void close() {
		this.platform.close();
		this.foreignHost.close();
	}

	abstract C client(ApplicationContext context);

	/**
	 * Return the property that chooses an HTTP engine.
	 */
	abstract String engine(String name);

	abstract ResponseEntity<String> get(C client, String uri, Consumer<HttpHeaders> headers);

	/**
	 * Post a short text.
	 */
	abstract int post(C client, String uri);

	/**
	 * Post a body that is read once.
	 */
	abstract int postOnce(C client);

	/**
	 * Send many requests at a time.
	 */
	abstract CompletableFuture<List<Integer>> getAll(C client, String uri, int number);

	ResponseEntity<String> get(C client, String uri) {
		return get(client, uri, (headers) -> {
		});
	}

	void run(Consumer<C> test) {
		this.runner.run((context) -> test.accept(client(context)));
	}

	static PlatformSnapshot snapshot(ApplicationContext context) {
		return context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT).snapshot();
	}

	List<String> authorizations() {
		return this.platform.calls().stream().map(RecordedRequest::authorization).toList();
	}

	PlatformAuthorizationException failure(C client) {
		List<PlatformAuthorizationException> thrown = new ArrayList<>();
		assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(() -> get(client, "videos"))
			.satisfies(thrown::add);
		return thrown.get(0);
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

	@Test
	void callWhenApiRefusesEverythingThenCallerSeesThe401() {
		this.platform.api((call) -> TestResponse.status(401));
		run((client) -> {
			for (int i = 0; i < 20; i++) {
				assertThat(get(client, "videos").getStatusCode()).isEqualTo(HttpStatus.UNAUTHORIZED);
			}
			assertThat(this.platform.tokenRequests()).hasSizeLessThanOrEqualTo(3);
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			401 | Bearer error="insufficient_scope"              | 1
			401 | bearer realm="a, b", error="invalid_request"   | 1
			401 | Basic realm="Bearer, not"                      | 1
			401 | Bearer                                         | 2
			401 | Basic realm="x", BEARER error="invalid_token"  | 2
			401 | Bearer error="insufficient_user_authentication", acr_values="gold", max_age=60 | 1
			403 | Bearer error="invalid_token"                   | 1
			""")
	void callWhenRefusedThenOnlyA401ThatSpeaksOfTheTokenRefreshes(int status, String challenge, int tokenRequests) {
		this.platform.api((call) -> "Bearer access-1".equals(call.authorization())
				? new TestResponse(status, Map.of("WWW-Authenticate", challenge), "") : TestResponse.status(200));
		run((client) -> {
			assertThat(get(client, "videos").getStatusCode().value()).isEqualTo((tokenRequests == 2) ? 200 : status);
			assertThat(this.platform.tokenRequests()).hasSize(tokenRequests);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void callWhenApiIsBusyThenSentOnce(String engine) {
		this.platform.api((call) -> new TestResponse(503, Map.of("Retry-After", "60"), "busy"));
		this.runner.withPropertyValues(engine(engine)).run((context) -> {
			assertThat(get(client(context), "videos").getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
			assertThat(post(client(context), "videos")).isEqualTo(503);
			assertThat(this.platform.calls()).hasSize(2);
		});
	}

	@Test
	void callWhenBuildersOfTheApplicationAreForOtherHostsThenTheyAreNotUsed() {
		this.runner.withUserConfiguration(BalancedBuilders.class).run((context) -> {
			assertThat(get(client(context), "videos").getStatusCode()).isEqualTo(HttpStatus.OK);
			assertThat(authorizations()).containsExactly("Bearer access-1");
		});
	}

	@Test
	void callWhenBodyIsReadOnceAndTokenIsStaleThenWaitsForTheRefresh() {
		run((client) -> {
			get(client, "videos");
			this.clock.advance(Duration.ofSeconds(265));
			assertThat(postOnce(client)).isEqualTo(200);
			assertThat(authorizations()).containsExactly("Bearer access-1", "Bearer access-2");
		});
	}

	@Test
	void callWhenForeignUrlThenTokenNeverArrivesThere() {
		this.runner.withPropertyValues(engine("reactor")).run((context) -> {
			C client = client(context);
			get(client, "videos");
			String foreign = this.foreignHost.rootUrl().substring("http://".length());
			get(client, "http://" + foreign + "/v1/videos");
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
	void callWhenUrlHasUserInformationThenGoesWithoutTheToken() {
		this.runner.withPropertyValues(engine("reactor")).run((context) -> {
			get(client(context), this.platform.rootUrl().replace("//", "//user:hunter2@") + "/v1/videos");
			assertThat(this.platform.calls()).hasSize(1);
			assertThat(authorizations()).containsOnlyNulls();
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
	@CsvSource({ "reactor,302", "jdk,307", "http-components,308" })
	void callWhenRedirectedAcrossOriginsThenCallerSeesTheRedirect(String connector, int status) {
		this.platform
			.api((call) -> new TestResponse(status, Map.of("Location", this.foreignHost.rootUrl() + "/v1/x"), ""));
		this.runner.withPropertyValues(engine(connector), "spring.http.clients.redirects=follow").run((context) -> {
			assertThat(get(client(context), "videos").getStatusCode().value()).isEqualTo(status);
			assertThat(post(client(context), "videos")).isEqualTo(status);
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
			assertThat(post(client, "old")).isEqualTo(302);
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
			C client = client(context);
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

	@Test
	void callWhenOnlyTheRootUrlIsSetThenFailsRatherThanGoesBare() {
		this.runner.withPropertyValues("platform.username=", "platform.password=").run((context) -> {
			assertThat(failure(client(context))).hasMessageContaining("'platform.username'");
			assertThat(this.platform.calls()).isEmpty();
		});
	}

	@Test
	void callWhenCallerHasAnAuthorizationHeaderThenItWins() {
		run((client) -> {
			assertThat(get(client, "videos", (headers) -> headers.setBasicAuth("me", "mine")).getStatusCode())
				.isEqualTo(HttpStatus.UNAUTHORIZED);
			assertThat(this.platform.calls()).hasSize(1);
			assertThat(this.platform.tokenRequests()).isEmpty();
		});
	}

	static Stream<Consumer<HttpHeaders>> headersThatAreNotReceived() {
		return Stream.of((headers) -> headers.add(HttpHeaders.AUTHORIZATION, null),
				(headers) -> headers.put(HttpHeaders.AUTHORIZATION, new ArrayList<>()),
				(headers) -> headers.set(HttpHeaders.AUTHORIZATION, " "));
	}

	@ParameterizedTest
	@MethodSource("headersThatAreNotReceived")
	void callWhenCallersAuthorizationHeaderHasNoValueThenToken(Consumer<HttpHeaders> headers) {
		for (String engine : List.of("reactor", "jdk")) {
			this.runner.withPropertyValues(engine(engine)).run((context) -> {
				assertThat(get(client(context), "videos", headers).getStatusCode()).isEqualTo(HttpStatus.OK);
				assertThat(authorizations()).isNotEmpty().allMatch((value) -> value.startsWith("Bearer "));
			});
		}
	}

	@Test
	void callWhenTokensAreRevokedThenOneRefreshAndAllAreRetried() {
		this.runner.run((context) -> {
			C client = client(context);
			get(client, "videos");
			this.platform.issued().revokeAccessTokens();
			List<Integer> statuses = getAll(client, "videos", 50).orTimeout(60, TimeUnit.SECONDS).join();
			assertThat(statuses).hasSize(50).containsOnly(200);
			assertThat(this.platform.tokenRequests()).hasSize(2);
			assertThat(snapshot(context).calls()).isEqualTo(51);
		});
	}

	@Test
	void callWhenManyAtOnceOnColdApplicationThenEachStepOnce() {
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.server().hold("/token", gate.asMono());
		this.runner.withPropertyValues(engine("reactor")).run((context) -> {
			C client = client(context);
			CompletableFuture<List<Integer>> running = getAll(client, "videos", 200);
			this.platform.server().awaitRequests("/token", 1);
			gate.tryEmitEmpty();
			assertThat(running.orTimeout(60, TimeUnit.SECONDS).join()).hasSize(200).containsOnly(200);
			assertThat(this.platform.requests("/webfinger")).hasSize(1);
			assertThat(this.platform.requests("/openid-configuration")).hasSize(1);
			assertThat(this.platform.tokenRequests()).hasSize(1);
			assertThat(authorizations()).hasSize(200).containsOnly("Bearer access-1");
		});
	}

	/**
	 * Builders whose clients call services by name, as those of a load balancer do.
	 */
	@Configuration(proxyBeanMethods = false)
	static class BalancedBuilders {

		@Bean
		@Qualifier("balanced")
		WebClient.Builder balancedWebClientBuilder() {
			return WebClient.builder()
				.filter((request, next) -> Mono.just(ClientResponse.create(HttpStatus.SERVICE_UNAVAILABLE).build()));
		}

		@Bean
		@Qualifier("balanced")
		RestClient.Builder balancedRestClientBuilder() {
			return RestClient.builder().requestInterceptor((request, body, execution) -> {
				throw new IOException("no service of this name");
			});
		}

	}

}
