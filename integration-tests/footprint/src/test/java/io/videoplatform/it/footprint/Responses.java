package io.videoplatform.it.footprint;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Requests the URLs of an application and records the relevant parts of the responses:
 * status, {@code Location}, challenges, names of cookies and the body, with all that
 * differs from run to run masked.
 */
final class Responses {

	private static final List<String> URLS = List.of("/", "/hello", "/missing", "/login", "/logout", "/error",
			"/oauth2/authorization/github", "/oauth2/authorization/platform",
			"/login/oauth2/code/platform?code=a&state=b");

	private static final List<Pattern> VOLATILE = List.of(Pattern.compile(":\\d{4,5}(?=/)"),
			Pattern.compile("(?<=[?&](?:state|nonce|code_challenge)=)[^&\\s]+"),
			Pattern.compile("(?<=jsessionid=)[0-9A-F]+"), Pattern.compile("(?<=value=\")[\\w-]{40,}"),
			Pattern.compile("(?<=<div id='created'>)[^<]+"), Pattern.compile("(?<=<div>\\[)[0-9a-f]+-\\d+"),
			Pattern.compile("(?<=\"timestamp\":\")[^\"]+"), Pattern.compile("(?<=\"requestId\":\")[^\"]+"));

	private final HttpClient client = HttpClient.newHttpClient();

	private final String root;

	Responses(int port) {
		this.root = "http://127.0.0.1:" + port;
	}

	/**
	 * Request nine URLs as a browser, for one as a program, by POST, and with a password.
	 */
	List<String> all() throws IOException, InterruptedException {
		List<String> responses = new ArrayList<>();
		for (String url : URLS) {
			responses.add(send(request(url).header("Accept", "text/html")));
		}
		responses.add(send(request("/hello").header("Accept", "application/json")));
		responses.add(send(request("/hello").POST(BodyPublishers.noBody())));
		responses.add(send(request("/hello").header("Authorization", basic("user", "secret"))));
		return responses;
	}

	private HttpRequest.Builder request(String url) {
		return HttpRequest.newBuilder(URI.create(this.root + url));
	}

	private static String basic(String user, String password) {
		String credentials = user + ":" + password;
		return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
	}

	private String send(HttpRequest.Builder builder) throws IOException, InterruptedException {
		HttpRequest request = builder.build();
		HttpResponse<String> response = this.client.send(request, BodyHandlers.ofString());
		List<String> cookies = response.headers()
			.allValues("Set-Cookie")
			.stream()
			.map((cookie) -> cookie.replaceFirst("=[^;]*", "=*"))
			.toList();
		return mask("%s %s %s -> %d, Location %s, WWW-Authenticate %s, Set-Cookie %s%n%s".formatted(request.method(),
				request.uri().getPath(), request.headers().firstValue("Accept").orElse("*"), response.statusCode(),
				response.headers().allValues("Location"), response.headers().allValues("WWW-Authenticate"), cookies,
				response.body()));
	}

	private static String mask(String text) {
		String masked = text;
		for (Pattern pattern : VOLATILE) {
			masked = pattern.matcher(masked).replaceAll("*");
		}
		return masked;
	}

}
