package io.videoplatform.samples.loginserver;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.samples.logintests.HeldToken;
import io.videoplatform.samples.logintests.VideoApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.security.config.oauth2.client.CommonOAuth2Provider;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.request.RequestPostProcessor;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.put;
import static com.github.tomakehurst.wiremock.client.WireMock.putRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;

/**
 * Tests for {@link VideoPages} and for who may see them.
 */
@WebMvcTest(VideoPages.class)
@Import({ SecurityConfiguration.class, Videos.class })
class VideoPagesTests {

	@RegisterExtension
	static final VideoApi api = new VideoApi();

	@Autowired
	private MockMvcTester mvc;

	@Test
	void startWhenNobodyIsLoggedInThenOffersLogin() {
		assertThat(this.mvc.get().uri("/")).hasStatusOk()
			.bodyText()
			.contains("href=\"/videos\"", ">Log in</a>")
			.doesNotContain("<script");
		assertThat(this.mvc.get().uri("/style.css")).hasStatusOk();
	}

	@Test
	void startWhenLoggedInThenOffersVideosAndLogout() {
		assertThat(this.mvc.get().uri("/").with(person())).bodyText()
			.contains("<strong>Eddie Editor</strong>", ">Your videos</a>", ">Log out<")
			.doesNotContain(">Log in<");
	}

	@Test
	void videosWhenNobodyIsLoggedInThenLeadsToLogin() {
		assertThat(this.mvc.get().uri("/videos").accept("text/html"))
			.hasRedirectedUrl("/oauth2/authorization/platform");
	}

	@Test
	void videosWhenLoggedInThenShowsPersonAndVideos() {
		assertThat(this.mvc.get().uri("/videos").with(person())).hasStatusOk()
			.bodyText()
			.contains("A &lt;film&gt;", ">Eddie Editor<", ">editor<", ">https://issuer.example<", ">Films</option>")
			.containsPattern("action=\"/logout\"[^>]*><input type=\"hidden\" name=\"_csrf\"")
			.doesNotContain("role=\"alert\"", "role=\"status\"");
	}

	@Test
	void videosWhenLoggedInThenShowsTimesOfToken() {
		assertThat(this.mvc.get().uri("/videos").with(person())).bodyText()
			.contains("datetime=\"2030-01-01T12:00:00Z\"", "datetime=\"2030-01-01T12:00:24Z\"",
					"datetime=\"2030-01-01T12:00:30Z\"", "<dd>7</dd>");
	}

	@Test
	void videosWhenApiRefusesThenSaysSoOnPage() {
		api.respond(503);
		assertThat(this.mvc.get().uri("/videos").with(person())).hasStatusOk()
			.bodyText()
			.contains("role=\"alert\"", "503", "Log out", ">Eddie Editor<")
			.doesNotContain("Upload a video");
	}

	@Test
	void uploadWhenSentThenReachesApi() {
		assertThat(upload(csrf())).hasRedirectedUrl("/videos?uploaded=true");
		assertThat(this.mvc.get().uri("/videos?uploaded=true").with(person())).bodyText().contains("role=\"status\"");
		api.verify(postRequestedFor(urlEqualTo("/v1/videos")).withRequestBody(equalToJson("""
				{ "title": "New", "collectionId": "films" }""")));
		api.verify(putRequestedFor(urlEqualTo("/v1/videos/v2/content")).withHeader("Content-Type", equalTo("video/mp4"))
			.withHeader("Content-Length", equalTo("5"))
			.withRequestBody(equalTo("bytes")));
	}

	@Test
	void uploadWhenApiRefusesThenSaysSoOnPage() {
		api.stubFor(put("/v1/videos/v2/content").willReturn(aResponse().withStatus(413)));
		assertThat(upload(csrf())).hasStatusOk().bodyText().contains("role=\"alert\"", "413");
	}

	@Test
	void uploadWhenCsrfTokenIsMissingThenForbidden() {
		assertThat(upload((request) -> request)).hasStatus(403);
		api.verify(0, postRequestedFor(anyUrl()));
	}

	@Test
	void logoutWhenCsrfTokenIsMissingThenForbidden() {
		assertThat(this.mvc.post().uri("/logout").with(person())).hasStatus(403);
		assertThat(this.mvc.post().uri("/logout").with(person()).with(csrf())).hasStatus3xxRedirection();
	}

	@Test
	void pageWhenSentThenAllowsNothingOfOthers() {
		assertThat(this.mvc.get().uri("/")).headers()
			.hasHeaderSatisfying("Content-Security-Policy",
					(policy) -> assertThat(policy).singleElement().asString().contains("default-src 'none'"));
	}

	private MockMvcTester.MockMultipartMvcRequestBuilder upload() {
		return this.mvc.post()
			.uri("/videos")
			.multipart()
			.file(new MockMultipartFile("file", "new.mp4", "video/mp4", "bytes".getBytes()));
	}

	private MockMvcTester.MockMultipartMvcRequestBuilder upload(RequestPostProcessor with) {
		return upload().param("title", "New").param("collectionId", "films").with(person()).with(with);
	}

	private static RequestPostProcessor person() {
		return SecurityMockMvcRequestPostProcessors.oidcLogin()
			.idToken((token) -> token.subject("editor").issuer("https://issuer.example").claim("name", "Eddie Editor"));
	}

	/**
	 * What the starter brings.
	 */
	@TestConfiguration(proxyBeanMethods = false)
	static class Platform {

		@Bean
		WebClient platformWebClient() {
			return api.webClient();
		}

		@Bean
		PlatformClients platformClients(WebClient webClient) {
			return new HeldToken(webClient);
		}

		@Bean
		ClientRegistrationRepository clientRegistrationRepository() {
			return new InMemoryClientRegistrationRepository(CommonOAuth2Provider.GITHUB.getBuilder("platform")
				.clientId("client")
				.clientSecret("secret")
				.build());
		}

	}

}
