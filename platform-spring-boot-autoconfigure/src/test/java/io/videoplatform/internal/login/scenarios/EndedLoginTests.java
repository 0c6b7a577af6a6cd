package io.videoplatform.internal.login.scenarios;

import java.io.UncheckedIOException;
import java.net.http.HttpResponse;

import io.videoplatform.PlatformEvent;
import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Refreshes of logins, and users whose login can be refreshed no more.
 */
class EndedLoginTests extends LoginScenario {

	@Test
	void whenAccessTokenRunsOutThenRefreshedOnceAndUserNoticesNothing() {
		Browser browser = application().loggedIn();
		long refreshes = application().refreshes();
		String before = browser.get("/videos").body();
		application().letTokensRunOut();
		HttpResponse<String> page = browser.get("/videos");
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.body()).contains("\"ann\"").isNotEqualTo(before);
		assertThat(browser.get("/videos").body()).isEqualTo(page.body());
		assertThat(application().refreshes()).isEqualTo(refreshes + 1);
	}

	@Test
	void whenRefreshTokenIsDeadThenPersonLogsInAgainAndSeesThatPage() {
		Browser browser = application().loggedIn();
		long logins = application().authorizations();
		long held = application().logins();
		provider().issued().revokeRefreshTokens();
		application().letTokensRunOut();
		HttpResponse<String> page = browser.open("/videos?page=2");
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.uri()).hasPath("/videos").hasParameter("page", "2");
		assertThat(page.body()).contains("\"ann\"");
		assertThat(application().authorizations()).isEqualTo(logins + 1);
		assertThat(application().logins()).isEqualTo(held);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/mono", "/chain", "/client", "/thread", "/spring/manager" })
	void whenRefreshTokenIsDeadThenPersonLogsInAgainWhateverMadeTheCallAndScriptGetsProblem(String path) {
		LoginApplication application = running(Application.BOOT_CHAIN);
		Browser browser = application.loggedIn();
		application.provider().issued().revokeRefreshTokens();
		application.letTokensRunOut();
		application.events().clear();
		assertThat(browser.get(path, "Accept", "application/json")).satisfies((response) -> {
			assertThat(response.statusCode()).isEqualTo(401);
			assertThat(response.headers().firstValue("Content-Type").orElseThrow())
				.startsWith("application/problem+json");
		});
		assertThat(application.authorizations()).isEqualTo(1);
		assertThat(application.events()).extracting(PlatformEvent::message)
			.filteredOn((message) -> message.contains("invalid_grant"))
			.singleElement()
			.asString()
			.contains("'platform'")
			.doesNotContain("refresh-ann", "access-ann", "eyJ");
		HttpResponse<String> page = browser.open(path);
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.uri()).hasPath(path);
		assertThat(page.body()).contains("ann");
		assertThat(application.authorizations()).isEqualTo(2);
	}

	@Test
	void whenLoginOfFormHasEndedThenFormIsNotSentAgainForWhoeverLogsIn() {
		Browser browser = application().loggedIn("ann");
		assertThat(browser.submit("/logout", "/save").body()).contains("\"ann\"");
		provider().issued().revokeRefreshTokens();
		application().letTokensRunOut();
		provider().logins().user("bob");
		int calls = provider().requests("/v1/videos").size();
		HttpResponse<String> page = browser.follow(browser.submit("/logout", "/save"));
		assertThat(page.uri()).hasPath("/");
		assertThat(provider().requests("/v1/videos")).hasSize(calls);
		assertLoggedIn(browser, "bob");
	}

	@Tag("full")
	@Test
	void whenRefreshTokenIsDeadAndProviderDownThenUnavailable() {
		LoginApplication application = application();
		Browser browser = application.loggedIn();
		application.provider().issued().revokeRefreshTokens();
		application.letTokensRunOut();
		assertProblem(browser.get("/videos", "Accept", "application/json"));
		application.provider().stop();
		application.pause();
		assertUnavailable(browser.open("/videos"));
		application.provider().restart();
		application.pause();
		assertThat(browser.open("/videos").body()).contains("\"ann\"");
	}

	@Test
	void whenPageIsSentInPartThenTheLoginThatAnotherTabHasBegunGoesOn() {
		Browser browser = application().loggedIn();
		provider().issued().revokeRefreshTokens();
		application().letTokensRunOut();
		String callback = callback(browser);
		long authorizations = application().authorizations();
		assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> browser.get("/stream"));
		browser.get(callback);
		assertThat(browser.get("/videos").body()).contains("\"ann\"");
		assertThat(application().authorizations()).isEqualTo(authorizations);
	}

	/**
	 * What else can be wrong with it is shown where it is checked.
	 */
	@Test
	void whenRefreshBringsIdTokenOfAnotherUserThenTokensAreNotUsedAndUserLogsInAgain() {
		Browser browser = application().loggedIn();
		provider().idTokens().claims((claims) -> claims.put("sub", "bob"));
		application().letTokensRunOut();
		application().events().clear();
		assertProblem(browser.get("/videos", "Accept", "application/json"));
		assertThat(application().events()).extracting(PlatformEvent::message)
			.anySatisfy((message) -> assertThat(message).contains("'platform'", "ID token"));
		provider().reset();
		assertThat(browser.open("/videos").body()).contains("\"ann\"");
	}

	@Test
	void whenRefreshBringsNoIdTokenThenGood() {
		Browser browser = application().loggedIn();
		provider().issued().response((response) -> response.remove("id_token"));
		application().letTokensRunOut();
		assertThat(browser.get("/videos").body()).contains("\"ann\"");
		assertThat(application().warnings()).isEmpty();
	}

	@Test
	void whenProviderIsDownAtRefreshThenNobodyIsLoggedOut() {
		LoginApplication application = application();
		Browser browser = application.loggedIn();
		application.letTokensRunOut();
		application.provider().fail("/token", 503);
		assertThat(browser.get("/videos").statusCode()).isGreaterThanOrEqualTo(500);
		assertLoggedIn(browser, "ann");
		application.provider().repair();
		application.pause();
		assertThat(browser.get("/videos").body()).contains("\"ann\"");
		assertThat(application.authorizations()).isEqualTo(1);
	}

	@Test
	void whenOneLoginIsDeadThenAnotherOfTheSameUserGoesOn() {
		Browser dead = application().loggedIn();
		provider().issued().revokeRefreshTokens();
		Browser current = application().loggedIn();
		application().letTokensRunOut();
		assertProblem(dead.get("/videos", "Accept", "application/json"));
		assertThat(current.get("/videos").body()).contains("\"ann\"");
	}

}
