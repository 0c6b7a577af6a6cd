package io.videoplatform.samples.localplatform;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for collections and videos.
 */
@LocalPlatformTest
class VideoApiTests {

	@Autowired
	private PlatformClient platform;

	@Test
	void callWhenNoTokenThenChallenge() throws Exception {
		HttpResponse<String> response = this.platform.get("/v1/videos");
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(response.headers().firstValue("WWW-Authenticate")).hasValue("Bearer realm=\"platform\"");
		assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(this.platform.json(response).get("status").asInt()).isEqualTo(401);
	}

	@ParameterizedTest
	@ValueSource(strings = { "garbage", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJkZXZlbG9wZXIifQ." })
	void callWhenTokenIsGarbageThenInvalidToken(String token) throws Exception {
		HttpResponse<String> response = this.platform.send(this.platform.bearer("/v1/videos", token));
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(response.headers().firstValue("WWW-Authenticate"))
			.hasValue("Bearer realm=\"platform\", error=\"invalid_token\"");
	}

	@Test
	void videosWhenNextIsFollowedThenAllOnce() throws Exception {
		List<String> ids = new ArrayList<>();
		String path = "/v1/videos?collection=tutorials&limit=3";
		while (path != null) {
			JsonNode page = getJson(path);
			page.get("items").forEach((video) -> ids.add(video.get("id").asString()));
			path = page.has("next") ? page.get("next").asString().substring(this.platform.root().length()) : null;
		}
		assertThat(ids).hasSize(8).doesNotHaveDuplicates();
	}

	@Test
	void createWhenDeletedThenGone() throws Exception {
		HttpResponse<String> created = create("{\"title\":\"Mine\",\"collectionId\":\"talks\"}");
		assertThat(created.statusCode()).isEqualTo(201);
		String path = URI.create(created.headers().firstValue("Location").orElseThrow()).getPath();
		assertThat(getJson(path)).isEqualTo(this.platform.json(created));
		assertThat(this.platform.send(this.platform.authorized(path).DELETE()).statusCode()).isEqualTo(204);
		assertProblem(this.platform.send(this.platform.authorized(path)), 404);
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{\"title\":\" \",\"collectionId\":\"talks\"}",
			"{\"title\":\"Mine\",\"collectionId\":\"none\"}", "{\"title\":", "[]" })
	void createWhenIncompleteThenBadRequest(String json) throws Exception {
		assertProblem(create(json), 400);
	}

	@ParameterizedTest
	@CsvSource({ "/v1/videos/none, 404", "/v1/collections/none, 404", "/v1/none, 404", "/v1/videos?limit=0, 400",
			"/v1/videos?limit=101, 400", "/v1/videos?offset=-1, 400", "/v1/videos?offset=x, 400" })
	void getWhenWrongThenProblem(String path, int status) throws Exception {
		assertProblem(this.platform.send(this.platform.authorized(path)), status);
	}

	private HttpResponse<String> create(String json) throws Exception {
		return this.platform.send(this.platform.authorized("/v1/videos")
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(json)));
	}

	private JsonNode getJson(String path) throws Exception {
		HttpResponse<String> response = this.platform.send(this.platform.authorized(path));
		assertThat(response.statusCode()).isEqualTo(200);
		return this.platform.json(response);
	}

	private void assertProblem(HttpResponse<String> response, int status) {
		assertThat(response.statusCode()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(this.platform.json(response).get("status").asInt()).isEqualTo(status);
	}

}
