package io.videoplatform.autoconfigure;

import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestCalls;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.web.client.RestClient;

import static io.videoplatform.testing.TestCalls.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The {@code platformRestClient} of an application, against a platform on loopback.
 */
class PlatformRestClientTests extends AbstractPlatformClientTests<RestClient> {

	@Override
	RestClient client(ApplicationContext context) {
		return context.getBean("platformRestClient", RestClient.class);
	}

	@Override
	String engine(String name) {
		return "spring.http.clients.imperative.factory=" + name;
	}

	@Override
	ResponseEntity<String> get(RestClient client, String uri, Consumer<HttpHeaders> headers) {
		return client.get()
			.uri(uri)
			.headers(headers)
			.exchangeForRequiredValue((request, response) -> ResponseEntity.status(response.getStatusCode())
				.headers(response.getHeaders())
				.body(new String(response.getBody().readAllBytes())));
	}

	@Override
	int post(RestClient client, String uri) {
		return post(client, uri, "x");
	}

	private static int post(RestClient client, String uri, Object body) {
		return status(client.post().uri(uri).body(body));
	}

	@Override
	int postOnce(RestClient client) {
		StreamingHttpOutputMessage.Body stream = (output) -> output.write('a');
		return status(client.post().uri("videos").body(stream));
	}

	@Override
	CompletableFuture<List<Integer>> getAll(RestClient client, String uri, int number) {
		List<CompletableFuture<Integer>> calls = IntStream.range(0, number)
			.mapToObj((i) -> CompletableFuture.supplyAsync(() -> status(client.get().uri(uri)),
					(task) -> new Thread(task).start()))
			.toList();
		return CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
			.thenApply((done) -> calls.stream().map(CompletableFuture::join).toList());
	}

