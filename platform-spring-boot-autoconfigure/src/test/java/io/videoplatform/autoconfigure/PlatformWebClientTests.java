package io.videoplatform.autoconfigure;

import java.io.ByteArrayInputStream;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

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
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;

import static io.videoplatform.testing.TestCalls.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The {@code platformWebClient} of an application, against a platform on loopback.
 */
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
	int postOnce(WebClient client) {
		return post(client, (spec) -> spec.body(Flux.just("a", "b"), String.class));
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

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void callWhenTokenIsRevokedThenOnlyBodiesThatRepeatAreSentAgain(boolean copied) {
		List<String> ids = List.of("a", "b");
		run((client) -> {
			WebClient sending = !copied ? client
					: client.mutate()
						.filter((request, next) -> next.exchange(ClientRequest.from(request).build()))
						.build();
			get(client, "videos");
			assertSent(sending, true, (spec) -> spec.bodyValue(Map.of("ids", ids)));
			assertSent(sending, true, (spec) -> spec.bodyValue(new byte[] { 'a' }));
			assertSent(sending, true, (spec) -> spec.body(BodyInserters.fromFormData("a", "b")));
			assertSent(sending, false, (spec) -> spec.body(Flux.fromIterable(ids), String.class));
			assertSent(sending, false, (spec) -> spec.bodyValue(ByteBuffer.wrap(new byte[] { 'a' })));
			assertSent(sending, false,
					(spec) -> spec.bodyValue(new InputStreamResource(new ByteArrayInputStream(new byte[] { 'a' }))));
			assertSent(sending, false, (spec) -> spec
				.body(BodyInserters.fromMultipartData("file", new ByteArrayResource(new byte[] { 1 }))));
			for (Object once : List.of(ids.iterator(), ids.stream(), Collections.enumeration(ids))) {
				assertSent(sending, false, (spec) -> spec.contentType(MediaType.APPLICATION_JSON).bodyValue(once));
			}
			ByteBuf bytes = PooledByteBufAllocator.DEFAULT.buffer().writeBytes(new byte[] { 'a' });
			DataBuffer buffer = new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT).wrap(bytes);
			assertSent(sending, false, (spec) -> spec.bodyValue(buffer));
			assertThat(bytes.refCnt()).isZero();
		});
	}

	/**
	 * Assert that a body is sent again whole, or not at all, though not all can be
	 * written.
	 */
	private void assertSent(WebClient client, boolean again,
			Function<WebClient.RequestBodySpec, WebClient.RequestHeadersSpec<?>> body) {
		this.platform.issued().revokeAccessTokens();
		this.clock.advance(Duration.ofMinutes(1));
		int before = this.platform.calls().size();
		int status;
		try {
			status = post(client, body);
		}
		catch (WebClientRequestException ex) {
			assertThat(again).isFalse();
			return;
		}
		List<String> bodies = this.platform.calls().stream().skip(before).map(RecordedRequest::body).toList();
		assertThat(status).isEqualTo(again ? 200 : 401);
		assertThat(bodies).hasSize(again ? 2 : 1).doesNotContain("");
		assertThat(Set.copyOf(bodies)).hasSize(1);
		assertThat(get(client, "videos").getStatusCode()).isEqualTo(HttpStatus.OK);
	}

	private static int post(WebClient client,
			Function<WebClient.RequestBodySpec, WebClient.RequestHeadersSpec<?>> body) {
		return post(client, "videos", body);
	}

	private static int post(WebClient client, String uri,
			Function<WebClient.RequestBodySpec, WebClient.RequestHeadersSpec<?>> body) {
		return status(body.apply(client.post().uri(uri)));
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
				.filter((request, next) -> next
					.exchange(leadingTo(this.foreignHost.rootUrl() + request.url().getRawPath(), request)))
				.build();
			get(failingOver, "videos");
			post(failingOver, "videos");
			assertThat(this.foreignHost.calls()).hasSize(2)
				.extracting(RecordedRequest::authorization)
				.containsOnlyNulls();
			WebClient moving = client.mutate()
				.filter((request, next) -> next.exchange(leadingTo(this.platform.rootUrl() + "/v1/moved", request)))
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
			assertThat(status(client.method(HttpMethod.GET).uri("old").body(Flux.just("a", "b"), String.class)))
				.isEqualTo(302);
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
	void callWhenUrlHasNoOriginThenRefused() {
		run((client) -> {
			assertThatExceptionOfType(PlatformAuthorizationException.class)
				.isThrownBy(() -> get(client, this.foreignHost.rootUrl().substring("http:".length()) + "/v1/videos"))
				.withMessageContaining("is not an absolute URL");
			assertThatExceptionOfType(PlatformAuthorizationException.class)
				.isThrownBy(() -> get(client, "http://a_b.example.com/v1/videos"))
				.withMessageContaining("has no valid host name");
			assertThat(this.foreignHost.calls()).isEmpty();
		});
	}

	/**
	 * Return a request of a filter that leads elsewhere.
	 */
	private static ClientRequest leadingTo(String url, ClientRequest request) {
		return (ClientRequest) Proxy.newProxyInstance(ClientRequest.class.getClassLoader(),
				new Class<?>[] { ClientRequest.class }, (proxy, method, args) -> method.getName().equals("url")
						? URI.create(url) : method.invoke(request, args));
	}

}
