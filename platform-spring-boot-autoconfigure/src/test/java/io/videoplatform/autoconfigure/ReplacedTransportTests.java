package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.videoplatform.autoconfigure.httpservice.VideoServices;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Stack;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Videos;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestCalls;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.netty.http.client.HttpClient;

import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.http.client.BufferingClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What customizes all of an application's HTTP clients alike does not replace the
 * transport of the platform's, which follows no redirects to other hosts.
 */
@ExtendWith(OutputCaptureExtension.class)
class ReplacedTransportTests {

	private final TestPlatform platform = new TestPlatform();

	private final TestPlatform foreignHost = new TestPlatform();

	private final ApplicationContextRunner runner = VideoServices.application()
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=canary-password", "platform.clients.jobs.scope=jobs",
				"platform.discovery.warm-up=false", "platform.roots.nearest-address=loopback");

	@BeforeEach
	void redirect() {
		this.platform.api((call) -> call.uri().equals("/v1/videos")
				? new TestResponse(302, Map.of("Location", this.foreignHost.rootUrl() + "/v1/x"), "")
				: TestResponse.status(200));
		this.foreignHost.api((call) -> TestResponse.status(200));
	}

	@AfterEach
	void close() {
		this.platform.close();
		this.foreignHost.close();
	}

	private static int status(RestClient client) {
		return TestCalls.status(client.get().uri("videos"));
	}

	private static int status(WebClient client) {
		return TestCalls.status(client.get().uri("videos"));
	}

	private static ApplicationContextRunner following(ApplicationContextRunner runner) {
		ReactorClientHttpConnector connector = new ReactorClientHttpConnector(HttpClient.create().followRedirect(true));
		return runner
			.withBean(RestClientCustomizer.class,
					() -> (builder) -> builder.requestFactory(new SimpleClientHttpRequestFactory()))
			.withBean(WebClientCustomizer.class, () -> (builder) -> builder.clientConnector(connector));
	}

	private static PlatformClientCustomizer settingFactory(@Nullable ClientHttpRequestFactory factory) {
		return new PlatformClientCustomizer() {

			@Override
			@SuppressWarnings("NullAway")
			public void customize(String client, RestClient.Builder builder) {
				builder.requestFactory(factory);
			}

		};
	}

	private static RestClient client(ApplicationContext context) {
		return context.getBean("platformRestClient", RestClient.class);
	}

	@Test
	void callWhenBootsCustomizersSetATransportThenRedirectIsNotFollowed(CapturedOutput output) {
		following(this.runner).run((context) -> {
			PlatformClient jobs = context.getBean(PlatformClients.class).get("jobs");
			assertThat(Stream.of(client(context), client(context).mutate().build(), jobs.restClient()))
				.allSatisfy((client) -> assertThat(status(client)).isEqualTo(302));
			assertThat(Stream.of(context.getBean("platformWebClient", WebClient.class), jobs.webClient()))
				.allSatisfy((client) -> assertThat(status(client)).isEqualTo(302));
			assertThat(this.foreignHost.calls()).isEmpty();
			assertThat(output).contains("RestClientCustomizer sets is not used by client 'platform'");
		});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenBootsCustomizersSetATransportThenThatOfAGroupStays(Stack stack) {
		following(this.runner).withUserConfiguration(stack.configuration()).run((context) -> {
			assertThat(context.getBean(Videos.class).list().getStatusCode().value()).isEqualTo(302);
			assertThat(this.foreignHost.calls()).isEmpty();
		});
	}

	@Test
	void callWhenATransportIsSetOnPurposeThenItIsUsedWithTheToken() {
		List<String> created = new CopyOnWriteArrayList<>();
		ClientHttpRequestFactory engine = new JdkClientHttpRequestFactory();
		ClientHttpRequestFactory own = (uri, method) -> {
			created.add(uri.getPath());
			return engine.createRequest(uri, method);
		};
		this.runner.withUserConfiguration(VideoServices.OnRestClient.class)
			.withBean(PlatformClientCustomizer.class, () -> settingFactory(own))
			.run((context) -> {
				status(client(context));
				context.getBean(Videos.class).list();
				assertThat(created).containsExactly("/v1/videos", "/v1/videos");
				assertThat(this.platform.calls()).extracting(RecordedRequest::authorization)
					.containsOnly("Bearer access-1");
			});
	}

	@Test
	void customizeWhenRequestFactoryIsKnownToFollowRedirectsThenSentence() {
		ClientHttpRequestFactory simple = new SimpleClientHttpRequestFactory();
		this.runner.run((context) -> assertThat(Stream.of(simple, new BufferingClientHttpRequestFactory(simple)))
			.allSatisfy((factory) -> assertThatIllegalArgumentException()
				.isThrownBy(() -> client(context).mutate().requestFactory(factory))
				.withMessageContaining("follows redirects by itself")));
	}

}
