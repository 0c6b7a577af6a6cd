package io.videoplatform.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.videoplatform.autoconfigure.httpservice.VideoServices;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Stack;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Videos;
import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
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
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.test.web.client.response.MockRestResponseCreators;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.util.DefaultUriBuilderFactory;

import static io.videoplatform.testing.TestCalls.client;
import static io.videoplatform.testing.TestCalls.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.content;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.header;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;

/**
 * Clients whose base URL or transport is customized: what customizes all clients of an
 * application alike does not lead the platform's calls to another host, and whatever
 * transport is set on purpose is given the token.
 */
@ExtendWith(OutputCaptureExtension.class)
class CustomizedClientsTests {

	private final TestPlatform platform = new TestPlatform();

	private final TestServer other = new TestServer();

	private final ApplicationContextRunner runner = VideoServices.application()
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.client-id=app",
				"platform.client-secret=app-secret", "platform.grant-type=client_credentials",
				"platform.clients.jobs.scope=jobs", "platform.discovery.warm-up=false");

	@BeforeEach
	void respond() {
		this.other.otherwise((request) -> TestResponse.json("{}"));
	}

	@AfterEach
	void close() {
		this.platform.close();
		this.other.close();
	}

	/**
	 * An application whose clients all have a base of their own, as a URL and in a
	 * factory, and a transport that follows redirects.
	 */
	private ApplicationContextRunner customized() {
		String url = this.other.url();
		DefaultUriBuilderFactory factory = new DefaultUriBuilderFactory(url);
		ReactorClientHttpConnector connector = new ReactorClientHttpConnector(HttpClient.create().followRedirect(true));
		RestClientCustomizer rest = (builder) -> builder.baseUrl(url)
			.uriBuilderFactory(factory)
			.requestFactory(new SimpleClientHttpRequestFactory());
		WebClientCustomizer web = (
				builder) -> builder.baseUrl(url).uriBuilderFactory(factory).clientConnector(connector);
		return this.runner.withBean("rest", RestClientCustomizer.class, () -> rest)
			.withBean("web", WebClientCustomizer.class, () -> web);
	}

	private void assertCalled(String... uris) {
		assertThat(this.other.requests()).isEmpty();
		assertThat(this.platform.calls()).extracting((call) -> call.uri() + " " + call.authorization())
			.containsExactlyElementsOf(List.of(uris));
	}

	@ParameterizedTest
	@EnumSource
	void callWhenBootsCustomizersSetBaseAndTransportThenGoesToThePlatformAndNoFurther(Kind kind,
			CapturedOutput output) {
		this.platform.api((call) -> TestResponse.redirect(this.other.url() + "/v1/x"));
		kind.configure(customized()).run((context) -> {
			assertThat(kind.call(context)).isEqualTo(302);
			assertCalled("/v1/videos Bearer access-1");
			assertThat(output.toString().contains("RestClientCustomizer sets is not used by client 'platform'"))
				.isEqualTo(kind == Kind.REST_CLIENT);
		});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenGroupStatesABaseUrlThenBootsCustomizersDoNotReplaceIt(Stack stack) {
		customized().withUserConfiguration(stack.configuration())
			.withPropertyValues("spring.http.serviceclient.platform.base-url=" + this.platform.rootUrl() + "/v1/beta/")
			.run((context) -> {
				context.getBean(Videos.class).list();
				assertCalled("/v1/beta/videos Bearer access-1");
			});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenPlatformClientCustomizerSetsBaseAndTransportThenTheyAreUsedWithTheToken(Kind kind) {
		String beta = this.platform.rootUrl() + "/v1/beta/";
		AtomicInteger created = new AtomicInteger();
		ClientHttpRequestFactory engine = new JdkClientHttpRequestFactory();
		PlatformClientCustomizer customizer = new PlatformClientCustomizer() {

			@Override
			public void customize(String client, WebClient.Builder builder) {
				created.incrementAndGet();
				builder.baseUrl(beta);
			}

			@Override
			public void customize(String client, RestClient.Builder builder) {
				builder.baseUrl(beta).requestFactory((uri, method) -> {
					created.incrementAndGet();
					return engine.createRequest(uri, method);
				});
			}

		};
		kind.configure(customized()).withBean(PlatformClientCustomizer.class, () -> customizer).run((context) -> {
			created.set(0);
			kind.call(context);
			assertCalled("/v1/beta/videos Bearer access-1");
			assertThat(created).hasValue(kind.name().contains("REST") ? 1 : 0);
		});
	}

	@Test
	void customizeWhenRequestFactoryIsKnownToFollowRedirectsThenSentence() {
		ClientHttpRequestFactory simple = new SimpleClientHttpRequestFactory();
		this.runner.run((context) -> assertThat(Stream.of(simple, new BufferingClientHttpRequestFactory(simple)))
			.allSatisfy((factory) -> assertThatIllegalArgumentException()
				.isThrownBy(() -> client(context).restClient().mutate().requestFactory(factory))
				.withMessageContaining("follows redirects by itself")));
	}

	@Test
	void callWhenMockServerIsBoundByACustomizerThenItSeesTheTokenAndCallIsRetried() {
		List<MockRestServiceServer> servers = new ArrayList<>();
		this.runner
			.withBean(RestClientCustomizer.class,
					() -> (builder) -> servers.add(MockRestServiceServer.bindTo(builder).build()))
			.run((context) -> {
				RestClient client = client(context).restClient();
				assertMocked(client, servers.get(0));
			});
	}

	@Test
	void callWhenMockServerIsBoundToACopyThenItSeesTheTokenAndCallIsRetried() {
		this.runner.run((context) -> {
			RestClient.Builder builder = client(context).restClient().mutate();
			MockRestServiceServer server = MockRestServiceServer.bindTo(builder).bufferContent().build();
			assertMocked(builder.build(), server);
		});
	}

	private void assertMocked(RestClient client, MockRestServiceServer server) {
		for (String token : List.of("access-1", "access-2")) {
			server.expect(requestTo(this.platform.rootUrl() + "/v1/videos"))
				.andExpect(header("Authorization", "Bearer " + token))
				.andExpect(content().string("text"))
				.andRespond(token.equals("access-1") ? MockRestResponseCreators.withUnauthorizedRequest()
						: MockRestResponseCreators.withSuccess());
		}
		assertThat(status(client.post().uri("videos").body("text"))).isEqualTo(200);
		server.verify();
		assertThat(this.platform.calls()).isEmpty();
	}

	/**
	 * The clients of the platform.
	 */
	enum Kind {

		WEB_CLIENT(null), REST_CLIENT(null), GROUP_ON_WEB_CLIENT(Stack.WEB_CLIENT),
		GROUP_ON_REST_CLIENT(Stack.REST_CLIENT);

		private final @Nullable Stack stack;

		Kind(@Nullable Stack stack) {
			this.stack = stack;
		}

		ApplicationContextRunner configure(ApplicationContextRunner runner) {
			return (this.stack != null) ? runner.withUserConfiguration(this.stack.configuration()) : runner;
		}

		int call(ApplicationContext context) {
			return switch (this) {
				case WEB_CLIENT -> status(client(context).webClient().get().uri("videos"));
				case REST_CLIENT -> status(client(context).restClient().get().uri("videos"));
				default -> context.getBean(Videos.class).list().getStatusCode().value();
			};
		}

	}

}
