package io.videoplatform.it.login.application;

/**
 * The pages that people see.
 */
final class Html {

	private Html() {
	}

	static String start() {
		return page("Videos", "<p id='start'>Welcome</p>");
	}

	static String login() {
		return page("Please log in",
				"<p><a id='own-login' href='/oauth2/authorization/platform'>Log in at the platform</a></p>");
	}

	static String logout(String csrfParameter, String csrfToken) {
		return page("Log out?", """
				<form method='post' action='/logout'>
				<input type='hidden' name='%s' value='%s'>
				<button type='submit'>Log out</button>
				</form>""".formatted(csrfParameter, csrfToken));
	}

	private static String page(String title, String body) {
		return """
				<!doctype html>
				<html lang='en'>
				<head><title>%1$s</title></head>
				<body><h1>%1$s</h1>%2$s</body>
				</html>""".formatted(title, body);
	}

}
