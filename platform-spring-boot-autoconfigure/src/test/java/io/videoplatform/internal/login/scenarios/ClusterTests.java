package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

import io.videoplatform.Gates;
import io.videoplatform.login.PlatformUser;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins that begin at one node and come back to another.
 */
class ClusterTests extends ClusterScenario {

	/**
	 * Of an access token. The clock may not get far ahead of the system's, which Spring
	 * Security checks ID tokens by.
	 */
	private static final Duration LIFETIME = Duration.ofSeconds(20);

	/**
	 * Of the provider: longer than an application takes to close.
	 */
	private static final Duration RESPONSE = Duration.ofSeconds(1);

	@Override
	Cluster start() {
		return new Cluster(this.stack, Application.SPRING_SESSION, new SerializedSessions().repository(this.stack));
	}

	@Test
	void loginsWhenRequestsGoToTwoNodesInTurnThenAllSucceed() {
		at(0, 1);
		for (int i = 0; i < 4; i++) {
			Browser browser = browser();
			browser.open("/me");
			LoginScenario.assertLoggedIn(browser, "ann");
			LoginScenario.assertLoggedIn(browser, "ann");
		}
	}

	@Test
	void callsWhenRequestsGoToTwoNodesInTurnThenOneRefreshForBoth() {
		provider().issued().expiresIn((int) LIFETIME.toSeconds());
		Browser ann = loggedIn(0, "ann");
		at(0, 1);
		for (int round = 0; round < 3; round++) {
			String token = ann.get("/videos").body();
			for (int i = 0; i < 4; i++) {
				HttpResponse<String> response = ann.get("/videos");
				assertThat(response.statusCode()).isEqualTo(200);
				assertThat(response.body()).isEqualTo(token);
			}
			assertThat(refreshes()).hasSize(round).doesNotHaveDuplicates();
			cluster().clock().advance(LIFETIME);
		}
	}

	@Test
	void jobsWhenTheUserLoggedInAtAnotherNodeThenMadeForTheUser() {
		Browser frank = loggedIn(0, "frank");
		String videos = cluster().node(1)
			.platform()
			.get()
			.uri("videos")
			.attributes(new PlatformUser(provider().issuer(), "frank"))
			.retrieve()
			.bodyToMono(String.class)
			.block(Duration.ofSeconds(60));
		assertThat(videos).isEqualTo(frank.get("/videos").body());
	}

	@Test
	void logoutWhenTheLoginBeganAtAnotherNodeThenOverAtAll() {
		Browser carol = loggedIn(0, "carol");
		carol.get("/videos");
		at(1);
		carol.submit("/logout", "/logout");
		assertLoggedOut(carol, 1);
		assertLoggedOut(carol, 0);
		provider().server().awaitRequests("/revoke", 1);
		assertThat(refreshTokens("carol")).isEmpty();
	}

	@Tag("full")
	@Test
	void restartThenUsersGoOn() {
		provider().issued().expiresIn((int) LIFETIME.toSeconds());
		Browser dave = loggedIn(0, "dave");
		dave.get("/videos");
		cluster().stop(0);
		cluster().stop(1);
		cluster().clock().advance(LIFETIME);
		at(0);
		assertThat(dave.get("/videos").statusCode()).isEqualTo(200);
		assertLoggedIn(dave, 1, "dave");
		assertThat(refreshTokens("dave")).hasSize(1);
	}

	@Tag("full")
	@Test
	void stopWhenARefreshWasSentThenItsTokensAreStored() {
		provider().issued().expiresIn(4);
		Browser erin = loggedIn(0, "erin");
		erin.get("/videos");
		provider().server().hold("/token", Mono.delay(RESPONSE));
		cluster().clock().advance(Duration.ofMillis(3700));
		erin.get("/videos");
		Gates.until(() -> refreshes("erin").size() == 1);
		cluster().stop(0);
		cluster().clock().advance(LIFETIME);
		assertLoggedIn(erin, 1, "erin");
		assertThat(erin.get("/videos").statusCode()).isEqualTo(200);
		assertThat(refreshes("erin")).hasSize(2).doesNotHaveDuplicates();
	}

	@Tag("full")
	@Test
	void loginWhenItBeganBeforeARestartThenItGoesOn() {
		at(0);
		Browser browser = browser();
		String callback = LoginScenario.callback(browser);
		cluster().stop(0);
		at(0);
		browser.get(callback);
		assertLoggedIn(browser, 0, "ann");
	}

	@Tag("full")
	@Test
	void loginWhenItBeganAtAnIssuerThatIsNotTrustedThenNoCodeIsSent() {
		try (Cluster cautious = new Cluster(this.stack, Application.SPRING_SESSION,
				new SerializedSessions().repository(this.stack))) {
			cautious.balance(0);
			Browser browser = cautious.browser();
			String callback = LoginScenario.callback(browser);
			try (TestPlatform successor = new TestPlatform(cautious.clock())) {
				cautious.provider().documents().named(successor.issuer());
				cautious.balance(1);
				assertThat(browser.get(callback).statusCode()).isGreaterThanOrEqualTo(400);
				assertThat(cautious.provider().requests("/token")).isEmpty();
				assertThat(successor.requests("/token")).isEmpty();
			}
		}
	}

	private List<String> refreshTokens(String user) {
		return provider().issued().validRefreshTokens().stream().filter((token) -> token.contains(user)).toList();
	}

	private List<String> refreshes(String user) {
		return refreshes().stream().filter((token) -> token.contains(user)).toList();
	}

	private List<String> refreshes() {
		return provider().tokenRequests()
			.stream()
			.filter((form) -> "refresh_token".equals(form.get("grant_type")))
			.map((form) -> form.getOrDefault("refresh_token", ""))
			.toList();
	}

}
