package io.videoplatform.samples.quickstart.clients;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.PlatformToken;
import io.videoplatform.samples.quickstart.Videos.Page;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Service;

/**
 * Videos of the platform by the JDK's {@code HttpClient}, which knows nothing of the
 * starter and follows no redirects: it is given the current token for each request.
 */
@Service
class HttpClientVideos {

	private static final Duration PATIENCE = Duration.ofSeconds(5);

	private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

	private final PlatformClient platform;

	private final JsonMapper jsonMapper;

	HttpClientVideos(PlatformClients clients, JsonMapper jsonMapper) {
		this.platform = clients.get(PlatformClients.DEFAULT);
		this.jsonMapper = jsonMapper;
	}

	Page list() throws IOException, InterruptedException {
		PlatformToken token = this.platform.token();
		HttpResponse<String> response = send(token);
		if (response.statusCode() == 401 && token.reject()) {
			response = send(this.platform.token());
		}
		if (response.statusCode() != 200) {
			throw new IOException("The API responded with " + response.statusCode());
		}
		return this.jsonMapper.readValue(response.body(), Page.class);
	}

	private HttpResponse<String> send(PlatformToken token) throws IOException, InterruptedException {
		URI videos = this.platform.snapshot().baseUrl().resolve("videos?limit=8");
		HttpRequest request = HttpRequest.newBuilder(videos)
			.timeout(PATIENCE)
			.header("Authorization", "Bearer " + token.value())
			.build();
		return this.http.send(request, HttpResponse.BodyHandlers.ofString());
	}

}
