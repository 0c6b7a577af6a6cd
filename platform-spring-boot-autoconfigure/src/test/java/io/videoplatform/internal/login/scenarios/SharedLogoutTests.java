package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logouts that the provider requests at one node, of sessions that began at another.
 */
class SharedLogoutTests extends ClusterScenario {

	private static final String BACK_CHANNEL = "/logout/connect/back-channel/platform";

	private static final SerializedSessions SESSIONS = new SerializedSessions();

	private final Map<String, String> sids = new ConcurrentHashMap<>();

	@Override
	Cluster start() {
		return new Cluster(this.stack, Application.SPRING_SESSION, SESSIONS.repository(this.stack),
				"platform.login.back-channel-logout=true");
	}

	@BeforeEach
	void noteSessions() {
		SESSIONS.down(false);
		provider().idTokens()
			.claims((claims) -> this.sids.put(claims.get("sub").toString(), claims.get("sid").toString()));
	}

	@Test
	void whenSessionOfAnotherNodeThenItIsOverAtAll() {
		Browser ann = loggedIn(0, "ann");
		Browser bob = loggedIn(0, "bob");
		assertLoggedIn(ann, 2, "ann");
		assertDone(send(1, token("ann", (claims) -> {
		})));
		assertLoggedOut(ann, 0);
		assertLoggedOut(ann, 2);
		assertLoggedIn(bob, 1, "bob");
	}

	@Test
	void whenTokenHasNoSessionThenAllOfTheUserEnd() {
		Browser first = loggedIn(0, "ann");
		Browser second = loggedIn(1, "ann");
		Browser bob = loggedIn(1, "bob");
		assertDone(send(1, token("ann", (claims) -> claims.remove("sid"))));
		assertLoggedOut(first, 0);
		assertLoggedOut(second, 0);
		assertLoggedIn(bob, 0, "bob");
	}

	@Tag("full")
	@Test
	void whenNodeOfTheLoginIsGoneThenTheSessionEnds() {
		Browser ann = loggedIn(0, "ann");
		cluster().stop(0);
		assertLoggedIn(ann, 1, "ann");
		assertDone(send(1, token("ann", (claims) -> {
		})));
		assertLoggedOut(ann, 1);
	}

	@Test
	void whenUserHasLoggedInAgainInTheSessionThenOnlyTheNewLoginIsMeant() {
		Browser browser = loggedIn(0, "ann");
		provider().logins().user("bob");
		at(1);
		browser.open("/oauth2/authorization/platform");
		assertLoggedIn(browser, 0, "bob");
		assertDone(send(0, token("ann", (claims) -> {
		})));
		assertDone(send(1, token("ann", (claims) -> claims.remove("sid"))));
		assertLoggedIn(browser, 1, "bob");
		assertDone(send(0, token("bob", (claims) -> {
		})));
		assertLoggedOut(browser, 1);
	}

	@Test
	void whenStoreIsDownThenUnavailableAndTheSameTokenWorksLater() {
		Browser ann = loggedIn(0, "ann");
		String token = token("ann", (claims) -> {
		});
		store().down(true);
		assertUnavailable(send(1, token));
		assertUnavailable(send(0, token));
		store().down(false);
		assertDone(send(1, token));
		assertLoggedOut(ann, 0);
	}

	@Tag("full")
	@Test
	void whenSessionsCannotBeDeletedThenUnavailableAndTheSameTokenWorksLater() {
		Browser ann = loggedIn(0, "ann");
		String token = token("ann", (claims) -> {
		});
		SESSIONS.down(true);
		assertUnavailable(send(0, token));
		assertUnavailable(send(1, token));
		SESSIONS.down(false);
		assertDone(send(1, token));
		assertLoggedOut(ann, 0);
		assertLoggedOut(ann, 1);
	}

	@Tag("full")
	@Test
	void whenLoginsCannotBeEndedThenSessionsAreDeletedAllTheSame() {
		Browser ann = loggedIn(0, "ann");
		Browser bob = loggedIn(0, "bob");
		String annsToken = token("ann", (claims) -> {
		});
		store().readOnly(true);
		assertUnavailable(send(1, annsToken));
		assertUnavailable(send(0, token("bob", (claims) -> {
		})));
		assertLoggedOut(ann, 0);
		assertLoggedOut(bob, 1);
		store().readOnly(false);
		assertDone(send(1, annsToken));
	}

	@Tag("full")
	@Test
	void whenStoreIsDownThenLoginIsRefusedForNow() {
		at(0);
		store().down(true);
		Browser browser = browser();
		HttpResponse<String> response = browser.open("/me");
		assertThat(response.statusCode()).isEqualTo(503);
		assertThat(response.headers().firstValue("Retry-After")).isPresent();
		assertThat(response.body()).contains("You cannot log in just now",
				"This application cannot complete your login");
		store().down(false);
		browser.open("/me");
		assertLoggedIn(browser, 0, "ann");
	}

	@Test
	void whenUserLogsOutThenProviderEndsNothingElse() {
		Browser ann = loggedIn(0, "ann");
		Browser same = loggedIn(0, "ann");
		at(1);
		assertThat(ann.submit("/logout", "/logout").statusCode()).isEqualTo(302);
		assertLoggedOut(ann, 0);
		assertLoggedIn(same, 1, "ann");
		assertDone(send(0, token("ann", (claims) -> claims.remove("sid"))));
		assertLoggedOut(same, 1);
	}

	private String token(String user, Consumer<Map<String, Object>> change) {
		return provider().idTokens().logoutToken(this.sids.get(user), (claims) -> {
			claims.put("sub", user);
			change.accept(claims);
		});
	}

	private HttpResponse<String> send(int node, String token) {
		at(node);
		return browser().post(BACK_CHANNEL, Map.of("logout_token", token));
	}

	private static void assertDone(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(200);
	}

	private static void assertUnavailable(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(503);
		assertThat(response.headers().firstValue("Retry-After")).isPresent();
		assertThat(response.body()).contains("temporarily_unavailable");
	}

}
