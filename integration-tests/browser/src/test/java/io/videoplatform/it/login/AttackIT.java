package io.videoplatform.it.login;

import java.net.URI;
import java.util.List;
import java.util.Map;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.Chain;
import io.videoplatform.it.login.application.LoginApplication;
import io.videoplatform.it.login.application.Stack;
import io.videoplatform.it.webdriver.Browsers;
import io.videoplatform.it.webdriver.Exchange;
import io.videoplatform.it.webdriver.LoginPage;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of what an attacker tries with a login and a logout.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("full")
class AttackIT {

	private static final String CALLBACK = "/login/oauth2/code/platform";

	private static final String UNKNOWN_STATE = "No login under way in this session has this state";

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
	void openWhenCallbackIsReplayedThenLeadsToTheApplicationAndLoginGoesOn(Stack stack) {
		Visitor visitor = visitor(this.platform.start(stack, Chain.DEFAULT));
		visitor.logIn();
		visitor.browser().open(callback(visitor));
		assertThat(visitor.browser().address()).isEqualTo(visitor.application().page("/"));
		visitor.browser().screenshot(stack.picture("replayed-callback"));
		assertThatCodesSentAre(1);
		assertThat(visitor.read("/me").path("name").asString()).isEqualTo(Realm.USERNAME);
		assertThat(visitor.read("/videos").path("status").asInt()).isEqualTo(200);
	}

	/*
	 * The code is good until its own browser has used it, which shows that it is not even
	 * sent to Keycloak before.
	 */
	@ParameterizedTest
	@EnumSource
	void openWhenCallbackOfAnotherBrowserThenRefused(Stack stack, CapturedOutput output) {
		Visitor attacker = visitor(this.platform.start(stack, Chain.DEFAULT));
		URI callback = callbackThatIsNotFollowed(attacker);
		Visitor victim = visitor(attacker.application());
		victim.open(Visitor.LOGIN);
		victim.browser().open(callback);
		assertThatIsRefused(victim);
		victim.browser().screenshot(stack.picture("callback-of-another"));
		assertThatCodesSentAre(0);
		assertThatOperatorIsWarned(output, UNKNOWN_STATE);
		assertThat(victim.requiresPasswordAt("/me")).isTrue();
		attacker.browser().open(callback);
		assertThat(attacker.read("/me").path("name").asString()).isEqualTo(Realm.USERNAME);
		assertThatCodesSentAre(1);
	}

	@ParameterizedTest
	@EnumSource
	void openWhenResponseNamesAnotherIssuerThenRefusedAndNextAttemptSucceeds(Stack stack, CapturedOutput output) {
		Visitor visitor = visitor(this.platform.start(stack, Chain.DEFAULT));
		assertThatResponseIsRefused(visitor, "&iss=https://attacker.example/realms/other",
				"came from issuer 'https://attacker.example/realms/other', and not from '" + this.realm.issuer() + "'");
		visitor.browser().screenshot(stack.picture("mixed-up-issuer"));
		assertThatOperatorIsWarned(output, "https://attacker.example/realms/other");
		assertThatResponseIsRefused(visitor, "", "names no issuer");
		assertThatCodesSentAre(0);
		visitor.browser().follow(By.tagName("a"));
		LoginPage.in(visitor.browser()).submit(Realm.USERNAME, Realm.PASSWORD);
		assertThat(visitor.read("/me").path("name").asString()).isEqualTo(Realm.USERNAME);
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
		victim.browser().screenshot(stack.picture("planted-session"));
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
		visitor.browser().screenshot(stack.picture("logout-without-token"));
		assertThat(visitor.read("/me").path("name").asString()).isEqualTo(Realm.USERNAME);
		assertThat(this.realm.countEvents("REVOKE_GRANT")).isZero();
	}

