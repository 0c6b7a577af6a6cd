package io.videoplatform.samples.browserapp;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A browser without scripts whose user logs in at the server, and what the page's script
 * does then.
 */
final class Visitor {

	private static final Pattern FORM_TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

	private static final Pattern PAGE_TOKEN = Pattern.compile("name=\"csrf\" content=\"([^\"]+)\"");

	private final HttpClient client = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.cookieHandler(new CookieManager())
		.followRedirects(HttpClient.Redirect.NORMAL)
		.build();

	private final URI application;

	private String csrf = "";

	Visitor(URI application) {
		this.application = application;
	}

	/**
	 * Log in at the local platform, which this browser has no session of yet.
	 */
	Visitor logIn() throws IOException, InterruptedException {
		HttpResponse<String> form = send(request("/oauth2/authorization/platform"));
		HttpResponse<String> page = send(HttpRequest.newBuilder(form.uri().resolve("/login"))
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(form("username", "developer", "password", "developer", "_csrf", find(FORM_TOKEN, form))));
		assertThat(page.uri()).isEqualTo(this.application.resolve("/"));
		this.csrf = find(PAGE_TOKEN, page);
		return this;
	}

	void logOut() throws IOException, InterruptedException {
		assertThat(send(withToken("/logout").POST(BodyPublishers.noBody())).statusCode()).isEqualTo(200);
	}

	/**
	 * Create a video without content.
	 */
	String create(String title) throws IOException, InterruptedException {
		HttpResponse<String> created = send(withToken("/server/videos").header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString("{\"title\":\"%s\",\"collectionId\":\"films\"}".formatted(title))));
		assertThat(created.statusCode()).isEqualTo(201);
		return "/server/videos/%s/content".formatted(created.body().replaceAll(".*\"id\":\"([^\"]+)\".*", "$1"));
	}

	HttpResponse<String> upload(String path, String type, BodyPublisher body) throws IOException, InterruptedException {
		return send(withToken(path).header("Content-Type", type).PUT(body));
	}

	HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(this.application.resolve(path));
	}

	HttpRequest.Builder withToken(String path) {
		return request(path).header("X-CSRF-TOKEN", this.csrf);
	}

	HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
		return send(request, BodyHandlers.ofString());
	}

	<T> HttpResponse<T> send(HttpRequest.Builder request, BodyHandler<T> handler)
			throws IOException, InterruptedException {
		return this.client.send(request.build(), handler);
	}

	private static BodyPublisher form(String... namesAndValues) {
		StringBuilder form = new StringBuilder();
		for (int i = 0; i < namesAndValues.length; i += 2) {
			form.append(namesAndValues[i])
				.append('=')
				.append(URLEncoder.encode(namesAndValues[i + 1], StandardCharsets.UTF_8))
				.append('&');
		}
		return BodyPublishers.ofString(form.toString());
	}

	private static String find(Pattern pattern, HttpResponse<String> page) {
		Matcher matcher = pattern.matcher(page.body());
		assertThat(matcher.find()).as("%s at %s: %s", pattern, page.uri(), page.body()).isTrue();
		return matcher.group(1);
	}

}
