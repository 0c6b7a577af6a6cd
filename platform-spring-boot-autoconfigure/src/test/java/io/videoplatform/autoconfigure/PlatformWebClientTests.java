package io.videoplatform.autoconfigure;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.TokenState;
import io.videoplatform.client.TokenStatus;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ExchangeStrategies;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The {@code platformWebClient} of an application, against a platform on loopback.
 */
@ExtendWith(OutputCaptureExtension.class)
class PlatformWebClientTests extends AbstractPlatformClientTests<WebClient> {

	@Override
	WebClient client(ApplicationContext context) {
		return context.getBean("platformWebClient", WebClient.class);
	}

	@Override
	String engine(String name) {
		return "spring.http.clients.reactive.connector=" + name;
	}

	@Override
	ResponseEntity<String> get(WebClient client, String uri, Consumer<HttpHeaders> headers) {
		ResponseEntity<String> result = client.get()
			.uri(uri)
			.headers(headers)
			.exchangeToMono((response) -> response.toEntity(String.class))
			.block(PATIENCE);
		assertThat(result).isNotNull();
		return result;
	}

	@Override
	int post(WebClient client, String uri) {
		return post(client, uri, (spec) -> spec.bodyValue("x"));
	}

	@Override
	int postValue(WebClient client, Object value) {
		return post(client, (spec) -> spec.contentType(MediaType.APPLICATION_JSON).bodyValue(value));
	}

	@Override
	CompletableFuture<List<Integer>> getAll(WebClient client, String uri, int number) {
		return Flux.range(0, number)
			.flatMap((i) -> client.get().uri(uri).retrieve().toBodilessEntity(), number)
			.map((response) -> response.getStatusCode().value())
			.collectList()
			.toFuture();
	}

	@Test
	void registrationWhenDiscoveredThenMadeOfTheDocumentsWithoutTheSecret() {
		this.runner.withPropertyValues("platform.client-id=app", "platform.client-secret=canary-secret")
			.run((context) -> {
				ClientRegistration registration = context.getBean(PlatformClients.class)
					.get(PlatformClients.DEFAULT)
					.registration()
					.block(PATIENCE);
				assertThat(registration).isNotNull();
				assertThat(registration.getRegistrationId()).isEqualTo("platform");
				assertThat(registration.getClientId()).isEqualTo("app");
				assertThat(registration.getProviderDetails().getIssuerUri()).isEqualTo(this.platform.issuer());
				assertThat(registration.getProviderDetails().getTokenUri()).startsWith(this.platform.issuer());
				assertThat(registration.toString()).doesNotContain("canary-secret");
			});
	}

