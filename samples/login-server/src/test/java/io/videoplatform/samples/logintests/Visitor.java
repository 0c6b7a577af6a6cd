package io.videoplatform.samples.logintests;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Browser of one person: it keeps cookies, follows redirects and fills in forms.
 */
public final class Visitor {

	private static final String BOUNDARY = "part-of-the-form";

	private final HttpClient http = HttpClient.newBuilder()
		.cookieHandler(new CookieManager())
		.followRedirects(HttpClient.Redirect.NORMAL)
		.build();

	private final URI application;

	/**
	 * Create a new instance.
	 */
	public Visitor(URI application) {
		this.application = application;
	}

	/**
	 * Open a page of the application.
	 */
	public VisitedPage open(String path) throws IOException, InterruptedException {
		return visit(HttpRequest.newBuilder(this.application.resolve(path)), 200);
	}

	/**
	 * Request the videos, and log in at the platform on the way.
	 */
	public VisitedPage logIn(String account) throws IOException, InterruptedException {
		return logIn(open("/videos"), account);
	}

	/**
	 * Log in at the platform.
	 */
	public VisitedPage logIn(VisitedPage form, String account) throws IOException, InterruptedException {
		return submit(form, "/login", Map.of("username", account, "password", account));
	}

	/**
	 * Log out of the application.
	 */
	public VisitedPage logOut() throws IOException, InterruptedException {
		return submit(open("/videos"), "/logout", Map.of());
	}

	/**
	 * Upload a small video into the first of the collections.
	 */
	public VisitedPage upload(String title) throws IOException, InterruptedException {
		VisitedPage form = open("/videos");
		String body = part("_csrf", "", form.csrfToken()) + part("title", "", title)
				+ part("collectionId", "", form.collection())
				+ part("file", "; filename=\"small.y4m\"\r\nContent-Type: video/x-yuv4mpeg", "a few bytes")
				+ "--%s--\r\n".formatted(BOUNDARY);
		return post(form.address().resolve("/videos"), "multipart/form-data; boundary=" + BOUNDARY, body);
	}

	private VisitedPage submit(VisitedPage page, String action, Map<String, String> fields)
			throws IOException, InterruptedException {
		String form = fields.entrySet()
			.stream()
			.map((field) -> "&%s=%s".formatted(field.getKey(), encode(field.getValue())))
			.collect(Collectors.joining("", "_csrf=" + encode(page.csrfToken()), ""));
		return post(page.address().resolve(action), "application/x-www-form-urlencoded", form);
	}

	private VisitedPage post(URI address, String contentType, String body) throws IOException, InterruptedException {
		return visit(HttpRequest.newBuilder(address)
			.header("Content-Type", contentType)
			.POST(HttpRequest.BodyPublishers.ofString(body)), 200);
	}

	private VisitedPage visit(HttpRequest.Builder request, int status) throws IOException, InterruptedException {
		HttpResponse<String> response = this.http.send(request.header("Accept", "text/html").build(),
				HttpResponse.BodyHandlers.ofString());
		if (response.statusCode() != status) {
			throw new AssertionError(
					"The response of %s is %d:%n%s".formatted(response.uri(), response.statusCode(), response.body()));
		}
		return new VisitedPage(response.uri(), response.body());
	}

	private static String part(String name, String more, String value) {
		return "--%s\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n%s\r\n".formatted(BOUNDARY, name, more,
				value);
	}

	private static String encode(String value) {
		return URLEncoder.encode(value, StandardCharsets.UTF_8);
	}

}
