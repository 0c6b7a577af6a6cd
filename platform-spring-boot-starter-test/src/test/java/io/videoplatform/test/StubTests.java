package io.videoplatform.test;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.RestClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aMultipart;
import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.containing;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Which stub responds to an authorized request.
 */
@ExtendWith(MockPlatformExtension.class)
class StubTests {

	private RestClient api;

	private String base;

	@BeforeEach
	void authorize(MockPlatform platform) {
		Map<String, String> properties = Arrays.stream(platform.properties())
			.map((property) -> property.split("=", 2))
			.collect(Collectors.toMap((parts) -> parts[0], (parts) -> parts[1]));
		MultiValueMap<String, String> form = new LinkedMultiValueMap<>();
		form.add("grant_type", "client_credentials");
		form.add("client_id", properties.get("platform.client-id"));
		form.add("client_secret", properties.get("platform.client-secret"));
		Map<?, ?> token = RestClient.create()
			.post()
			.uri(platform.issuer() + "/token")
			.body(form)
			.retrieve()
			.body(Map.class);
		assertThat(token).isNotNull();
		this.base = platform.rootUrl() + "/v1/";
		this.api = RestClient.builder()
			.defaultHeaders((headers) -> headers.setBearerAuth(String.valueOf(token.get("access_token"))))
			.defaultStatusHandler((status) -> true, (request, response) -> {
			})
			.build();
	}

	private ResponseEntity<String> read(String path) {
		return this.api.get().uri(URI.create(this.base + path)).retrieve().toEntity(String.class);
	}

	private ResponseEntity<String> readWithCookies(String cookies) {
		return this.api.get()
			.uri(this.base + "videos")
			.header(HttpHeaders.COOKIE, cookies)
			.retrieve()
			.toEntity(String.class);
	}

	private ResponseEntity<String> send(MediaType type, MultiValueMap<String, Object> body) {
		return this.api.post().uri(this.base + "videos").contentType(type).body(body).retrieve().toEntity(String.class);
	}

	private static MultiValueMap<String, Object> values(String name, Object... values) {
		MultiValueMap<String, Object> body = new LinkedMultiValueMap<>();
		body.addAll(name, Arrays.asList(values));
		return body;
	}

	@Test
	void callWhenPartsMatchThenResponse(MockPlatform platform) {
		platform.stubFor(
				post("/v1/videos")
					.withMultipartRequestBody(
							aMultipart("title").withHeader("Content-Disposition", containing("form-data"))
								.withBody(equalTo("Intro")))
					.willReturn(ok("uploaded")));
		assertThat(send(MediaType.MULTIPART_FORM_DATA, values("title", "Intro")).getBody()).isEqualTo("uploaded");
		assertThat(send(MediaType.MULTIPART_FORM_DATA, values("title", "Outro")).getStatusCode().value())
			.isEqualTo(404);
		assertThat(send(MediaType.APPLICATION_FORM_URLENCODED, values("title", "Intro")).getStatusCode().value())
			.isEqualTo(404);
	}

	@Test
	void callWhenFormMatchesThenResponse(MockPlatform platform) {
		platform.stubFor(post("/v1/videos").withFormParam("title", absent()).willReturn(ok("none")));
		platform.stubFor(post("/v1/videos").withFormParam("title", equalTo("Grüße & mehr")).willReturn(ok("second")));
		assertThat(send(MediaType.APPLICATION_FORM_URLENCODED, values("title", "Intro", "Grüße & mehr")).getBody())
			.isEqualTo("second");
		assertThat(send(MediaType.APPLICATION_FORM_URLENCODED, values("other", "Intro")).getBody()).isEqualTo("none");
		assertThat(send(MediaType.APPLICATION_FORM_URLENCODED, values("title", "Intro")).getStatusCode().value())
			.isEqualTo(404);
	}

	@Test
	void callWhenCookieMatchesThenResponse(MockPlatform platform) {
		platform.stub("videos", "all");
		platform.stubFor(get("/v1/videos").withCookie("region", equalTo("eu")).willReturn(ok("eu")));
		assertThat(readWithCookies("theme=dark; region=eu").getBody()).isEqualTo("eu");
		assertThat(readWithCookies("theme=dark; region=us").getBody()).isEqualTo("all");
		assertThat(read("videos").getBody()).isEqualTo("all");
	}