	/**
	 * Without Jetty, which ends a request itself if a 401 comes while its body is sent.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "jdk", "http-components" })
	void callWhenBodyCanBeRepeatedThenRetriedAfter401(String engine) {
		this.runner.withPropertyValues(engine(engine)).run((context) -> {
			RestClient client = client(context);
			List<Object> bodies = List.of("text", Map.of("title", "x"), new byte[] { 'a' },
					new ByteArrayResource(new byte[] { 'b' }), new LinkedMultiValueMap<>(Map.of("a", List.of("b"))));
			get(client, "videos");
			for (Object body : bodies) {
				this.platform.issued().revokeAccessTokens();
				assertThat(post(client, "videos", body)).isEqualTo(200);
				List<RecordedRequest> calls = this.platform.calls();
				assertThat(calls.get(calls.size() - 1).body()).isNotEmpty()
					.isEqualTo(calls.get(calls.size() - 2).body());
				this.clock.advance(Duration.ofMinutes(1));
			}
			assertThat(snapshot(context).retries()).isEqualTo(bodies.size());
			assertThat(snapshot(context).calls()).isEqualTo(bodies.size() + 1);
		});
	}

	@Test
	void callWhenBodyIsReadOnceThenCallerSeesThe401AndNextCallSucceeds() {
		run((client) -> {
			get(client, "videos");
			this.platform.issued().revokeAccessTokens();
			assertThat(postOnce(client)).isEqualTo(401);
			assertThat(get(client, "videos").getStatusCode()).isEqualTo(HttpStatus.OK);
			this.platform.issued().revokeAccessTokens();
			assertThat(post(client, "videos", new InputStreamResource(new ByteArrayInputStream(new byte[10]))))
				.isEqualTo(401);
			assertThat(this.platform.calls()).hasSize(4);
		});
	}

	@Test
	void callWhenThreadIsInterruptedThenFailsAndThreadStaysInterrupted() throws InterruptedException {
		this.platform.server().hold("/token", Mono.never());
		AtomicReference<Throwable> thrown = new AtomicReference<>();
		AtomicReference<Boolean> interrupted = new AtomicReference<>();
		this.runner.run((context) -> {
			RestClient client = client(context);
			Thread caller = new Thread(() -> {
				try {
					get(client, "videos");
				}
				catch (RuntimeException ex) {
					thrown.set(ex);
				}
				interrupted.set(Thread.currentThread().isInterrupted());
			});
			caller.start();
			this.platform.server().awaitRequests("/token", 1);
			caller.interrupt();
			caller.join(PATIENCE.toMillis());
			assertThat(thrown.get()).isInstanceOf(PlatformAuthorizationException.class)
				.hasMessage(PlatformError.OTHER
					.explain("No access token for client 'platform': the wait for it was interrupted"));
			assertThat(interrupted.get()).isTrue();
			assertThat(this.platform.calls()).isEmpty();
		});
	}

	@Test
	void callWhenOnAnEventLoopThenItDoesNotWaitButUsesATokenThatIsThere() {
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.server().hold("/token", gate.asMono());
		Scheduler loop = Schedulers.newSingle("loop");
		this.runner.withPropertyValues(engine("jdk")).run((context) -> {
			RestClient client = client(context);
			assertThatExceptionOfType(PlatformAuthorizationException.class)
				.isThrownBy(() -> onLoop(loop, client).block(PATIENCE))
				.withMessageContaining("which must not be blocked")
				.matches(PlatformAuthorizationException::isRetryable);
			gate.tryEmitEmpty();
			assertThat(get(client, "videos").getStatusCode()).isEqualTo(HttpStatus.OK);
			assertThat(onLoop(loop, client).block(PATIENCE)).isEqualTo(HttpStatus.OK);
			assertThat(this.platform.tokenRequests()).hasSize(1);
		});
		loop.dispose();
	}

	private Mono<Object> onLoop(Scheduler loop, RestClient client) {
		return Mono.<Object>fromCallable(() -> get(client, "videos").getStatusCode()).subscribeOn(loop);
	}

	@Test
	void callWhenInterceptorLooksAtTheRequestThenItShowsNoToken() {
		List<HttpHeaders> seen = new ArrayList<>();
		RestClientCustomizer looking = (builder) -> builder.requestInterceptor((request, body, execution) -> {
			seen.add(request.getHeaders());
			return execution.execute(request, body);
		});
		this.runner.withBean(RestClientCustomizer.class, () -> looking).run((context) -> {
			seen.add(sentHeaders(client(context)));
			assertThat(seen).hasSize(2).noneMatch((headers) -> headers.containsHeader(HttpHeaders.AUTHORIZATION));
			assertThat(authorizations()).containsExactly("Bearer access-1");
		});
	}

	private static HttpHeaders sentHeaders(RestClient client) {
		return client.get().uri("videos").exchangeForRequiredValue((request, response) -> request.getHeaders());
	}

	@Test
	void callWhenMutatedThenStillCarriesTheTokenToThePlatformOnly() {
		run((client) -> {
			RestClient mutated = client.mutate()
				.apply((builder) -> builder.defaultHeader("X-Own", "yes"))
				.requestInterceptor((request, body, execution) -> execution.execute(request, body))
				.requestFactory(new JdkClientHttpRequestFactory())
				.clone()
				.build()
				.mutate()
				.build();
			get(mutated, "videos");
			get(mutated, this.foreignHost.rootUrl() + "/v1/videos");
			assertThat(this.platform.calls()).singleElement()
				.satisfies((call) -> assertThat(call.header("X-Own")).isEqualTo("yes"));
			assertThat(authorizations()).containsExactly("Bearer access-1");
			assertThat(this.foreignHost.calls()).extracting(RecordedRequest::authorization).containsOnlyNulls();
		});
	}

	@Test
	void requestInterceptorWhenOnAClientOfTheApplicationsOwnThenDoesTheSame() {
		this.platform.api((call) -> call.uri().equals("/v1/old") ? TestResponse.redirect("/v1/new")
				: "Bearer access-1".equals(call.authorization()) ? TestResponse.status(401) : TestResponse.status(200));
		this.runner.run((context) -> {
			RestClient own = RestClient.builder()
				.requestFactory(new JdkClientHttpRequestFactory())
				.requestInterceptor(TestCalls.client(context).requestInterceptor())
				.build();
			assertThat(get(own, this.platform.rootUrl() + "/v1/old").getStatusCode()).isEqualTo(HttpStatus.OK);
			get(own, this.foreignHost.rootUrl());
			assertThat(authorizations()).containsExactly("Bearer access-1", "Bearer access-1", "Bearer access-2");
			assertThat(this.foreignHost.calls()).extracting(RecordedRequest::authorization).containsOnlyNulls();
			assertThat(snapshot(context).calls()).isEqualTo(2);
			assertThat(snapshot(context).retries()).isOne();
		});
	}

	@Test
	void customizeWhenThereAreSeveralThenInOrderAfterBootsAndByName() {
		List<String> applied = new ArrayList<>();
		PlatformClientCustomizer customizer = new PlatformClientCustomizer() {

			@Override
			public void customize(String client, RestClient.Builder builder) {
				applied.add(client);
				builder.defaultHeader("X-Client", client);
			}

		};
		this.runner.withBean(PlatformClientCustomizer.class, () -> customizer)
			.withBean(RestClientCustomizer.class, () -> (builder) -> applied.add("boot"))
			.run((context) -> {
				assertThat(applied).isEmpty();
				client(context).get().uri("videos").accept(MediaType.ALL).retrieve().toBodilessEntity();
				assertThat(applied).containsExactly("boot", "platform");
				assertThat(this.platform.calls().get(0).header("X-Client")).isEqualTo("platform");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdk", "reactor" })
	void callWhenBodiesOfMany401sDoNotEndThenNoneKeepsItsConnection(String engine) {
		this.platform.api((call) -> "Bearer access-1".equals(call.authorization())
				? TestResponse.of(401, "a body that stalls").ending(TestResponse.Ending.STALLED)
				: TestResponse.status(200));
		this.runner.withPropertyValues(engine(engine))
			.run((context) -> assertThat(
					getAll(client(context), "videos", 6).orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join())
				.hasSize(6)
				.containsOnly(200));
	}

}
