package io.videoplatform.samples.localplatform;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Lazy;

/**
 * Plain HTTP client of the platform under test.
 */
@Lazy
class PlatformClient {

	static final String ISSUER_PATH = "/auth/realms/platform";

	private final HttpClient http = HttpClient.newHttpClient();

	private final JsonMapper jsonMapper = new JsonMapper();

	private final String root;

	PlatformClient(@Value("${local.server.port}") int port) {
		this.root = "http://127.0.0.1:" + port;
	}

	String root() {
		return this.root;
	}

	String issuer() {
		return this.root + ISSUER_PATH;
	}

	HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
		return this.http.send(request.build(), HttpResponse.BodyHandlers.ofString());
	}

	HttpResponse<byte[]> download(HttpRequest.Builder request) throws IOException, InterruptedException {
		return this.http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
	}

	HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create(this.root + path));
	}

	HttpRequest.Builder authorized(String path) throws IOException, InterruptedException {
		return bearer(path, json(password()).get("access_token").asString());
	}

	HttpRequest.Builder bearer(String path, String token) {
		return request(path).header("Authorization", "Bearer " + token);
	}

	HttpResponse<String> get(String path) throws IOException, InterruptedException {
		return send(request(path));
	}

	HttpResponse<String> webfinger(String resource) throws IOException, InterruptedException {
		return get("/.well-known/webfinger?resource=" + encode(resource));
	}

	HttpResponse<String> password() throws IOException, InterruptedException {
		return token(Map.of("grant_type", "password", "client_id", "anonymous", "username", "developer", "password",
				"developer", "scope", "openid"));
	}

	HttpResponse<String> refresh(String refreshToken) throws IOException, InterruptedException {
		return token(Map.of("grant_type", "refresh_token", "client_id", "anonymous", "refresh_token", refreshToken));
	}

	HttpResponse<String> token(Map<String, String> form) throws IOException, InterruptedException {
		return send(tokenRequest(form));
	}

	HttpRequest.Builder tokenRequest(Map<String, String> form) {
		return post(ISSUER_PATH + "/oauth2/token", form);
	}

	HttpRequest.Builder post(String path, Map<String, String> form) {
		return request(path).header("Content-Type", "application/x-www-form-urlencoded")
			.POST(HttpRequest.BodyPublishers.ofString(encode(form)));
	}

	JsonNode json(HttpResponse<String> response) {
		return this.jsonMapper.readTree(response.body());
	}

	static String encode(Map<String, String> form) {
		return form.entrySet()
			.stream()
			.map((entry) -> entry.getKey() + "=" + encode(entry.getValue()))
			.collect(Collectors.joining("&"));
	}

	private static String encode(String value) {
		return URLEncoder.encode(value, StandardCharsets.UTF_8);
	}

}
