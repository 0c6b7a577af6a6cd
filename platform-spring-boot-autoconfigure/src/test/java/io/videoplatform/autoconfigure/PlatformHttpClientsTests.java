package io.videoplatform.autoconfigure;

import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.http.HttpClient.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.apache.hc.client5.http.cookie.BasicCookieStore;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.eclipse.jetty.http.HttpCookieStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * No HTTP client of the starter keeps cookies or follows redirects by itself, on any
 * engine and whatever the application has set for its own clients.
 */
class PlatformHttpClientsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final TestPlatform platform = new TestPlatform();

	private final ApplicationContextRunner runner = ClientApplication.runner()
		.withPropertyValues("platform.username=developer", "platform.password=canary-password");

	@BeforeEach
	void setCookies() {
		this.platform.server().every((response) -> response.with("Set-Cookie: user=first; Path=/"));
	}

	@AfterEach
	void stop() {
		this.platform.close();
	}

	private List<String> received() {
		return this.platform.server()
			.requests()
			.stream()
			.map((request) -> request.path() + " " + request.header("Cookie"))
			.toList();
	}

	private static void call(WebClient client, Consumer<WebClient.RequestHeadersSpec<?>> customizer) {
		WebClient.RequestHeadersSpec<?> spec = client.get().uri("videos");
		customizer.accept(spec);
		assertThat(spec.retrieve().bodyToMono(String.class).block(PATIENCE)).isEqualTo("{}");
	}

	@ParameterizedTest
	@EnumSource
	void callWhenTheBuilderIsCustomizedThenNoCookieIsKeptAndNoRedirectFollowed(Customized customized) {
		this.platform.api((call) -> call.uri().equals("/v1/moved")
				? TestResponse.status(302,
						"Location: http://localhost:%d/elsewhere".formatted(this.platform.server().port()))
				: TestResponse.json("{}"));
		this.runner.withBean(ClientHttpConnectorBuilder.class, customized::builder)
			.withPropertyValues("platform.root-url=" + this.platform.rootUrl(),
					"spring.http.clients.cookie-handling=enable-when-possible")
			.run((context) -> {
				WebClient client = context.getBean("platformWebClient", WebClient.class);
				call(client, (spec) -> {
				});
				call(client, (spec) -> spec.cookie("own", "mine"));
				assertThat(client.get().uri("moved").retrieve().toBodilessEntity().block(PATIENCE)).isNotNull()
					.satisfies((response) -> assertThat(response.getStatusCode().value()).isEqualTo(302));
			});
		assertThat(received()).containsExactly("/.well-known/webfinger ",
				"/auth/realms/platform/.well-known/openid-configuration ", "/auth/realms/platform/token ",
				"/v1/videos ", "/v1/videos own=mine", "/v1/moved ");
	}

	@Test
	void callWhenTheBodyOfA401NeverEndsThenRetried() {
		AtomicInteger calls = new AtomicInteger();
		this.platform.api((call) -> (calls.getAndIncrement() == 0)
				? TestResponse.of(401, "never ending").ending(TestResponse.Ending.STALLED) : TestResponse.json("{}"));
		this.runner.withPropertyValues("platform.root-url=" + this.platform.rootUrl())
			.run((context) -> call(context.getBean("platformWebClient", WebClient.class), (spec) -> {
			}));
		assertThat(received()).filteredOn((request) -> request.startsWith("/v1/videos")).hasSize(2);
	}

	@Test
	void callWhenServerHasNoTlsThenSaid() {
		String url = this.platform.rootUrl().replace("http:", "https:");
		this.runner.withPropertyValues("platform.root-url=" + url, "platform.discovery.warm-up=false")
			.run((context) -> {
				WebClient client = context.getBean("platformWebClient", WebClient.class);
				assertThatExceptionOfType(PlatformAuthorizationException.class)
					.isThrownBy(() -> client.get().uri("videos").retrieve().toBodilessEntity().block(PATIENCE))
					.returns(PlatformError.TLS, PlatformAuthorizationException::getError)
					.withMessageContaining(url)
					.withMessageContaining(" failed: the server responded without TLS")
					.satisfies((failure) -> assertThat(failure.getMessage()).doesNotContainPattern("[0-9a-f]{16}"));
			});
	}

	enum Customized {

		REACTOR, JDK, HTTP_COMPONENTS, JETTY;

		ClientHttpConnectorBuilder<?> builder() {
			return switch (this) {
				case REACTOR -> ClientHttpConnectorBuilder.reactor()
					.withHttpClientCustomizer((client) -> client.followRedirect(true));
				case JDK -> ClientHttpConnectorBuilder.jdk()
					.withHttpClientCustomizer(
							(client) -> client.cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
								.followRedirects(Redirect.ALWAYS));
				case HTTP_COMPONENTS -> ClientHttpConnectorBuilder.httpComponents()
					.withHttpClientCustomizer((client) -> client.setDefaultCookieStore(new BasicCookieStore())
						.setRedirectStrategy(DefaultRedirectStrategy.INSTANCE));
				case JETTY -> ClientHttpConnectorBuilder.jetty().withHttpClientCustomizer((client) -> {
					client.setHttpCookieStore(new HttpCookieStore.Default());
					client.setFollowRedirects(true);
				});
			};
		}

	}

}
