package io.videoplatform.it.login;

import java.net.URI;
import java.util.Map;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.Chain;
import io.videoplatform.it.login.application.LoginApplication;
import io.videoplatform.it.login.application.Stack;
import io.videoplatform.it.login.browser.Browsers;
import io.videoplatform.it.login.browser.Exchange;
import io.videoplatform.it.login.browser.LoginPage;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of what an attacker tries with a login and a logout.
 */
class AttackIT {

	private static final String CALLBACK = "/login/oauth2/code/platform";

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
	void openWhenCallbackIsReplayedThenRefusedAndLoginGoesOn(Stack stack) {
		Visitor visitor = visitor(this.platform.start(stack, Chain.DEFAULT));
		visitor.logIn();
		visitor.browser().open(callback(visitor));
		assertThatIsRefused(visitor);
		visitor.browser().screenshot(stack.picture("replayed-callback"));
		assertThat(visitor.read("/me").path("name").asString()).isEqualTo(Realm.USERNAME);
		assertThat(visitor.read("/videos").path("status").asInt()).isEqualTo(200);
	}

	@ParameterizedTest
	@EnumSource
	void openWhenCallbackOfAnotherBrowserThenRefused(Stack stack) {
		Visitor visitor = visitor(this.platform.start(stack, Chain.DEFAULT));
		visitor.logIn();
		Visitor stranger = visitor(visitor.application());
		stranger.browser().open(callback(visitor));
		assertThatIsRefused(stranger);
		assertThat(stranger.isAskedForPasswordAt("/me")).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void logInWhenSessionIsKnownToAttackerThenItsIdentifierChanges(Stack stack) {
		LoginApplication application = this.platform.start(stack, Chain.OWN);
		Visitor attacker = visitor(application);
		attacker.open("/me");
		Map<String, String> planted = attacker.browser().cookies();
		Visitor victim = visitor(application);
		victim.open("/");
		planted.forEach(victim.browser()::plantCookie);
		victim.logIn();
		assertThat(planted).isNotEmpty();
		assertThat(victim.browser().cookies()).containsOnlyKeys(planted.keySet())
			.allSatisfy((name, value) -> assertThat(value).isNotEqualTo(planted.get(name)));
		attacker.open("/me");
		assertThat(attacker.browser().address().getPath()).isEqualTo("/login");
	}

	@ParameterizedTest
	@EnumSource
	void logOutWhenNoTokenOfFormThenStillLoggedIn(Stack stack) {
		Visitor visitor = visitor(this.platform.start(stack, Chain.DEFAULT));
		visitor.logIn();
		visitor.open("/logout");
		assertThat(visitor.read("/me").path("name").asString()).isEqualTo(Realm.USERNAME);
		visitor.open("/");
		visitor.browser().takeExchanges();
		visitor.browser().post(visitor.application().page("/logout"));
		assertThat(visitor.browser().takeExchanges()).extracting(Exchange::status).containsExactly(403);
		assertThat(visitor.read("/me").path("name").asString()).isEqualTo(Realm.USERNAME);
		assertThat(this.realm.countEvents("REVOKE_GRANT")).isZero();
	}

	@ParameterizedTest
	@EnumSource
	void logInWhenAnotherSiteIsNamedThenStaysAtApplication(Stack stack) {
		LoginApplication application = this.platform.start(stack, Chain.DEFAULT);
		URI elsewhere = this.platform.api().rootUrl();
		for (String path : new String[] { "/me?continue=" + elsewhere, Visitor.LOGIN + "?redirect_uri=" + elsewhere,
				Visitor.LOGIN + "?continue=" + elsewhere + "&redirect=" + elsewhere }) {
			Visitor visitor = visitor(application);
			visitor.open(path);
			LoginPage.in(visitor.browser()).submit(Realm.USERNAME, Realm.PASSWORD);
			assertThat(visitor.isAtApplication()).as(path).isTrue();
			assertThat(visitor.read("/me").path("name").asString()).as(path).isEqualTo(Realm.USERNAME);
		}
		Visitor visitor = visitor(application);
		visitor.browser().open(URI.create(application.page("/") + "/" + elsewhere.getAuthority() + "/v1/"));
		visitor.logIn();
		assertThat(visitor.isAtApplication()).isTrue();
	}

	private Visitor visitor(LoginApplication application) {
		return new Visitor(browsers.open(), application);
	}

	private static URI callback(Visitor visitor) {
		return visitor.browser()
			.takeExchanges()
			.stream()
			.map(Exchange::url)
			.filter((url) -> url.getPath().equals(CALLBACK))
			.findFirst()
			.orElseThrow();
	}

	/*
	 * The code is not even sent to Keycloak, which would end the session that it belongs
	 * to.
	 */
	private void assertThatIsRefused(Visitor visitor) {
		assertThat(visitor.isAtApplication()).isTrue();
		assertThat(visitor.browser().text()).contains("login");
		assertThat(this.realm.countEvents("CODE_TO_TOKEN")).isEqualTo(1);
		assertThat(this.realm.countEvents("CODE_TO_TOKEN_ERROR")).isZero();
	}

}
