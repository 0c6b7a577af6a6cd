package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.videoplatform.JavaSnippet;
import io.videoplatform.MarkdownPage;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;
import reactor.core.publisher.Mono;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that code of the pages does what they say of it, where a call with a token is not
 * all they say. The platform of the pages is another one in this test.
 */
@Tag("full")
@ExtendWith(OutputCaptureExtension.class)
class SnippetPromiseTests {

	private final TestPlatform platform = new TestPlatform();

	@TempDir
	private Path classes;

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void paymentsWhenAnotherLoginIsRequiredThenSaysWhichAndDoesNotCallAgain() throws IOException {
		this.platform.api((request) -> TestResponse.status(401,
				"WWW-Authenticate: Bearer error=\"insufficient_user_authentication\", acr_values=\"gold\""));
		try (RunningSnippet code = run("docs/using.md", "class Payments")) {
			assertThat(code.call("pay")).isEqualTo("Please log in again with one of [gold]");
		}
		assertThat(this.platform.calls()).hasSize(1);
	}

	@Test
	void uploadsWhenCalledThenCarryTheToken() throws IOException {
		this.platform.server().on("/uploads/videos", TestResponse.status(204));
		try (RunningSnippet code = run("docs/rest-client.md", "class UploadConfiguration")) {
			call(code, "uploads");
		}
		assertThat(this.platform.requests("/uploads/videos")).extracting(RecordedRequest::bearer)
			.containsExactly("access-1");
	}

	@Test
	void downloadsWhenTokenIsRejectedThenSentAgainWithTheNext() throws IOException {
		try (RunningSnippet code = run("docs/rest-client.md", "class Downloads")) {
			URI video = URI.create(this.platform.rootUrl() + "/v1/video");
			code.call("get", video);
			this.platform.issued().revokeAccessTokens();
			assertThat(code.call("get", video)).isInstanceOfSatisfying(HttpResponse.class,
					(response) -> assertThat(response.statusCode()).isEqualTo(200));
		}
		assertThat(this.platform.calls()).extracting(RecordedRequest::bearer)
			.containsExactly("access-1", "access-1", "access-2");
	}

	@Test
	void videosWhenAddedThenSentAsJson() throws IOException {
		this.platform.api((request) -> TestResponse.json("{\"id\":\"1\",\"title\":\"Intro\"}"));
		try (RunningSnippet code = run("docs/http-interfaces.md", "interface Videos")) {
			Method add = code.methods().filter((method) -> method.getName().equals("add")).findFirst().orElseThrow();
			Class<?> type = add.getParameterTypes()[0];
			Object video = BeanUtils.instantiateClass(type.getDeclaredConstructors()[0], "Intro", "films");
			assertThat(code.call(add, video)).hasToString("Video[id=1, title=Intro]");
		}
		assertThat(this.platform.calls()).singleElement().satisfies((call) -> {
			assertThat(call.header(HttpHeaders.CONTENT_TYPE)).isEqualTo("application/json");
			assertThat(call.body()).isEqualTo("{\"title\":\"Intro\",\"collectionId\":\"films\"}");
		});
	}

	@Test
	void reportsWhenMethodNamesAnotherClientThenCarryItsToken() throws IOException {
		try (RunningSnippet code = run("docs/http-interfaces.md", "interface Reports")) {
			code.call("mine");
			code.call("all");
		}
		assertThat(this.platform.calls()).extracting((call) -> this.platform.issued().client(call.bearer()))
			.containsExactly("anonymous", "jobs");
	}

	@Test
	void customerVideosWhenDomainIsNamedThenCalledWithATokenOfItsOwn() throws IOException {
		try (TestPlatform customer = new TestPlatform();
				RunningSnippet code = new RunningSnippet(
						MarkdownPage.of("docs/many-domains.md")
							.java("class CustomerVideos")
							.replace("https://", "http://"),
						this.classes, "platform.root-url=" + this.platform.rootUrl(), "platform.client-id=reports",
						"platform.client-secret=secret", "platform.grant-type=client_credentials",
						"platform.roots.nearest-address=loopback",
						"platform.discovery.trusted-issuers=" + customer.issuer())) {
			customer.api((request) -> TestResponse.json("{\"items\":[]}"));
			code.call("list", URI.create(customer.rootUrl()).getAuthority());
			assertThat(customer.calls()).extracting(RecordedRequest::bearer).containsExactly("access-1");
			assertThat(customer.tokenRequests()).hasSize(1);
		}
		assertThat(this.platform.tokenRequests()).isEmpty();
	}

