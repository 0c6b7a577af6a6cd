package io.videoplatform.internal.login;

import java.util.Map;
import java.util.regex.Pattern;

import io.videoplatform.internal.http.Digest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.util.HtmlUtils;

/**
 * The pages for people whose login does not go on, and who gets them. All foreign text in
 * a page is escaped.
 */
public final class LoginFailurePage {

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

	private static final Pattern ERROR = Pattern.compile("[?&]error(?:[=&#]|$)");

	private LoginFailurePage() {
	}

	/**
	 * Return the page that says that nobody can log in for now.
	 * @param explanation why
	 * @param loginUrl where the login begins again
	 * @param seconds after how many seconds that makes sense
	 * @return the page
	 */
	public static String unavailable(String explanation, String loginUrl, long seconds) {
		return page("You cannot log in just now",
				"%s. Please try again %s.".formatted(explanation,
						(seconds <= SOON) ? "in a few seconds" : "in %d seconds".formatted(seconds)),
				loginUrl, "Try again");
	}

	/**
	 * Return the page that says why a login was refused.
	 * @param refusal why
	 * @param loginUrl where the login begins again
	 * @return the page
	 */
	public static String refused(LoginRefusal refusal, String loginUrl) {
		return page(refusal.title(),
				"%s. You are not logged in by this attempt; you can log in again.".formatted(refusal.reason()),
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
	 * @param headers the headers of the request
	 * @return whether it is
	 */
	public static boolean wantsPage(HttpHeaders headers) {
		if (isScript(headers)) {
			return false;
		}
		try {
			return headers.getAccept().stream().anyMatch(LoginFailurePage::isPage);
		}
		catch (InvalidMediaTypeException ex) {
			// No browser writes that
			return false;
		}
	}

	/**
	 * Return whether a page is the right response where people come by links and
	 * redirects: unless a script says that it wants something else.
	 * @param headers the headers of the request
	 * @return whether it is
	 */
	public static boolean takesPage(HttpHeaders headers) {
		String accept = headers.getFirst(HttpHeaders.ACCEPT);
		return wantsPage(headers) || (!isScript(headers)
				&& (accept == null || accept.isBlank() || accept.trim().equals(MediaType.ALL_VALUE)));
	}

	/**
	 * Fetch Metadata Request Headers, section 2.3: only a navigation shows a page.
	 */
	private static boolean isScript(HttpHeaders headers) {
		String mode = headers.getFirst("Sec-Fetch-Mode");
		return "XMLHttpRequest".equals(headers.getFirst("X-Requested-With"))
				|| (mode != null && !mode.equals("navigate"));
	}

	/**
	 * Return whether a redirect leads to a page that shows a failed login, as Spring
	 * Security does by convention. A page of the application may have the word in its
	 * name.
	 * @param location the address that the browser is sent to, if it is sent somewhere
	 * @return whether the address has the parameter {@code error}
	 */
	public static boolean leadsToError(@Nullable String location) {
		int query = (location != null) ? location.indexOf('?') : -1;
		return location != null && query >= 0 && ERROR.matcher(location.substring(query)).find();
	}

	/**
	 * Return whether a redirect leads to the error on the login page that Spring Security
	 * generates.
	 * @param location the address that the browser is sent to, if it is sent somewhere
	 * @param contextPath the context path of the application
	 * @return whether it does
	 */
	public static boolean isGeneratedError(@Nullable String location, String contextPath) {
		return (contextPath + "/login?error").equals(location);
	}

	private static boolean isPage(MediaType type) {
		return type.getQualityValue() > 0 && (type.equalsTypeAndSubtype(MediaType.TEXT_HTML)
				|| type.equalsTypeAndSubtype(MediaType.APPLICATION_XHTML_XML));
	}

}
