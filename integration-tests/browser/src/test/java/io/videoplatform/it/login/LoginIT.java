package io.videoplatform.it.login;

import java.net.URI;
import java.util.Map;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.Chain;
import io.videoplatform.it.login.application.Stack;
import io.videoplatform.it.webdriver.Browser;
import io.videoplatform.it.webdriver.Browsers;
import io.videoplatform.it.webdriver.LoginPage;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the way to a login.
 */
class LoginIT {

	private static final By PLATFORM_LINK = By.cssSelector("a[href$='/oauth2/authorization/platform']");

	private static final By OTHER_LINK = By.cssSelector("a[href$='/oauth2/authorization/other']");

	@Order(1)
	@RegisterExtension
	static final Browsers browsers = new Browsers();

	@Order(2)
	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	@ParameterizedTest
	@EnumSource
	void openWhenNotLoggedInThenAuthorizationRequestWithProofKeyStateAndNonce(Stack stack) {
		Visitor visitor = visitor(stack, Chain.DEFAULT);
		visitor.open("/me");
		Map<String, String> parameters = LoginPage.in(visitor.browser()).parameters();
		assertThat(visitor.browser().address()).hasToString(this.platform.realm().issuer()
				+ "/protocol/openid-connect/auth?" + visitor.browser().address().getRawQuery());
		assertThat(parameters).containsEntry("response_type", "code")
			.containsEntry("client_id", "platform-web")
			.containsEntry("code_challenge_method", "S256")
			.containsEntry("redirect_uri", visitor.application().page("/login/oauth2/code/platform").toString());
		assertThat(parameters.get("scope").split(" ")).contains("openid");
		assertThat(parameters.get("code_challenge")).matches("[A-Za-z0-9_-]{43}");
		assertThat(parameters.get("state")).hasSizeGreaterThan(20);
		assertThat(parameters.get("nonce")).hasSizeGreaterThan(20);
		visitor.browser().screenshot(stack.picture("login-page"));
	}

	@ParameterizedTest
	@EnumSource
	void submitWhenPasswordIsRightThenRequestedPage(Stack stack) {
		Visitor visitor = visitor(stack, Chain.DEFAULT);
		visitor.open("/me");
		LoginPage.in(visitor.browser()).submit(Realm.USERNAME, Realm.PASSWORD);
		JsonNode me = visitor.browser().json();
		assertThatIsLoggedIn(visitor, me);
		assertThat(visitor.browser().address().getPath()).isEqualTo("/me");
		assertThat(me.path("issuer").asString()).isEqualTo(this.platform.realm().issuer().toString());
		assertThat(this.platform.realm().countEvents("CODE_TO_TOKEN", Realm.USERNAME)).isEqualTo(1);
		assertThat(visitor.browser().takeConsoleErrors()).isEmpty();
		visitor.browser().screenshot(stack.picture("login"));
	}

	@ParameterizedTest
	@EnumSource
	@Tag("full")
	void submitWhenPasswordIsWrongThenMessageAndSecondAttempt(Stack stack) {
		Visitor visitor = visitor(stack, Chain.DEFAULT);
		visitor.open("/me");
		LoginPage.in(visitor.browser()).submit(Realm.USERNAME, "wrong");
		LoginPage again = LoginPage.in(visitor.browser());
		assertThat(again.error()).isEqualTo("Invalid username or password.");
		visitor.browser().screenshot(stack.picture("login-wrong-password"));
		again.submit(Realm.USERNAME, Realm.PASSWORD);
		assertThatIsLoggedIn(visitor, visitor.browser().json());
		assertThat(this.platform.realm().countEvents("LOGIN_ERROR")).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource
	void openWhenOwnFilterChainThenLoginByItsOwnLoginPage(Stack stack) {
		Visitor visitor = visitor(stack, Chain.OWN);
		visitor.open("/");
		visitor.browser().find(By.id("start"));
		visitor.open("/me");
		assertThat(visitor.browser().address().getPath()).isEqualTo("/login");
		visitor.browser().screenshot(stack.picture("login-own-page"));
		visitor.browser().follow(By.id("own-login"));
		LoginPage.in(visitor.browser()).submit(Realm.USERNAME, Realm.PASSWORD);
		assertThatIsLoggedIn(visitor, visitor.browser().json());
		assertThat(visitor.browser().address().getPath()).isEqualTo("/me");
	}

	@ParameterizedTest
	@EnumSource
	@Tag("full")
	void openWhenOtherRegistrationThenBothCanBeChosen(Stack stack) {
		Visitor visitor = visitor(stack, Chain.DEFAULT, other());
		visitor.open("/me");
		assertThat(visitor.browser().has(PLATFORM_LINK)).isTrue();
		assertThat(visitor.browser().has(OTHER_LINK)).isTrue();
		visitor.browser().screenshot(stack.picture("login-several-registrations"));
		visitor.browser().follow(PLATFORM_LINK);
		LoginPage.in(visitor.browser()).submit(Realm.USERNAME, Realm.PASSWORD);
		assertThatIsLoggedIn(visitor, visitor.browser().json());
		Visitor otherUser = new Visitor(browsers.open(), visitor.application());
		otherUser.open("/me");
		otherUser.browser().follow(OTHER_LINK);
		LoginPage page = LoginPage.in(otherUser.browser());
		assertThat(page.parameters()).containsEntry("client_id", "platform-browser");
		page.submit(Realm.USERNAME, Realm.PASSWORD);
		assertThatIsLoggedIn(otherUser, otherUser.browser().json());
	}

	private Visitor visitor(Stack stack, Chain chain, String... properties) {
		Browser browser = browsers.open();
		return new Visitor(browser, this.platform.start(stack, chain, properties));
	}

	private void assertThatIsLoggedIn(Visitor visitor, JsonNode me) {
		assertThat(visitor.isAtApplication()).isTrue();
		assertThat(me.path("name").asString()).isEqualTo(Realm.USERNAME);
		assertThat(me.path("subject").asString()).isEqualTo(this.platform.realm().accounts().subject(Realm.USERNAME));
	}

	/*
	 * A provider whose addresses are all written down, as Spring Boot wants them.
	 */
	private String[] other() {
		String registration = "spring.security.oauth2.client.registration.other.";
		String provider = "spring.security.oauth2.client.provider.other.";
		URI issuer = this.platform.realm().issuer();
		return new String[] { registration + "client-id=platform-browser",
				registration + "client-authentication-method=none",
				registration + "authorization-grant-type=authorization_code",
				registration + "redirect-uri={baseUrl}/login/oauth2/code/{registrationId}",
				registration + "scope=openid", provider + "user-name-attribute=sub",
				provider + "authorization-uri=" + issuer + "/protocol/openid-connect/auth",
				provider + "token-uri=" + issuer + "/protocol/openid-connect/token",
				provider + "jwk-set-uri=" + issuer + "/protocol/openid-connect/certs" };
	}

}