	@Test
	void playlistWhenCallerHasATokenThenItIsPassedOn() throws IOException {
		this.platform.api((request) -> TestResponse.json("{\"items\":[]}"));
		try (RunningSnippet code = run("docs/rest-client.md", "class Playlist")) {
			Object token = this.platform.issued().issue("caller", "web").get("access_token");
			code.call("playlist", "Bearer " + token);
			assertThat(this.platform.calls()).extracting(RecordedRequest::bearer).isEqualTo(List.of(token));
		}
		assertThat(this.platform.tokenRequests()).isEmpty();
	}

	@Test
	void readinessWhenPasswordIsWrongThenNamesTheCure() throws IOException {
		refuse("invalid_grant");
		try (RunningSnippet code = run("docs/doctor.md", "class PlatformReadiness")) {
			assertThat(code.call("cures")).asInstanceOf(InstanceOfAssertFactories.list(String.class))
				.singleElement()
				.asString()
				.contains("platform.password");
		}
	}

	@Test
	void mockWhenItTakesThePlaceOfTheClientsThenWebClientIsThatOfTheProperties() throws Exception {
		String test = MarkdownPage.of("docs/using.md")
			.java("@MockitoBean")
			.replace("@SpringBootTest", "@SpringBootTest(classes = CleanupApplication.class, properties = "
					+ "{ \"platform.root-url=%s\", \"platform.username=developer\", \"platform.password=developer\" })"
						.formatted(this.platform.rootUrl()));
		assertThat(JavaSnippet.of(test + """
				@org.springframework.boot.autoconfigure.EnableAutoConfiguration
				class CleanupApplication {

				}
				""").compile(this.classes)).isEmpty();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { this.classes.toUri().toURL() })) {
			TestContextManager manager = new TestContextManager(loader.loadClass("CleanupTests"));
			Object instance = BeanUtils.instantiateClass(manager.getTestContext().getTestClass());
			manager.prepareTestInstance(instance);
			ApplicationContext context = manager.getTestContext().getApplicationContext();
			PlatformClients clients = context.getBean(PlatformClients.class);
			assertThat(Mockito.mockingDetails(clients).isMock()).isTrue();
			assertThat(instance).extracting("clients").isSameAs(clients);
			get(context.getBean("platformWebClient"));
		}
		assertThat(this.platform.calls()).extracting(RecordedRequest::bearer).containsExactly("access-1");
	}

	@Test
	void outagesWhenThereIsNoTokenThenEitherKindOfServerRespondsWith503() throws IOException {
		refuse("invalid_grant");
		try (RunningSnippet code = run("docs/logins.md", "class Outages")) {
			Object advice = code.context().getBean("outages");
			VideosController controller = new VideosController(
					code.context().getBean("platformWebClient", WebClient.class));
			assertThat(MockMvcTester
				.create(MockMvcBuilders.standaloneSetup(controller).setControllerAdvice(advice).build())
				.get()
				.uri("/videos")).hasStatus(503).bodyText().contains("The videos are not available now.");
			WebTestClient.bindToController(controller)
				.controllerAdvice(advice)
				.build()
				.get()
				.uri("/videos")
				.exchange()
				.expectStatus()
				.isEqualTo(503)
				.expectBody()
				.jsonPath("$.detail")
				.isEqualTo("The videos are not available now.");
		}
	}

	private RunningSnippet run(String page, String text) throws IOException {
		return new RunningSnippet(
				MarkdownPage.of(page).java(text).replace("https://api.example.com", this.platform.rootUrl()),
				this.classes, "platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=developer", "platform.clients.jobs.grant-type=client_credentials",
				"platform.clients.jobs.client-id=jobs", "platform.clients.jobs.client-secret=secret");
	}

	/**
	 * Call the API by a client of either kind.
	 */
	private static void call(RunningSnippet code, String client) {
		get(code.context().getBean(client));
	}

	private static void get(Object client) {
		if (client instanceof RestClient restClient) {
			restClient.get().uri("videos").retrieve().toBodilessEntity();
		}
		else {
			((WebClient) client).get().uri("videos").retrieve().toBodilessEntity().block();
		}
	}

	private void refuse(String error) {
		this.platform.tokenEndpoint().always((form) -> TestResponse.json(400, Map.of("error", error)));
	}

	/**
	 * A page that calls the platform.
	 */
	@RestController
	static class VideosController {

		private final WebClient platform;

		VideosController(WebClient platform) {
			this.platform = platform;
		}

		@GetMapping("/videos")
		Mono<String> videos() {
			return this.platform.get().uri("videos").retrieve().bodyToMono(String.class);
		}

	}

}
