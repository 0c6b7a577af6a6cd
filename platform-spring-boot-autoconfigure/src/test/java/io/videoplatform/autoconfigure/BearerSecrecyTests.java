package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * The bearer token and the client's secret are sent, and stand in no exception, request
 * or observation context that an application gets hold of.
 */
class BearerSecrecyTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String BASIC = "Basic "
			+ Base64.getEncoder().encodeToString("app:canary-secret".getBytes(java.nio.charset.StandardCharsets.UTF_8));

	private final TestPlatform platform = new TestPlatform();

	private final Queue<ClientRequestObservationContext> observed = new ConcurrentLinkedQueue<>();

	private final ApplicationContextRunner runner = ClientApplication.runner()
		.withBean(ObservationRegistry.class, this::observations)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.client-id=app",
				"platform.client-secret=canary-secret", "platform.grant-type=client_credentials");

	@AfterEach
	void close() {
		this.platform.close();
	}

	private ObservationRegistry observations() {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new ObservationHandler<ClientRequestObservationContext>() {

			/**
			 * Not at the end: a caller has its failure before the observation ends.
			 */
			@Override
			public void onStart(ClientRequestObservationContext context) {
				BearerSecrecyTests.this.observed.add(context);
			}

			@Override
			public boolean supportsContext(Observation.Context context) {
				return context instanceof ClientRequestObservationContext;
			}

		});
		return registry;
	}

	private static WebClient client(ApplicationContext context) {
		return context.getBean("platformWebClient", WebClient.class)
			.mutate()
			.observationRegistry(context.getBean(ObservationRegistry.class))
			.build();
	}

	private static String get(WebClient client) {
		return Objects.requireNonNull(client.get().uri("videos").retrieve().bodyToMono(String.class).block(PATIENCE));
	}

	private List<HttpHeaders> observedHeaders() {
		List<HttpHeaders> headers = new ArrayList<>();
		for (ClientRequestObservationContext context : this.observed) {
			headers.add(Objects.requireNonNull(context.getCarrier()).build().headers());
			headers.add(Objects.requireNonNull(context.getRequest()).headers());
			if (context.getResponse() != null) {
				headers.add(context.getResponse().request().getHeaders());
			}
			if (context.getError() instanceof WebClientRequestException failed) {
				headers.add(failed.getHeaders());
			}
			if (context.getError() instanceof WebClientResponseException failed) {
				headers.add(Objects.requireNonNull(failed.getRequest()).getHeaders());
			}
		}
		return headers;
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void callWhenItFailsThenNoExceptionHoldsTheToken(String connector) {
		this.runner.withPropertyValues("spring.http.clients.reactive.connector=" + connector).run((context) -> {
			WebClient client = client(context);
			assertThat(get(client)).isEqualTo("{}");
			this.platform.api((call) -> TestResponse.status(500));
			WebClientResponseException refused = catchThrowableOfType(WebClientResponseException.class,
					() -> get(client));
			assertThat(Objects.requireNonNull(refused.getRequest()).getHeaders().headerNames())
				.doesNotContain(HttpHeaders.AUTHORIZATION);
			this.platform.stop();
			WebClientRequestException unreachable = catchThrowableOfType(WebClientRequestException.class,
					() -> get(client));
			assertThat(unreachable.getHeaders().headerNames()).doesNotContain(HttpHeaders.AUTHORIZATION);
			assertThat(this.platform.calls()).extracting(RecordedRequest::authorization)
				.containsOnly("Bearer access-1");
			assertThat(observedHeaders()).isNotEmpty()
				.allMatch((headers) -> !headers.containsHeader(HttpHeaders.AUTHORIZATION));
		});
	}

	@Test
	void tokenRequestWhenItFailsThenNoObservationHoldsTheSecret() {
		this.platform.tokenEndpoint().next(TestResponse.status(TestResponse.RESET));
		this.runner.run((context) -> {
			assertThat(catchThrowableOfType(PlatformAuthorizationException.class, () -> get(client(context))))
				.isNotNull();
			assertThat(this.platform.tokenRequests()).first()
				.satisfies((form) -> assertThat(form).containsEntry(HttpHeaders.AUTHORIZATION, BASIC));
			assertThat(this.observed).anySatisfy((observation) -> assertThat(observation.getError()).isNotNull());
			assertThat(observedHeaders()).isNotEmpty()
				.allMatch((headers) -> !headers.containsHeader(HttpHeaders.AUTHORIZATION));
		});
	}

}