	@Test
	void callWhenResponseIsATemplateThenFilledIn(MockPlatform platform) {
		platform.stubFor(any(anyUrl())
			.willReturn(ok("{{request.method}} {{request.path}} {{request.cookies.region}} {{request.parts.file.body}}")
				.withTransformers("response-template")));
		assertThat(readWithCookies("region=eu").getBody()).isEqualTo("GET /v1/videos eu ");
		platform.stubFor(
				post("/v1/videos").willReturn(ok("{{request.parts.file.body}}").withTransformers("response-template")));
		assertThat(send(MediaType.MULTIPART_FORM_DATA, values("file", new ByteArrayResource("bytes".getBytes()) {

			@Override
			public String getFilename() {
				return "intro.mp4";
			}

		})).getBody()).isEqualTo("bytes");
	}

	@Test
	void callWhenNoResponseCanBeMadeThenItsCause(MockPlatform platform) {
		platform.stubFor(any(anyUrl()).andMatching((request) -> {
			throw new IllegalStateException("Not today");
		}).willReturn(ok()));
		ResponseEntity<String> response = read("videos");
		assertThat(response.getStatusCode().value()).isEqualTo(500);
		assertThat(response.getBody()).contains("/v1/videos", "Not today");
	}

	@Test
	void callWhenResponseIsDribbledThenWhole(MockPlatform platform) {
		platform.stubFor(get("/v1/videos").willReturn(ok("[1, 2, 3]").withChunkedDribbleDelay(3, 30)));
		assertThat(read("videos").getBody()).isEqualTo("[1, 2, 3]");
	}

	@Test
	void callWhenStubHasAFaultThenLost(MockPlatform platform) {
		platform.stubFor(get("/v1/videos").willReturn(aResponse().withFault(Fault.EMPTY_RESPONSE)));
		assertThatException().isThrownBy(() -> read("videos"));
		assertThat(platform.apiRequests()).extracting(ApiRequest::status).containsExactly(-1);
	}

	@Test
	void callWhenResponseOfAStubIsLostThenProcessed(MockPlatform platform) {
		platform.stubFor(get("/v1/videos").inScenario("once")
			.whenScenarioStateIs("Started")
			.willSetStateTo("done")
			.willReturn(ok("first")));
		platform.api().loseNext();
		assertThatException().isThrownBy(() -> read("videos"));
		assertThat(read("videos").getStatusCode().value()).isEqualTo(404);
		assertThat(platform.apiRequests()).extracting(ApiRequest::status).containsExactly(-1, 404);
	}

	@Test
	void comeBackWhenStubbedThenStubsAreThere(MockPlatform platform) {
		platform.stub("videos", "found").goDown().comeBack();
		assertThat(read("videos").getBody()).isEqualTo("found");
	}

	@Test
	void stubForWhenResponseIsThatOfAnotherServerThenRefused(MockPlatform platform) {
		MappingBuilder mapping = get("/v1/videos").willReturn(aResponse().proxiedFrom("https://api.example.invalid"));
		assertThatIllegalArgumentException().isThrownBy(() -> platform.stubFor(mapping))
			.withMessageContaining("proxiedFrom");
	}

	@Test
	void callWhenStubWasReplacedThenWithoutItsDelayAndScenario(MockPlatform platform) {
		platform.stubFor(get("/v1/videos").inScenario("once")
			.whenScenarioStateIs("Started")
			.willSetStateTo("done")
			.willReturn(ok("first").withFixedDelay((int) Duration.ofMinutes(5).toMillis())));
		platform
			.stubFor(get("/v1/state").inScenario("once").whenScenarioStateIs("Started").willReturn(ok("not served")));
		platform.stub("videos", "second");
		assertThat(read("videos").getBody()).isEqualTo("second");
		assertThat(read("state").getBody()).isEqualTo("not served");
	}

	@Test
	void callWhenStubHasPriorityThenBeforeLaterOnes(MockPlatform platform) {
		platform.stub("videos", "1");
		platform.stubFor(get("/v1/videos").willReturn(ok("2")));
		assertThat(read("videos").getBody()).isEqualTo("2");
		platform.stubFor(get(urlPathMatching("/v1/.*")).atPriority(10).willReturn(ok("other")));
		assertThat(read("videos").getBody()).isEqualTo("2");
		assertThat(read("others").getBody()).isEqualTo("other");
		platform.stubFor(get("/v1/videos").atPriority(1).willReturn(ok("first")));
		platform.stub("videos", "3");
		assertThat(read("videos").getBody()).isEqualTo("first");
	}

