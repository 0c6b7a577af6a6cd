package io.videoplatform.login;

import java.util.Map;

import io.videoplatform.transport.Digest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.util.HtmlUtils;

/**
 * The pages for people whose login does not go on, and who gets them. All foreign text in
 * a page is escaped.
 */
public final class LoginPages {

	private static final String STYLE = ":root { color-scheme: light dark } "
			+ "body { font: 1rem/1.5 system-ui, sans-serif; margin: 12vh auto; max-width: 36rem; padding: 0 1.25rem; "
			+ "overflow-wrap: anywhere } h1 { font-size: 1.6rem; line-height: 1.2 } "
			+ "a { display: inline-block; margin-top: .5rem; padding: .6rem 1.2rem; border-radius: .4rem; "
			+ "background: #14509b; color: #fff; text-decoration: none } a:hover, a:focus { background: #0d3a73 }";

	/**
	 * The headers of a page besides its type. It is written where no filter chain of the
	 * application adds headers of its own.
	 */
	public static final Map<String, String> HEADERS = Map.of(HttpHeaders.CACHE_CONTROL, "no-store",
			"Content-Security-Policy",
			"default-src 'none'; style-src %s; frame-ancestors 'none'".formatted(Digest.source(STYLE)),
			"X-Content-Type-Options", "nosniff");

	private static final String PAGE = """
			<!DOCTYPE html>
			<html lang="en">
			<head>
			<meta charset="utf-8">
			<meta name="viewport" content="width=device-width, initial-scale=1">
			<title>%1$s</title>
			<style>%5$s</style>
			</head>
			<body>
			<main>
			<h1>%1$s</h1>
			<p>%2$s</p>
			<p><a href="%3$s">%4$s</a></p>
			</main>
			</body>
			</html>
			""";

	private static final long SOON = 10;

	private LoginPages() {
	}

	/**
	 * Return the page that says that nobody can log in for now.
	 * @param loginUrl where the login begins again
	 * @param seconds after how many seconds that makes sense
	 * @return the page
	 */
	public static String unavailable(String loginUrl, long seconds) {
		return page("You cannot log in just now",
				"The service that checks who you are does not answer. Please try again %s."
					.formatted((seconds <= SOON) ? "in a few seconds" : "in %d seconds".formatted(seconds)),
				loginUrl, "Try again");
	}

	/**
	 * Return the page that says why a login was refused.
	 * @param refusal why
	 * @param loginUrl where the login begins again
	 * @return the page
	 */
	public static String refused(LoginRefusal refusal, String loginUrl) {
		return page("Your login was refused", "%s. This attempt did not log you in.".formatted(refusal.reason()),
				loginUrl, "Log in again");
	}

	private static String page(String title, String text, String url, String link) {
		return PAGE.formatted(escaped(title), escaped(text), escaped(url), escaped(link), STYLE);
	}

	private static String escaped(String text) {
		return HtmlUtils.htmlEscape(text, "UTF-8");
	}

	/**
	 * Return whether a page is what a request wants, as a person's browser does that
	 * follows a link, and no script.
	 * @param accept the header {@code Accept}
	 * @param requestedWith the header {@code X-Requested-With}
	 * @return whether it is
	 */
	public static boolean wantsPage(@Nullable String accept, @Nullable String requestedWith) {
		if ("XMLHttpRequest".equals(requestedWith)) {
			return false;
		}
		try {
			return MediaType.parseMediaTypes(accept).stream().anyMatch(LoginPages::isPage);
		}
		catch (InvalidMediaTypeException ex) {
			// No browser writes that
			return false;
		}
	}

	/**
	 * Return whether a page is the right answer where people come by links and redirects:
	 * unless a script says that it wants something else.
	 * @param accept the header {@code Accept}
	 * @param requestedWith the header {@code X-Requested-With}
	 * @return whether it is
	 */
	public static boolean takesPage(@Nullable String accept, @Nullable String requestedWith) {
		return wantsPage(accept, requestedWith) || (!"XMLHttpRequest".equals(requestedWith)
				&& (accept == null || accept.isBlank() || accept.trim().equals(MediaType.ALL_VALUE)));
	}

	private static boolean isPage(MediaType type) {
		return type.getQualityValue() > 0 && (type.equalsTypeAndSubtype(MediaType.TEXT_HTML)
				|| type.equalsTypeAndSubtype(MediaType.APPLICATION_XHTML_XML));
	}

}
