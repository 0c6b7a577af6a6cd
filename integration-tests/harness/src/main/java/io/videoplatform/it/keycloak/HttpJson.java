package io.videoplatform.it.keycloak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Plain HTTP requests whose responses are read as text.
 */
final class HttpJson {

	private static final HttpClient CLIENT = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofMinutes(1))
		.build();

	private HttpJson() {
	}

	static HttpRequest.Builder request(URI uri) {
		return HttpRequest.newBuilder(uri).timeout(Duration.ofMinutes(5));
	}

	static HttpRequest.Builder form(URI uri, Map<String, String> parameters) {
		String body = parameters.entrySet()
			.stream()
			.map((entry) -> encode(entry.getKey()) + "=" + encode(entry.getValue()))
			.collect(Collectors.joining("&"));
		return request(uri).header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString(body));
	}

	static HttpResponse<String> send(HttpRequest request) {
		try {
			return CLIENT.send(request, BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No response to " + request.method() + " " + request.uri(), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted in " + request.method() + " " + request.uri(), ex);
		}
	}

	private static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

}
