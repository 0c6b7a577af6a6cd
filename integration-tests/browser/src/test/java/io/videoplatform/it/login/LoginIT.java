package io.videoplatform.it.login;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.Chain;
import io.videoplatform.it.login.application.LoginApplication;
import io.videoplatform.it.login.application.Stack;
import io.videoplatform.it.webdriver.Browsers;
import io.videoplatform.it.webdriver.LoginPage;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins of users at a real Keycloak, in their browsers: from the first page over calls
 * and refreshes to each kind of logout.
 */
class LoginIT {

	@Order(1)
	@RegisterExtension
	static final Browsers browsers = new Browsers();

	@Order(2)
	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	private final Realm realm = keycloak.realm();

	@ParameterizedTest
	@EnumSource
	void logInWhenPageIsRequestedThenItIsShownAndCallsCarryTheUsersToken(Stack stack) {
		Visitor visitor = visitor(stack, Chain.DEFAULT);
		visitor.open("/me");
		LoginPage login = LoginPage.in(visitor.browser());
		assertThat(login.parameters()).containsEntry("response_type", "code")
			.containsEntry("client_id", "platform-web")
			.containsEntry("code_challenge_method", "S256")
			.containsEntry("redirect_uri", visitor.application().page("/login/oauth2/code/platform").toString())
			.hasEntrySatisfying("code_challenge", (challenge) -> assertThat(challenge).matches("[A-Za-z0-9_-]{43}"))
			.hasEntrySatisfying("state", (state) -> assertThat(state).hasSizeGreaterThan(20))
			.hasEntrySatisfying("nonce", (nonce) -> assertThat(nonce).hasSizeGreaterThan(20));
		login.submit(Realm.USERNAME, Realm.PASSWORD);
		assertThatIsLoggedIn(visitor);
		assertThat(visitor.browser().takeConsoleErrors()).isEmpty();
		assertThatCallSucceeds(visitor, Realm.USERNAME);
		assertThat(this.platform.tokens().last().subject()).isEqualTo(this.realm.accounts().subject(Realm.USERNAME));
		assertThat(this.realm.countEvents("CODE_TO_TOKEN", Realm.USERNAME)).isEqualTo(1);
		visitor.browser().screenshot(stack.picture("login"));
	}

	@ParameterizedTest
	@EnumSource
	void openWhenOwnFilterChainThenLoginByItsOwnLoginPage(Stack stack) {
		Visitor visitor = visitor(stack, Chain.OWN);
		visitor.open("/");
		visitor.browser().find(By.id("start"));
		visitor.open("/me");
		assertThat(visitor.browser().address().getPath()).isEqualTo("/login");
		visitor.browser().follow(By.id("own-login"));
		LoginPage.in(visitor.browser()).submit(Realm.USERNAME, Realm.PASSWORD);
		assertThatIsLoggedIn(visitor);
	}

	@ParameterizedTest
	@EnumSource
	void callWhenTokenExpiresAgainAndAgainThenRefreshedEachTime(Stack stack) {
		this.platform.issueShortRotatingTokens();
		Visitor visitor = visitor(stack, Chain.DEFAULT);
		visitor.logIn();
		assertThatCallSucceeds(visitor, Realm.USERNAME);
		for (int expiry = 1; expiry <= 4; expiry++) {
			this.platform.clock().advance(Deployment.SHORT_LIFESPAN);
			assertThatCallSucceeds(visitor, Realm.USERNAME);
			assertThat(this.realm.countEvents("REFRESH_TOKEN", Realm.USERNAME)).isGreaterThanOrEqualTo(expiry);
		}
		assertThat(this.realm.events()).doesNotContain("REFRESH_TOKEN_ERROR");
		assertThat(this.platform.tokens().all()).extracting(SeenToken::id).hasSize(5).doesNotHaveDuplicates();
		assertThat(this.platform.tokens().all()).extracting(SeenToken::session)
			.containsOnly(this.platform.tokens().last().session());
		assertThat(this.realm.countEvents("LOGIN")).isEqualTo(1);
		visitor.browser().screenshot(stack.picture("refresh"));
	}

