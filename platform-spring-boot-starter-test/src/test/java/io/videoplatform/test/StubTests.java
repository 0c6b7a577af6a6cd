package io.videoplatform.test;

import java.net.URI;
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

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.RestClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aMultipart;
import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.containing;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
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

	@ParameterizedTest
	@ValueSource(strings = { "http://127.0.0.1/v1/videos", "videos?page=1", "videos#x", "videos/{id}", "100%" })
	void stubWhenItIsNoPathThenRefused(String path, MockPlatform platform) {
		assertThatIllegalArgumentException().isThrownBy(() -> platform.stub(path, "[]")).withMessageContaining(path);
	}

	@Test
	void callWhenNothingIsStubbedThenTold(MockPlatform platform) {
		assertThat(read("videos?page=1").getBody()).isEqualTo("No stub for GET /v1/videos?page=1. Make stubs"
				+ " before the call: in '@BeforeEach' or, for calls of an application's start, in a '@TestConfiguration'");
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
