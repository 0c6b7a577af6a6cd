package io.videoplatform.internal.login;

import java.util.Map;

import io.videoplatform.internal.http.Digest;

import org.springframework.http.HttpHeaders;
import org.springframework.web.util.HtmlUtils;

/**
 * The page for a person whose login does not go on. All foreign text in it is escaped.
 */
final class LoginFailurePage {

	private static final String STYLE = """
			:root { color-scheme: light dark }
			body { background: light-dark(#f3f5f6, #0e1419); color: light-dark(#14202b, #e7edf2);
			  font: 1rem/1.5 system-ui, sans-serif; margin: 12vh auto; max-width: 40rem; padding: 0 1rem }
			main { background: light-dark(#fff, #161e25); border: 1px solid light-dark(#c3ccd3, #3b4a57);
			  border-left: .4rem solid light-dark(#b3261e, #ff8a80); border-radius: .9rem;
			  overflow-wrap: anywhere; padding: 1.25rem }
			h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 }
			a { background: light-dark(#0b6b63, #4fd1c0); border-radius: .5rem; color: light-dark(#fff, #06231f);
			  display: inline-block; padding: .5rem 1rem; text-decoration: none }
			a:hover, a:focus { text-decoration: underline }
			""";

	/**
	 * The headers of a page besides its type. It is written where no filter chain of the
	 * application adds headers of its own.
	 */
	static final Map<String, String> HEADERS = Map.of(HttpHeaders.CACHE_CONTROL, "no-store", "Content-Security-Policy",
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
			<a href="%3$s">%4$s</a>
			</main>
			</body>
			</html>
			""";

	private static final long SOON = 10;

	private LoginFailurePage() {
	}

	/**
	 * Return the page that says that logins are not possible for now.
	 */
	static String unavailable(String explanation, String loginUrl, long seconds) {
		return page("You cannot log in just now",
				"%s. Please try again %s.".formatted(explanation,
						(seconds <= SOON) ? "in a few seconds" : "in %d seconds".formatted(seconds)),
				loginUrl, "Try again");
	}

	/**
	 * Return the page that says why a login was refused.
	 */
	static String refused(LoginRefusal refusal, String loginUrl) {
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

}