	@ParameterizedTest
	@EnumSource
	void callWhenTwoUsersThenEachWithTheirToken(Stack stack) {
		this.realm.accounts().create("viewer", "viewer-password");
		try {
			LoginApplication application = this.platform.start(stack, Chain.DEFAULT);
			Visitor developer = new Visitor(browsers.open(), application);
			Visitor viewer = new Visitor(browsers.open(), application);
			developer.logIn();
			viewer.logIn("viewer", "viewer-password");
			assertThatCallSucceeds(developer, Realm.USERNAME);
			assertThatCallSucceeds(viewer, "viewer");
			assertThatCallSucceeds(developer, Realm.USERNAME);
			viewer.browser().screenshot(stack.picture("second-user"));
		}
		finally {
			this.realm.accounts().delete("viewer");
		}
	}

	@ParameterizedTest
	@EnumSource
	void logOutThenRefreshTokenIsRevoked(Stack stack) {
		Visitor visitor = visitor(stack, Chain.DEFAULT);
		visitor.logIn();
		String refreshToken = visitor.read("/tokens").path("refreshToken").asString();
		visitor.logOut();
		visitor.browser().screenshot(stack.picture("logout"));
		// No response of the application waits for the revocation
		visitor.browser().await(() -> this.realm.countEvents("REVOKE_GRANT", Realm.USERNAME) == 1);
		assertThat(this.realm.tokens().refresh("platform-web", "platform-web-secret", refreshToken).error())
			.isEqualTo("invalid_grant");
	}

	@ParameterizedTest
	@EnumSource
	void logOutWhenAtProviderTooThenBackAtApplicationAndPasswordIsRequired(Stack stack) {
		Visitor visitor = visitor(stack, Chain.OWN, "platform.login.rp-initiated-logout=true",
				"platform.login.revoke-at-logout=false");
		visitor.logIn();
		visitor.logOut();
		assertThat(visitor.isAtApplication()).isTrue();
		visitor.browser().screenshot(stack.picture("logout-at-provider"));
		assertThat(this.realm.countEvents("LOGOUT", Realm.USERNAME)).isEqualTo(1);
		assertThat(this.realm.accounts().countSessions(Realm.USERNAME)).isZero();
		assertThat(visitor.requiresPasswordAt(Visitor.LOGIN)).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void openWhenAdministratorHasEndedOneSessionThenOtherGoesOn(Stack stack) {
		LoginApplication application = this.platform.start(stack, Chain.DEFAULT,
				"platform.login.back-channel-logout=true");
		this.realm.clients()
			.backChannelLogout("platform-web", application.page("/logout/connect/back-channel/platform"));
		Visitor leaving = new Visitor(browsers.open(), application);
		Visitor staying = new Visitor(browsers.open(), application);
		leaving.logIn();
		leaving.read("/videos");
		String session = this.platform.tokens().last().session();
		staying.logIn();
		this.realm.endSession(session);
		assertThat(leaving.requiresPasswordAt("/me")).isTrue();
		assertThat(staying.read("/me").path("name").asString()).isEqualTo(Realm.USERNAME);
		assertThat(staying.read("/videos").path("status").asInt()).isEqualTo(200);
	}

	private Visitor visitor(Stack stack, Chain chain, String... properties) {
		return new Visitor(browsers.open(), this.platform.start(stack, chain, properties));
	}

	private void assertThatIsLoggedIn(Visitor visitor) {
		JsonNode me = visitor.browser().json();
		assertThat(visitor.isAtApplication()).isTrue();
		assertThat(visitor.browser().address()).hasPath("/me");
		assertThat(me.path("name").asString()).isEqualTo(Realm.USERNAME);
		assertThat(me.path("subject").asString()).isEqualTo(this.realm.accounts().subject(Realm.USERNAME));
		assertThat(me.path("issuer").asString()).isEqualTo(this.realm.issuer().toString());
	}

	private static void assertThatCallSucceeds(Visitor visitor, String username) {
		JsonNode response = visitor.read("/videos");
		assertThat(response.path("status").asInt()).isEqualTo(200);
		assertThat(response.path("username").asString()).isEqualTo(username);
	}

}