	@ParameterizedTest
	@EnumSource
	void logInWhenAnotherSiteIsNamedThenStaysAtApplication(Stack stack) {
		Visitor visitor = visitor(this.platform.start(stack, Chain.DEFAULT, "platform.login.revoke-at-logout=false"));
		URI elsewhere = this.platform.api().rootUrl();
		for (String path : List.of("/me?continue=" + elsewhere, Visitor.LOGIN + "?redirect_uri=" + elsewhere,
				Visitor.LOGIN + "?continue=" + elsewhere + "&redirect=" + elsewhere)) {
			visitor.open(path);
			assertThatLoginStaysAtApplication(visitor);
		}
		visitor.browser().open(URI.create(visitor.application().page("/") + "/" + elsewhere.getAuthority() + "/v1/"));
		visitor.open(Visitor.LOGIN);
		assertThatLoginStaysAtApplication(visitor);
		visitor.browser().open(elsewhere);
		visitor.browser().goOn(visitor.application().page(Visitor.LOGIN));
		assertThatLoginStaysAtApplication(visitor);
		visitor.browser().screenshot(stack.picture("another-site-named"));
	}

	private Visitor visitor(LoginApplication application) {
		return new Visitor(browsers.open(), application);
	}

	/*
	 * A login up to where Keycloak sends the browser back. A fragment does not reach the
	 * application.
	 */
	private static URI callbackThatIsNotFollowed(Visitor visitor) {
		visitor.open(Visitor.LOGIN);
		LoginPage.in(visitor.browser());
		visitor.browser().open(URI.create(visitor.browser().address() + "&response_mode=fragment"));
		LoginPage.in(visitor.browser()).submit(Realm.USERNAME, Realm.PASSWORD);
		return visitor.browser()
			.takeExchanges()
			.stream()
			.flatMap((exchange) -> exchange.header("Location").stream())
			.filter((location) -> location.startsWith(visitor.application().page(CALLBACK) + "#"))
			.map((location) -> URI.create(location.replace('#', '?')))
			.findFirst()
			.orElseThrow();
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

	private static void assertThatResponseIsRefused(Visitor visitor, String issuer, String reason) {
		visitor.open(Visitor.LOGIN);
		String state = LoginPage.in(visitor.browser()).parameters().get("state");
		visitor.browser().takeExchanges();
		visitor.open(CALLBACK + "?code=stolen&state=" + state + issuer);
		assertThat(visitor.browser().takeExchanges()).extracting(Exchange::status).containsExactly(400);
		assertThat(visitor.browser().text()).contains("Your login was refused", reason, "Log in again");
	}

	/*
	 * Ends the sessions at both, so that the next login requires a password again.
	 */
	private void assertThatLoginStaysAtApplication(Visitor visitor) {
		LoginPage.in(visitor.browser()).submit(Realm.USERNAME, Realm.PASSWORD);
		assertThat(visitor.isAtApplication()).isTrue();
		assertThat(visitor.read("/me").path("name").asString()).isEqualTo(Realm.USERNAME);
		visitor.logOut();
		assertThat(visitor.isAtApplication()).isTrue();
		this.realm.endAllSessions();
	}

	private static void assertThatIsRefused(Visitor visitor) {
		assertThat(visitor.isAtApplication()).isTrue();
		assertThat(visitor.browser().address()).hasPath(CALLBACK);
		assertThat(visitor.browser().text()).contains("Your login was refused", "Log in again");
		assertThat(visitor.browser().properties(By.tagName("a"), "pathname")).containsExactly(Visitor.LOGIN);
	}

	private void assertThatCodesSentAre(int number) {
		assertThat(this.realm.countEvents("CODE_TO_TOKEN")).isEqualTo(number);
		assertThat(this.realm.countEvents("CODE_TO_TOKEN_ERROR")).isZero();
	}

	private static void assertThatOperatorIsWarned(CapturedOutput output, String reason) {
		assertThat(output.getOut().lines()).filteredOn((line) -> line.contains(" WARN "))
			.anySatisfy((line) -> assertThat(line).contains("A login at ", reason));
	}

}
