package io.videoplatform.autoconfigure;

import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.http.HttpClient.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.testing.TestServers;
import org.apache.hc.client5.http.cookie.BasicCookieStore;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.eclipse.jetty.http.HttpCookieStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * No HTTP client of the starter keeps cookies or follows redirects by itself, on any
 * engine and whatever the application has set for its own clients.
 */
class PlatformHttpClientsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final Queue<String> received = new ConcurrentLinkedQueue<>();

	private final SmallPlatform platform = new SmallPlatform((server) -> server);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(HttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
						WebClientAutoConfiguration.class, PlatformAutoConfiguration.class))
		.withPropertyValues("platform.username=developer", "platform.password=canary-password");

	private volatile String redirect = "";

	private final AtomicInteger endless = new AtomicInteger();

	private DisposableServer front;

	@BeforeEach
	void start() {
		this.front = TestServers.onPort(0).handle((request, response) -> {
			List<String> cookies = request.requestHeaders().getAll("Cookie");
			this.received.add(request.fullPath() + " " + String.join(";", cookies));
			if (request.fullPath().equals(this.redirect)) {
				return response.status(307).header("Location", "/elsewhere").send();
			}
			if (request.fullPath().equals("/v1/videos") && this.endless.getAndSet(0) != 0) {
				return response.status(401).header("Content-Length", "10").sendHeaders().then(Mono.never());
			}
			response.header("Set-Cookie", "user=first; Path=/").header("Content-Type", "application/json");
			return response.sendString(Mono.just(this.platform.answer(request.fullPath())));
		}).bindNow();
		this.platform.named("http://127.0.0.1:" + this.front.port());
	}

	@AfterEach
	void stop() {
		this.front.disposeNow();
		this.platform.close();
	}

	private void run(ApplicationContextRunner configured) {
		configured.withPropertyValues("platform.root-url=http://127.0.0.1:" + this.front.port()).run((context) -> {
			assertThat(context).hasNotFailed();
			WebClient client = context.getBean("platformWebClient", WebClient.class);
			call(client, (spec) -> {
			});
			call(client, (spec) -> {
			});
			call(client, (spec) -> spec.cookie("own", "mine"));
		});
		assertThat(this.received).containsExactly("/.well-known/webfinger ", "/idp/.well-known/openid-configuration ",
				"/idp/token ", "/v1/videos ", "/v1/videos ", "/v1/videos own=mine");
	}

	private static void call(WebClient client, Consumer<WebClient.RequestHeadersSpec<?>> customizer) {
		WebClient.RequestHeadersSpec<?> spec = client.get().uri("videos");
		customizer.accept(spec);
		assertThat(spec.retrieve().bodyToMono(String.class).block(PATIENCE)).isEqualTo("{}");
	}

	@ParameterizedTest
	@CsvSource({ "reactor, enable-when-possible", "jdk, enable-when-possible", "jdk, enable", "http-components, enable",
			"http-components, disable", "jetty, enable", "jetty, enable-when-possible" })
	void callWhenCookieHandlingIsSetThenNoCookieIsKept(String connector, String handling) {
		run(this.runner.withPropertyValues("spring.http.clients.reactive.connector=" + connector,
				"spring.http.clients.cookie-handling=" + handling));
	}

	@ParameterizedTest
	@EnumSource
	void callWhenTheBuilderIsCustomizedThenNoCookieIsKept(Customized customized) {
		run(this.runner.withBean(ClientHttpConnectorBuilder.class, customized::builder));
	}

	@Test
	void callWhenTheBodyOfA401NeverEndsThenReplayed() {
		this.endless.set(1);
		this.runner.withPropertyValues("platform.root-url=http://127.0.0.1:" + this.front.port())
			.run((context) -> call(context.getBean("platformWebClient", WebClient.class), (spec) -> {
			}));
		assertThat(this.received).filteredOn((request) -> request.startsWith("/v1/videos")).hasSize(2);
	}

	@ParameterizedTest
	@EnumSource
	void tokenRequestWhenTheBuilderFollowsRedirectsThenFailsAndNothingIsSentOn(Customized customized) {
		this.redirect = "/idp/token";
		this.runner.withBean(ClientHttpConnectorBuilder.class, customized::builder)
			.withPropertyValues("platform.root-url=http://127.0.0.1:" + this.front.port())
			.run((context) -> {
				WebClient client = context.getBean("platformWebClient", WebClient.class);
				assertThatExceptionOfType(PlatformAuthorizationException.class)
					.isThrownBy(() -> client.get().uri("videos").retrieve().toBodilessEntity().block(PATIENCE));
			});
		assertThat(this.received).doesNotContain("/elsewhere ");
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
