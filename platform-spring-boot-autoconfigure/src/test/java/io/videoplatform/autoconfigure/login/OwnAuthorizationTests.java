package io.videoplatform.autoconfigure.login;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;

import io.videoplatform.autoconfigure.httpservice.VideoServices;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.InterceptingClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.WebClient;

import static io.videoplatform.testing.TestCalls.client;
import static io.videoplatform.testing.TestCalls.status;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * An {@code Authorization} header of the application's own, set where the client does not
 * see it before it has a token: what is sent decides.
 */
class OwnAuthorizationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String OWN = "Bearer own";

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final ApplicationContextRunner runner = VideoServices.application()
		.withBean("platformClock", Clock.class, () -> this.clock)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false",
				"platform.username=developer", "platform.password=canary-password",
				"platform.clients.jobs.grant-type=client_credentials", "platform.clients.jobs.client-id=jobs",
				"platform.clients.jobs.client-secret=secret");

	@AfterEach
	void close() {
		this.platform.close();
	}

	private String url() {
		return this.platform.rootUrl() + "/v1/videos";
	}

	private int plain(ApplicationContext context) {
		return status(client(context).webClient().get().uri(url()));
	}

	private List<List<String>> authorizations() {
		return this.platform.calls()
			.stream()
			.map((call) -> call.headers().getOrEmpty(HttpHeaders.AUTHORIZATION))
			.toList();
	}

	private void acceptOwnOnly() {
		this.platform.server()
			.on("/v1/videos", (request) -> OWN.equals(request.authorization()) ? TestResponse.json("{}")
					: TestResponse.status(401));
	}

	/**
	 * The API refuses the header three times, which costs three requests, and the token
	 * stays in use.
	 */
	private void assertUnchanged(ApplicationContext context, Runnable call) {
		assertThat(plain(context)).isEqualTo(200);
		for (int i = 0; i < 3; i++) {
			call.run();
		}
		assertThat(plain(context)).isEqualTo(200);
		assertThat(authorizations()).containsExactly(List.of("Bearer access-1"), List.of(OWN), List.of(OWN),
				List.of(OWN), List.of("Bearer access-1"));
		assertThat(this.platform.tokenRequests()).hasSize(1);
		assertThat(client(context).snapshot().retries()).isZero();
	}

	/**
	 * The API accepts the header, but never the token: that has not been accepted, and is
	 * not rejected twice within a second.
	 */
	private void assertNotAccepted(ApplicationContext context, Runnable call) {
		acceptOwnOnly();
		assertThat(plain(context)).isEqualTo(401);
		assertThat(this.platform.tokenRequests()).hasSize(2);
		call.run();
		assertThat(plain(context)).isEqualTo(401);
		assertThat(this.platform.tokenRequests()).hasSize(2);
	}

	@ParameterizedTest
	@EnumSource
	void callWhenHeaderIsRefusedThenTokenStays(Way way) {
		this.runner.run((context) -> assertUnchanged(context,
				() -> assertThat(way.get(client(context), url())).isEqualTo(401)));
	}

	@ParameterizedTest
	@EnumSource
	void callWhenHeaderIsAcceptedThenTokenIsNot(Way way) {
		this.runner.run((context) -> assertNotAccepted(context,
				() -> assertThat(way.get(client(context), url())).isEqualTo(200)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void callWhenRequestIsChangedWithoutHeaderThenCarriesTheTokenAndIsRetried(String connector) {
		List<Boolean> seen = new ArrayList<>();
		this.runner.withPropertyValues("spring.http.clients.reactive.connector=" + connector).run((context) -> {
			assertThat(plain(context)).isEqualTo(200);
			this.platform.issued().revokeAccessTokens();
			int status = status(client(context).webClient().post().uri("videos").httpRequest((request) -> {
				request.getHeaders().add("X-Own", "yes");
				seen.add(request.getHeaders().containsHeader(HttpHeaders.AUTHORIZATION));
			}).bodyValue("x"));
			assertThat(status).isEqualTo(200);
			assertThat(seen).containsExactly(false, false);
			assertThat(this.platform.calls().subList(1, 3)).extracting(RecordedRequest::body).containsExactly("x", "x");
			assertThat(authorizations()).containsExactly(List.of("Bearer access-1"), List.of("Bearer access-1"),
					List.of("Bearer access-2"));
		});
	}

	@Test
	void retryWhenItHasAnotherHeaderThenItsTokenIsNotAccepted() {
		acceptOwnOnly();
		this.runner.run((context) -> {
			AtomicBoolean sent = new AtomicBoolean();
			WebClient signing = client(context).webClient()
				.mutate()
				.filter((request, next) -> next.exchange(sent.getAndSet(true) ? Way.copy(request) : request))
				.build();
			assertThat(status(signing.get().uri(url()))).isEqualTo(200);
			assertThat(plain(context)).isEqualTo(401);
			assertThat(authorizations()).containsExactly(List.of("Bearer access-1"), List.of(OWN),
					List.of("Bearer access-2"));
			assertThat(this.platform.tokenRequests()).hasSize(2);
		});
	}

	@Test
	void retryOfInterceptorWhenItHasAnotherHeaderThenItsTokenIsNotAccepted() {
		acceptOwnOnly();
		this.runner.run((context) -> {
			AtomicBoolean sent = new AtomicBoolean();
			RestClient signing = Way.own(client(context))
				.requestInterceptor((request, body, execution) -> sent.getAndSet(true)
						? Way.set(request, body, execution) : execution.execute(request, body))
				.build();
			assertThat(status(signing.get().uri(url()))).isEqualTo(200);
			assertThat(plain(context)).isEqualTo(401);
			assertThat(this.platform.tokenRequests()).hasSize(2);
		});
	}

	/**
	 * Where an application can set the header.
	 */
	enum Way {

		WEB_REQUEST((client,
				url) -> status(client.webClient().get().uri(url).httpRequest((request) -> add(request.getHeaders())))),

		WEB_COPY((client,
				url) -> status(client.webClient()
					.mutate()
					.filter((request, next) -> next.exchange(copy(request)))
					.build()
					.get()
					.uri(url))),

		WEB_OWN_CLIENT((client,
				url) -> status(WebClient.builder()
					.filter(client.exchangeFilter())
					.filter((request, next) -> next.exchange(copy(request)))
					.build()
					.get()
					.uri(url))),

		REST_REQUEST((client,
				url) -> status(client.restClient().get().uri(url).httpRequest((request) -> add(request.getHeaders())))),

		REST_INTERCEPTOR((client,
				url) -> status(client.restClient().mutate().requestInterceptor(Way::set).build().get().uri(url))),

		REST_FACTORY((client, url) -> status(client.restClient()
			.mutate()
			.requestFactory(
					new InterceptingClientHttpRequestFactory(new JdkClientHttpRequestFactory(), List.of(Way::set)))
			.build()
			.get()
			.uri(url))),

		REST_OWN_CLIENT((client, url) -> status(own(client).requestInterceptor(Way::set).build().get().uri(url)));

		private final BiFunction<PlatformClient, String, Integer> call;

		Way(BiFunction<PlatformClient, String, Integer> call) {
			this.call = call;
		}

		int get(PlatformClient client, String url) {
			return this.call.apply(client, url);
		}

		static void add(HttpHeaders headers) {
			headers.add(HttpHeaders.AUTHORIZATION, OWN);
		}

		static ClientRequest copy(ClientRequest request) {
			return ClientRequest.from(request)
				.headers((headers) -> headers.set(HttpHeaders.AUTHORIZATION, OWN))
				.build();
		}

		static ClientHttpResponse set(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
				throws IOException {
			request.getHeaders().set(HttpHeaders.AUTHORIZATION, OWN);
			return execution.execute(request, body);
		}

		static RestClient.Builder own(PlatformClient client) {
			return RestClient.builder()
				.requestFactory(new JdkClientHttpRequestFactory())
				.requestInterceptor(client.requestInterceptor());
		}

	}

}
