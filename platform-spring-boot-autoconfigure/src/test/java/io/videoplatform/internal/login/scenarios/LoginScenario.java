package io.videoplatform.internal.login.scenarios;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.web.util.UriComponentsBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Scenarios that run on both stacks, at applications that all tests share.
 */
@ParameterizedClass
@EnumSource(Stack.class)
@ExtendWith(RunningApplications.class)
abstract class LoginScenario {

	private final List<LoginApplication> started = new ArrayList<>();

	private @Nullable LoginApplication application;

	@Parameter
	Stack stack;

	@BeforeEach
	void reset() {
		this.application = running(shared(), properties());
	}

	@AfterEach
	void close() {
		this.started.forEach(LoginApplication::close);
	}

	/**
	 * Return the kind of the application that most tests of the class use.
	 */
	Application shared() {
		return Application.OWN_CHAIN;
	}

	/**
	 * Return the properties of the application that most tests of the class use.
	 */
	String[] properties() {
		return new String[0];
	}

	/**
	 * Return the application that most tests of the class use.
	 */
	LoginApplication application() {
		assertThat(this.application).isNotNull();
		return this.application;
	}

	/**
	 * Return an application that all tests share, as {@link RunningApplications} has it.
	 */
	LoginApplication running(Application application, String... properties) {
		return RunningApplications.get(this.stack, application, properties);
	}

	/**
	 * Start an application for one test that needs what no provider has told it yet.
	 */
	LoginApplication start(Application application, String... properties) {
		LoginApplication result = new LoginApplication(this.stack, application, properties);
		this.started.add(result);
		return result;
	}

	TestPlatform provider() {
		return application().provider();
	}

	Browser browser() {
		return application().browser();
	}

	/**
	 * Begin a login and return where the provider sends the browser back to.
	 */
	static String callback(Browser browser) {
		return Browser.location(browser.get(Browser.location(browser.get("/oauth2/authorization/platform"))));
	}

	static Map<String, String> query(String url) {
		return UriComponentsBuilder.fromUri(URI.create(url)).build().getQueryParams().toSingleValueMap();
	}

	static void assertLoggedIn(Browser browser, String user) {
		HttpResponse<String> me = browser.get("/me");
		assertThat(me.statusCode()).isEqualTo(200);
		assertThat(me.body()).isEqualTo("DefaultOidcUser " + user);
	}

	static void assertLoggedOut(Browser browser) {
		assertThat(browser.get("/me").statusCode()).isEqualTo(302);
	}

	/**
	 * The response to a callback that no login can be made of: a page that a person can
	 * read, and a way back.
	 */
	static void assertRefused(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.headers().firstValue("Content-Type").orElseThrow())
			.isEqualToIgnoringCase("text/html;charset=UTF-8");
		assertThat(response.body()).contains("Your login was refused", "href=\"/oauth2/authorization/platform\"");
	}

	/**
	 * The response while the provider is down: to people a page, when to come again, and
	 * where.
	 */
	static void assertUnavailable(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(503);
		assertThat(response.headers().firstValue("Retry-After"))
			.hasValueSatisfying((seconds) -> assertThat(Integer.parseInt(seconds)).isBetween(1, 30));
		assertThat(response.body()).contains("You cannot log in just now", "Try again",
				"href=\"/oauth2/authorization/platform\"");
	}

	/**
	 * The response to a script whose user has to log in again.
	 */
	static void assertProblem(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
		assertThat(response.headers().firstValue("Location")).isEmpty();
		assertThat(response.body()).contains("\"status\":401", "\"title\":\"Unauthorized\"");
	}

}
