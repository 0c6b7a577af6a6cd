package io.videoplatform.samples.loginserver.reactive;

import java.time.Duration;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.samples.logintests.HeldToken;
import io.videoplatform.samples.logintests.VideoApi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.MediaType;
import org.springframework.http.client.MultipartBodyBuilder;
import org.springframework.security.config.oauth2.client.CommonOAuth2Provider;
import org.springframework.security.oauth2.client.registration.InMemoryReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.test.web.reactive.server.WebTestClient;
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
import static org.springframework.security.test.web.reactive.server.SecurityMockServerConfigurers.csrf;
import static org.springframework.security.test.web.reactive.server.SecurityMockServerConfigurers.mockOidcLogin;

/**
 * Tests for {@link VideoPages} and for who may see them.
 */
@WebFluxTest(VideoPages.class)
@Import({ SecurityConfiguration.class, Videos.class })
class VideoPagesTests {

	@RegisterExtension
	static final VideoApi api = new VideoApi();

	private WebTestClient anonymous;

	private WebTestClient person;

	@BeforeEach
	void logIn(@Autowired WebTestClient client) {
		this.anonymous = client.mutate().responseTimeout(Duration.ofMinutes(5)).build();
		this.person = this.anonymous.mutateWith(mockOidcLogin().idToken(
				(token) -> token.subject("editor").issuer("https://issuer.example").claim("name", "Eddie Editor")));
	}

	@Test
	void startWhenNobodyIsLoggedInThenOffersLogin() {
		assertThat(page(this.anonymous, "/")).contains("href=\"/videos\"", ">Log in</a>").doesNotContain("<script");
		assertThat(page(this.anonymous, "/style.css")).contains(".card");
	}

	@Test
	void startWhenLoggedInThenOffersVideosAndLogout() {
		assertThat(page(this.person, "/")).contains("<strong>Eddie Editor</strong>", ">Your videos</a>", ">Log out<")
			.doesNotContain(">Log in<");
	}

	@Test
	void videosWhenNobodyIsLoggedInThenLeadsToLogin() {
		this.anonymous.get()
			.uri("/videos")
			.accept(MediaType.TEXT_HTML)
			.exchange()
			.expectStatus()
			.isFound()
			.expectHeader()
			.location("/oauth2/authorization/platform");
	}

	@Test
	void videosWhenLoggedInThenShowsPersonAndVideos() {
		assertThat(page(this.person, "/videos"))
			.contains("A &lt;film&gt;", ">Eddie Editor<", ">editor<", ">https://issuer.example<", ">Films</option>")
			.containsPattern("action=\"/logout\"[^>]*><input type=\"hidden\" name=\"_csrf\"")
			.doesNotContain("role=\"alert\"", "role=\"status\"");
	}

	@Test
	void videosWhenLoggedInThenShowsTimesOfToken() {
		assertThat(page(this.person, "/videos")).contains("datetime=\"2030-01-01T12:00:00Z\"",
				"datetime=\"2030-01-01T12:00:24Z\"", "datetime=\"2030-01-01T12:00:30Z\"", "<dd>7</dd>");
	}

	@Test
	void videosWhenApiRefusesThenSaysSoOnPage() {
		api.respond(503);
		assertThat(page(this.person, "/videos")).contains("role=\"alert\"", "503", "Log out", ">Eddie Editor<")
			.doesNotContain("Upload a video");
	}

	@Test
	void uploadWhenSentThenReachesApi() {
		upload(this.person.mutateWith(csrf())).expectStatus()
			.isSeeOther()
			.expectHeader()
			.location("/videos?uploaded=true");
		assertThat(page(this.person, "/videos?uploaded=true")).contains("role=\"status\"");
		api.verify(postRequestedFor(urlEqualTo("/v1/videos")).withRequestBody(equalToJson("""
				{ "title": "New", "collectionId": "films" }""")));
		api.verify(putRequestedFor(urlEqualTo("/v1/videos/v2/content")).withHeader("Content-Type", equalTo("video/mp4"))
			.withRequestBody(equalTo("bytes")));
	}

	@Test
	void uploadWhenApiRefusesThenSaysSoOnPage() {
		api.stubFor(put("/v1/videos/v2/content").willReturn(aResponse().withStatus(413)));
		assertThat(upload(this.person.mutateWith(csrf())).expectStatus()
			.isOk()
			.expectBody(String.class)
			.returnResult()
			.getResponseBody()).contains("role=\"alert\"", "413");
	}

	@Test
	void uploadWhenCsrfTokenIsMissingThenForbidden() {
		upload(this.person).expectStatus().isForbidden();
		api.verify(0, postRequestedFor(anyUrl()));
	}

	@Test
	void logoutWhenCsrfTokenIsMissingThenForbidden() {
		this.person.post().uri("/logout").exchange().expectStatus().isForbidden();
		this.person.mutateWith(csrf()).post().uri("/logout").exchange().expectStatus().isFound();
	}

	@Test
	void pageWhenSentThenAllowsNothingOfOthers() {
		this.anonymous.get()
			.uri("/")
			.exchange()
			.expectHeader()
			.value("Content-Security-Policy", (policy) -> assertThat(policy).contains("default-src 'none'"));
	}

	private static WebTestClient.ResponseSpec upload(WebTestClient client) {
		MultipartBodyBuilder form = new MultipartBodyBuilder();
		form.part("title", "New");
		form.part("collectionId", "films");
		form.part("file", new ByteArrayResource("bytes".getBytes()), MediaType.parseMediaType("video/mp4"))
			.filename("new.mp4");
		return client.post()
			.uri("/videos")
			.contentType(MediaType.MULTIPART_FORM_DATA)
			.bodyValue(form.build())
			.exchange();
	}

	private static String page(WebTestClient client, String uri) {
		return String.valueOf(client.get()
			.uri(uri)
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody(String.class)
			.returnResult()
			.getResponseBody());
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
		ReactiveClientRegistrationRepository clientRegistrationRepository() {
			return new InMemoryReactiveClientRegistrationRepository(CommonOAuth2Provider.GITHUB.getBuilder("platform")
				.clientId("client")
				.clientSecret("secret")
				.build());
		}

	}

}
