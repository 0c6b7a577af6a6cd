package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import io.videoplatform.MarkdownPage;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.web.method.annotation.OAuth2AuthorizedClientArgumentResolver;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.client.RestClient;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the code which the page on migration replaces gets a token without the
 * starter, with the properties of that page.
 */
class ReplacedSnippetTests {

	/**
	 * Spring Security has one in web applications.
	 */
	private static final String MANAGER = """
			@Configuration
			class Managers {

				@Bean
				OAuth2AuthorizedClientManager manager(ClientRegistrationRepository registrations,
						OAuth2AuthorizedClientService clients) {
					return new AuthorizedClientServiceOAuth2AuthorizedClientManager(registrations, clients);
				}

			}
			""";

	private final TestPlatform platform = new TestPlatform();

	@TempDir
	private Path classes;

	/**
	 * Spring Security requires a member that a provider must have and the starter does
	 * not use.
	 */
	ReplacedSnippetTests() {
		this.platform.documents().metadata((metadata) -> metadata.put("subject_types_supported", List.of("public")));
	}

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void webClientWhenCalledInARequestThenCarriesTheToken() throws IOException {
		RequestContextHolder.setRequestAttributes(
				new ServletRequestAttributes(new MockHttpServletRequest(), new MockHttpServletResponse()));
		try (RunningSnippet code = run("ServletOAuth2AuthorizedClientExchangeFilterFunction", "")) {
			code.call("list");
		}
		finally {
			RequestContextHolder.resetRequestAttributes();
		}
		assertCalledWithToken();
	}

	@Test
	void restClientWhenCalledThenCarriesTheToken() throws IOException {
		try (RunningSnippet code = run("OAuth2ClientHttpRequestInterceptor", MANAGER)) {
			code.context().getBean(RestClient.class).get().uri("videos").retrieve().toBodilessEntity();
		}
		assertCalledWithToken();
	}

	@Test
	void handlerWhenCalledThenPassesTheToken() throws IOException {
		try (RunningSnippet code = run("@RegisteredOAuth2AuthorizedClient", MANAGER)) {
			assertThat(MockMvcTester
				.create(MockMvcBuilders.standaloneSetup(code.context().getBean("videoPage"))
					.setCustomArgumentResolvers(new OAuth2AuthorizedClientArgumentResolver(
							code.context().getBean(OAuth2AuthorizedClientManager.class)))
					.build())
				.get()
				.uri("/videos")).hasStatusOk();
		}
		assertCalledWithToken();
	}

	@Test
	void filterWhenCalledTwiceThenBothCarryOneToken() throws IOException {
		try (RunningSnippet code = run("class TokenFilter", "")) {
			WebClient client = WebClient.builder()
				.baseUrl(this.platform.rootUrl())
				.filter(code.context().getBean(ExchangeFilterFunction.class))
				.build();
			client.get().uri("/v1/videos").retrieve().toBodilessEntity().block();
			client.get().uri("/v1/videos").retrieve().toBodilessEntity().block();
		}
		assertThat(this.platform.calls()).extracting(RecordedRequest::bearer).containsExactly("access-1", "access-1");
	}

	private RunningSnippet run(String text, String more) throws IOException {
		String snippet = MarkdownPage.of("docs/migration.md")
			.java(text)
			.replace("https://api.example.com", this.platform.rootUrl())
			.replace("https://login.example.com", this.platform.issuer())
			.replace("/realms/platform/protocol/openid-connect/token", "/token")
			.replace("System.getenv(\"VIDEOS_SECRET\")", "\"secret\"");
		String client = "spring.security.oauth2.client.";
		return new RunningSnippet(snippet + more, this.classes, "platform.enabled=false",
				client + "registration.videos.provider=videos", client + "registration.videos.client-id=reports",
				client + "registration.videos.client-secret=secret",
				client + "registration.videos.authorization-grant-type=client_credentials",
				client + "provider.videos.issuer-uri=" + this.platform.issuer());
	}

	private void assertCalledWithToken() {
		assertThat(this.platform.calls()).extracting(RecordedRequest::bearer).containsExactly("access-1");
	}

}
