package io.videoplatform.autoconfigure;

import java.util.List;

import io.videoplatform.autoconfigure.httpservice.VideoServices;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Stack;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Videos;
import io.videoplatform.client.PlatformClientCustomizer;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.util.DefaultUriBuilderFactory;

import static io.videoplatform.testing.TestCalls.client;
import static io.videoplatform.testing.TestCalls.status;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What customizes all clients of an application alike does not lead the platform's calls
 * to another host.
 */
class BaseUrlTests {

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
	 * factory.
	 */
	private ApplicationContextRunner withBases() {
		String url = this.other.url();
		DefaultUriBuilderFactory factory = new DefaultUriBuilderFactory(url);
		RestClientCustomizer rest = (builder) -> builder.baseUrl(url).uriBuilderFactory(factory);
		WebClientCustomizer web = (builder) -> builder.baseUrl(url).uriBuilderFactory(factory);
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
	void callWhenBootsCustomizersHaveABaseThenIsSentToThePlatform(Kind kind) {
		kind.configure(withBases()).run((context) -> {
			kind.call(context);
			assertCalled("/v1/videos Bearer access-1");
		});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenGroupStatesABaseUrlThenBootsCustomizersDoNotReplaceIt(Stack stack) {
		withBases().withUserConfiguration(stack.configuration())
			.withPropertyValues("spring.http.serviceclient.platform.base-url=" + this.platform.rootUrl() + "/v1/beta/")
			.run((context) -> {
				context.getBean(Videos.class).add("a video");
				assertCalled("/v1/beta/videos Bearer access-1");
			});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenPlatformClientCustomizerHasABaseThenThatIsUsed(Kind kind) {
		String beta = this.platform.rootUrl() + "/v1/beta/";
		PlatformClientCustomizer customizer = new PlatformClientCustomizer() {

			@Override
			public void customize(String client, WebClient.Builder builder) {
				builder.baseUrl(beta);
			}

			@Override
			public void customize(String client, RestClient.Builder builder) {
				builder.baseUrl(beta);
			}

		};
		kind.configure(withBases()).withBean(PlatformClientCustomizer.class, () -> customizer).run((context) -> {
			kind.call(context);
			assertCalled("/v1/beta/videos Bearer access-1");
		});
	}

	/**
	 * The clients of the platform, each of which posts a video.
	 */
	enum Kind {

		WEB_CLIENT {
			@Override
			void call(ApplicationContext context) {
				status(client(context).webClient().post().uri("videos").bodyValue("a video"));
			}
		},

		REST_CLIENT {
			@Override
			void call(ApplicationContext context) {
				status(client(context).restClient().post().uri("videos").body("a video"));
			}
		},

		GROUP_ON_WEB_CLIENT {
			@Override
			ApplicationContextRunner configure(ApplicationContextRunner runner) {
				return runner.withUserConfiguration(Stack.WEB_CLIENT.configuration());
			}
		},

		GROUP_ON_REST_CLIENT {
			@Override
			ApplicationContextRunner configure(ApplicationContextRunner runner) {
				return runner.withUserConfiguration(Stack.REST_CLIENT.configuration());
			}
		};

		ApplicationContextRunner configure(ApplicationContextRunner runner) {
			return runner;
		}

		void call(ApplicationContext context) {
			context.getBean(Videos.class).add("a video");
		}

	}

}