	@Test
	void invalidateWhenCalledByManyThenTheNextCallsShareOneRefresh() {
		this.runner.run((context) -> {
			PlatformClient client = context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT);
			client.invalidate();
			get(client.webClient(), "videos");
			assertThat(this.platform.tokenRequests()).hasSize(1);
			IntStream.range(0, 20).parallel().forEach((i) -> client.invalidate());
			client.invalidateCurrent().block(PATIENCE);
			assertThat(client.snapshot().token()).isNotNull()
				.extracting(TokenStatus::state)
				.isEqualTo(TokenState.EXPIRED);
			Flux.range(0, 20)
				.flatMap((i) -> client.webClient().get().uri("videos").retrieve().toBodilessEntity(), 20)
				.then()
				.block(PATIENCE);
			assertThat(this.platform.tokenRequests()).hasSize(2);
			assertThat(authorizations().subList(1, 21)).containsOnly("Bearer access-2");
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
	void callWhenBodyIsAValueThenRetriedAfter401() {
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
	void callWhenBodyCannotBeSentAgainThenCallerSeesThe401AndNextCallSucceeds() {
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
	void callWhenFilterCopiesTheRequestThenValueIsRetriedUnlessItIsReadOnce() {
		run((client) -> {
			WebClient copying = client.mutate()
				.filter((request, next) -> next.exchange(ClientRequest.from(request).build()))
				.build();
			get(client, "videos");
			this.platform.issued().revokeAccessTokens();
			assertThat(postValue(copying, Map.of("ids", List.of("a")))).isEqualTo(200);
			this.platform.issued().revokeAccessTokens();
			this.clock.advance(Duration.ofMinutes(1));
			assertThat(postValue(copying, List.of("a").iterator())).isEqualTo(401);
			assertThat(this.platform.calls()).hasSize(4);
		});
	}

	@Test
	void callWhenBodyCannotBeSentAgainAndTokenIsStaleThenWaitsForTheRefresh() {
		run((client) -> {
			get(client, "videos");
			this.clock.advance(Duration.ofSeconds(265));
			assertThat(post(client, (spec) -> spec.body(Flux.just("a", "b"), String.class))).isEqualTo(200);
			assertThat(authorizations()).containsExactly("Bearer access-1", "Bearer access-2");
		});
	}

	private static int post(WebClient client,
			Function<WebClient.RequestBodySpec, WebClient.RequestHeadersSpec<?>> body) {
		return post(client, "videos", body);
	}

	private static int post(WebClient client, String uri,
			Function<WebClient.RequestBodySpec, WebClient.RequestHeadersSpec<?>> body) {
		Integer status = body.apply(client.post().uri(uri))
			.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
			.block(PATIENCE);
		assertThat(status).isNotNull();
		return status;
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

	static Stream<Supplier<Object>> valuesReadOnce() {
		List<String> ids = List.of("a", "b");
		return Stream.of(ids::iterator, () -> new ArrayList<>(ids).listIterator(), ids::stream,
				() -> Collections.enumeration(ids), () -> new ByteArrayInputStream(new byte[] { '1' }));
	}

	@ParameterizedTest
	@MethodSource("valuesReadOnce")
	void callWhenValueIsReadOnceThenNoOtherDataIsSent(Supplier<Object> value) {
		run((client) -> {
			get(client, "videos");
			this.platform.issued().revokeAccessTokens();
			int sent;
			try {
				sent = postValue(client, value.get());
			}
			catch (RuntimeException ex) {
				// Not every kind of value can be written at all
				assertThat(this.platform.calls()).hasSize(1);
				return;
			}
			List<String> bodies = this.platform.calls().stream().skip(1).map(RecordedRequest::body).distinct().toList();
			assertThat(bodies).singleElement().isNotEqualTo("");
			assertThat(sent).isEqualTo(401);
			assertThat(get(client, "videos").getStatusCode()).isEqualTo(HttpStatus.OK);
			assertThat(postValue(client, Map.of("ids", List.of("a", "b")))).isEqualTo(200);
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

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void callWhenFilterMakesANewRequestThenTokenGoesToThePlatformOnly(boolean foreign) {
		run((client) -> {
			String host = foreign ? this.foreignHost.rootUrl() : this.platform.rootUrl();
			WebClient balancing = client.mutate()
				.filter((request, next) -> next
					.exchange(ClientRequest.create(request.method(), URI.create(host + request.url().getRawPath()))
						.headers((headers) -> headers.addAll(request.headers()))
						.cookies((cookies) -> cookies.addAll(request.cookies()))
						.attributes((attributes) -> attributes.putAll(request.attributes()))
						.body(request.body())
						.build()))
				.build();
			assertThat(get(balancing, "videos").getStatusCode().value()).isEqualTo(foreign ? 401 : 200);
			post(balancing, "videos");
			assertThat(foreign ? this.foreignHost.calls() : this.platform.calls()).hasSize(2)
				.extracting(RecordedRequest::authorization)
				.containsOnly(foreign ? null : "Bearer access-1");
			assertThat(this.platform.tokenRequests()).hasSize(1);
		});
	}

	@Test
	void callWhenFilterDelegatesToARequestWithAnotherUrlThenTokenGoesToThePlatformOnly() {
		run((client) -> {
			WebClient failingOver = client.mutate()
				.filter((request,
						next) -> next.exchange(new DelegatingRequest(request,
								URI.create(this.foreignHost.rootUrl() + request.url().getRawPath()))))
				.build();
			get(failingOver, "videos");
			post(failingOver, "videos");
			assertThat(this.foreignHost.calls()).hasSize(2)
				.extracting(RecordedRequest::authorization)
				.containsOnlyNulls();
			WebClient moving = client.mutate()
				.filter((request, next) -> next
					.exchange(new DelegatingRequest(request, URI.create(this.platform.rootUrl() + "/v1/moved"))))
				.build();
			assertThat(get(moving, "videos").getStatusCode()).isEqualTo(HttpStatus.OK);
			assertThat(this.platform.calls()).extracting(RecordedRequest::uri).containsExactly("/v1/moved");
		});
	}

	@Test
	void callWhenRedirectedAndBodyIsReadOnceThenCallerSeesTheRedirect() {
		this.platform
			.api((call) -> call.uri().equals("/v1/old") ? TestResponse.redirect("/v1/new") : TestResponse.status(200));
		run((client) -> {
			Integer status = client.method(HttpMethod.GET)
				.uri("old")
				.body(Flux.just("a", "b"), String.class)
				.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
				.block(PATIENCE);
			assertThat(status).isEqualTo(302);
			assertThat(this.platform.calls()).hasSize(1);
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

	@Test
	void customizeWhenFilterIsAddedThenItSeesNoToken() {
		List<String> seen = new ArrayList<>();
		PlatformClientCustomizer customizer = new PlatformClientCustomizer() {

			@Override
			public void customize(String client, WebClient.Builder builder) {
				builder.filter((request, next) -> {
					seen.add(client + " " + request.headers().containsHeader(HttpHeaders.AUTHORIZATION));
					return next.exchange(request);
				});
			}

		};
		this.runner.withBean(PlatformClientCustomizer.class, () -> customizer).run((context) -> {
			get(client(context), "videos");
			assertThat(seen).containsExactly("platform false");
		});
	}

	@Test
	void exchangeFilterWhenOnAClientOfTheApplicationsOwnThenDoesTheSame() {
		this.runner.run((context) -> {
			PlatformClient client = context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT);
			WebClient own = WebClient.builder().filter(client.exchangeFilter()).build();
			get(own, this.platform.rootUrl() + "/v1/videos");
			get(own, this.foreignHost.rootUrl());
			assertThat(authorizations()).containsExactly("Bearer access-1");
			assertThat(this.foreignHost.calls()).extracting(RecordedRequest::authorization).containsOnlyNulls();
		});
	}

	@Test
	void callWhenHostNameIsInvalidThenRefused() {
		run((client) -> assertThatExceptionOfType(PlatformAuthorizationException.class)
			.isThrownBy(() -> get(client, URI.create("http://a_b.example.com/v1/videos").toString()))
			.withMessageContaining("has no valid host name"));
	}

	@Test
	void callWhenUrlHasUserInformationThenSaysSo(CapturedOutput output) {
		run((client) -> {
			get(client, this.platform.rootUrl().replace("//", "//user:hunter2@") + "/v1/videos");
			assertThat(output).contains("go without a token: their URL has user information")
				.doesNotContain("not the platform's origin");
		});
	}

	@Test
	void callWhenUrlIsNotAbsoluteThenRefused() {
		String foreign = this.foreignHost.rootUrl().substring("http:".length());
		run((client) -> {
			assertThatExceptionOfType(PlatformAuthorizationException.class)
				.isThrownBy(() -> get(client, foreign + "/v1/videos"))
				.withMessageContaining("is not an absolute URL");
			assertThat(this.foreignHost.calls()).isEmpty();
		});
	}

	/**
	 * A request of a filter that leads elsewhere.
	 */
	private record DelegatingRequest(ClientRequest request, URI url) implements ClientRequest {

		@Override
		public HttpMethod method() {
			return this.request.method();
		}

		@Override
		public HttpHeaders headers() {
			return this.request.headers();
		}

		@Override
		public MultiValueMap<String, String> cookies() {
			return this.request.cookies();
		}

		@Override
		public BodyInserter<?, ? super ClientHttpRequest> body() {
			return this.request.body();
		}

		@Override
		public Map<String, Object> attributes() {
			return this.request.attributes();
		}

		@Override
		public @Nullable Consumer<ClientHttpRequest> httpRequest() {
			return this.request.httpRequest();
		}

		@Override
		public String logPrefix() {
			return this.request.logPrefix();
		}

		@Override
		public Mono<Void> writeTo(ClientHttpRequest target, ExchangeStrategies strategies) {
			return this.request.writeTo(target, strategies);
		}

	}

}