	@Test
	void resetWhenWireMockStartedLaterThenOnlyStubsOfTheStart(MockPlatform platform) {
		platform.stub("videos", "start");
		platform.started();
		platform.stub("videos", "test").stub("more", "test");
		platform.stubFor(get("/v1/further").willReturn(ok("test")));
		assertThat(read("videos").getBody() + read("more").getBody() + read("further").getBody())
			.isEqualTo("testtesttest");
		platform.reset();
		authorize(platform);
		assertThat(read("videos").getBody()).isEqualTo("start");
		assertThat(read("more").getStatusCode().value()).isEqualTo(404);
		assertThat(read("further").getStatusCode().value()).isEqualTo(404);
	}

	@Test
	void resetWhenStubsOfTheStartOverlapThenTheLastOneStillResponds(MockPlatform platform) {
		platform.stubFor(any(urlPathMatching("/v1/v.*")).willReturn(ok("first")));
		platform.stub("videos", "second");
		platform.stubFor(get(urlPathMatching("/v1/vi.*")).willReturn(ok("last")));
		platform.started();
		for (int i = 0; i < 2; i++) {
			platform.reset();
			authorize(platform);
			assertThat(read("videos").getBody()).isEqualTo("last");
		}
	}

	@ParameterizedTest
	@CsvSource({ "folders/My Videos, folders/My%20Videos", "folders/My%20Videos, folders/My%20Videos",
			"folders/Grüße, folders/Gr%c3%bc%C3%9Fe", "a;b=c, a%3Bb%3Dc", "v1/videos, videos", "/videos, videos",
			"/v1/videos, videos", "100%25, 100%25" })
	void callWhenPathIsTheSameDecodedThenResponse(String stubbed, String path, MockPlatform platform) {
		platform.stub(stubbed, "found");
		assertThat(read(path).getBody()).isEqualTo("found");
		platform.stubFor(get("/v1/other").willReturn(ok()));
		assertThat(read(path).getBody()).isEqualTo("found");
	}

	@Test
	void callWhenSlashIsEncodedThenAnotherPath(MockPlatform platform) {
		platform.stub("a/b", "found");
		assertThat(read("a%2Fb").getStatusCode().value()).isEqualTo(404);
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://127.0.0.1/v1/videos", "videos?page=1", "videos#x", "videos/{id}", "100%" })
	void stubWhenItIsNoPathThenRefused(String path, MockPlatform platform) {
		assertThatIllegalArgumentException().isThrownBy(() -> platform.stub(path, "[]")).withMessageContaining(path);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "video", "video/mp4\r\nX-Further: 1" })
	void stubWhenContentTypeIsNoneThenRefused(String contentType, MockPlatform platform) {
		assertThatIllegalArgumentException().isThrownBy(() -> platform.stub("videos", contentType, new byte[0]))
			.withMessageContaining(contentType);
	}

	@Test
	void callWhenQueryIsLongThenResponse(MockPlatform platform) {
		platform.stub("videos", "found");
		assertThat(read("videos?ids=" + "1,".repeat(4000)).getBody()).isEqualTo("found");
		assertThat(platform.apiRequests()).extracting(ApiRequest::status).containsExactly(200);
	}

	@Test
	void callWhenNothingIsStubbedThenTold(MockPlatform platform) {
		assertThat(read("videos?page=1").getBody()).isEqualTo("No stub for GET /v1/videos?page=1");
		assertThat(platform.apiRequests()).extracting(ApiRequest::status).containsExactly(404);
	}

	@Test
	void callWhenNoStubMatchesThenToldWhatIsThere(MockPlatform platform) {
		platform.stub("films", "[]");
		assertThat(read("videos").getBody()).isEqualTo("No stub for GET /v1/videos, there is GET /v1/films");
		platform.stubFor(post("/v1/videos").willReturn(aResponse()));
		assertThat(read("videos").getBody())
			.isEqualTo("No stub for GET /v1/videos, there is POST /v1/videos, GET /v1/films");
		for (int i = 0; i < 10; i++) {
			platform.stub("films/" + i, "[]");
		}
		assertThat(read("videos").getBody()).isEqualTo("No stub for GET /v1/videos");
	}

}
