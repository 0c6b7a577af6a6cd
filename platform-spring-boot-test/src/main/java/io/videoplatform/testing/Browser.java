package io.videoplatform.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A browser as far as logins need one: cookies, redirects, and forms with a CSRF token.
 */
public final class Browser {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final int REDIRECTS = 10;

	private static final int TOP_FRAMES = 6;

	private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

	private static final Pattern REACTIVE = Pattern.compile("parallel|lettuce-(epoll|nio)|webflux-http");

	private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);

	private final HttpClient client = HttpClient.newBuilder()
		.cookieHandler(this.cookies)
		.connectTimeout(PATIENCE)
		.build();

	private final String root;

	/**
	 * Open a browser.
	 */
	public Browser(String root) {
		this.root = root;
	}

	/**
	 * Ask for a page and follow no redirect.
	 */
	public HttpResponse<String> get(String url, String... headers) {
		return send(request(url, headers));
	}

	/**
	 * Ask for a page and follow redirects.
	 */
	public HttpResponse<String> open(String url) {
		return follow(get(url));
	}

	/**
	 * Follow the redirects of an response.
	 */
	public HttpResponse<String> follow(HttpResponse<String> response) {
		HttpResponse<String> last = response;
		for (int i = 0; i < REDIRECTS && isRedirect(last); i++) {
			last = get(location(last));
		}
		if (isRedirect(last)) {
			throw new IllegalStateException("Redirected for ever, at last to " + location(last));
		}
		return last;
	}

	/**
	 * Send the form of a page.
	 */
	public HttpResponse<String> submit(String page, String action) {
		Matcher csrf = CSRF.matcher(get(page).body());
		return post(action, csrf.find() ? Map.of("_csrf", csrf.group(1)) : Map.of());
	}

	/**
	 * Send a form.
	 */
	public HttpResponse<String> post(String action, Map<String, String> fields) {
		String body = fields.entrySet()
			.stream()
			.map((field) -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
			.collect(Collectors.joining("&"));
		return send(request(action, "Content-Type", "application/x-www-form-urlencoded")
			.POST(HttpRequest.BodyPublishers.ofString(body)));
	}

	/**
	 * Send a request with any method and follow no redirect.
	 */
	public HttpResponse<String> send(String method, String url, String body) {
		String[] type = body.isEmpty() ? new String[0]
				: new String[] { "Content-Type", "application/x-www-form-urlencoded" };
		return send(request(url, type).method(method, HttpRequest.BodyPublishers.ofString(body)));
	}

	/**
	 * Return where an response redirects to.
	 */
	public static String location(HttpResponse<String> response) {
		return response.request().uri().resolve(response.headers().firstValue("Location").orElseThrow()).toString();
	}

	/**
	 * Return the cookies.
	 */
	public CookieManager cookies() {
		return this.cookies;
	}

	private static boolean isRedirect(HttpResponse<String> response) {
		return response.statusCode() / 100 == 3 && response.headers().firstValue("Location").isPresent();
	}

	private HttpRequest.Builder request(String url, String... headers) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url.startsWith("/") ? this.root + url : url))
			.timeout(PATIENCE)
			.setHeader("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
		for (int i = 0; i < headers.length; i += 2) {
			request.setHeader(headers[i], headers[i + 1]);
		}
		return request;
	}

	private HttpResponse<String> send(HttpRequest.Builder request) {
		try {
			return this.client.send(request.build(), HttpResponse.BodyHandlers.ofString());
		}
		catch (HttpTimeoutException ex) {
			throw new UncheckedIOException("%s; threads at work: %s".formatted(ex.getMessage(), threadsAtWork()), ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Return the threads that run code of the project, and those that reactive work of
	 * applications goes on, for the one question that a request without a response
	 * leaves: who waits for whom.
	 */
	private static String threadsAtWork() {
		return Thread.getAllStackTraces()
			.entrySet()
			.stream()
			.filter((thread) -> thread.getKey() != Thread.currentThread())
			.filter((thread) -> REACTIVE.matcher(thread.getKey().getName()).lookingAt()
					|| Stream.of(thread.getValue()).anyMatch(Browser::isOurs))
			.map((thread) -> Stream
				.concat(Stream.of(thread.getValue()).limit(TOP_FRAMES),
						Stream.of(thread.getValue()).filter(Browser::isOurs))
				.map(StackTraceElement::toString)
				.distinct()
				.collect(Collectors.joining(" < ", thread.getKey().getName() + ": ", "")))
			.collect(Collectors.joining("\n\t", "\n\t", ""));
	}

	private static boolean isOurs(StackTraceElement frame) {
		return frame.getClassName().startsWith("io.videoplatform.");
	}

}
