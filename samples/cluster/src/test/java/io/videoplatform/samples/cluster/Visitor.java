package io.videoplatform.samples.cluster;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.videoplatform.testing.Browser;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * User who logs in through the proxy and calls the platform through all nodes.
 */
class Visitor {

	private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

	private final JsonMapper jsonMapper = new JsonMapper();

	private final Browser browser;

	Visitor(String root) {
		this.browser = new Browser(root);
	}

	void logIn() {
		HttpResponse<String> form = this.browser.open("/oauth2/authorization/platform");
		Matcher csrf = CSRF.matcher(form.body());
		assertThat(csrf.find()).as("login page of the platform").isTrue();
		HttpResponse<String> page = this.browser.follow(this.browser.post(form.uri().toString(),
				Map.of("username", "developer", "password", "developer", "_csrf", csrf.group(1))));
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.body()).contains("<h1>Cluster</h1>");
	}

	void logOut() {
		assertThat(this.browser.submit("/logout", "/logout").statusCode()).isEqualTo(302);
		assertThat(status()).isEqualTo(401);
	}

	/**
	 * Call the platform, which must succeed.
	 */
	String call() {
		HttpResponse<String> response = send();
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return this.jsonMapper.readTree(response.body()).get("node").asString();
	}

	/**
	 * Call the platform, which may be refused for a moment.
	 */
	Optional<String> tryCall() {
		HttpResponse<String> response = send();
		assertThat(response.statusCode()).as(response.body()).isIn(200, 503);
		return (response.statusCode() == 200)
				? Optional.of(this.jsonMapper.readTree(response.body()).get("node").asString()) : Optional.empty();
	}

	/**
	 * Call the platform.
	 */
	int status() {
		return send().statusCode();
	}

	private HttpResponse<String> send() {
		return this.browser.get("/videos", "Accept", "application/json");
	}

}
