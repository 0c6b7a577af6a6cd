package io.videoplatform.it.login;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.Chain;
import io.videoplatform.it.login.application.LoginApplication;
import io.videoplatform.it.login.application.Stack;
import io.videoplatform.it.webdriver.Browsers;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of sessions that an administrator ends at Keycloak, which sends a back-channel
 * logout.
 */
class BackChannelLogoutIT {

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
	void openWhenAdministratorHasLoggedUserOutThenPasswordIsRequired(Stack stack) {
		LoginApplication application = start(stack);
		Visitor visitor = new Visitor(browsers.open(), application);
		visitor.logIn();
		this.realm.accounts().logOut(Realm.USERNAME);
		assertThat(visitor.requiresPasswordAt("/me")).isTrue();
		visitor.browser().screenshot(stack.picture("back-channel-logout"));
	}

	@ParameterizedTest
	@EnumSource
	void openWhenAdministratorHasEndedOneSessionThenOtherGoesOn(Stack stack) {
		LoginApplication application = start(stack);
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

	private LoginApplication start(Stack stack) {
		LoginApplication application = this.platform.start(stack, Chain.DEFAULT,
				"platform.login.back-channel-logout=true");
		this.realm.clients()
			.backChannelLogout("platform-web", application.page("/logout/connect/back-channel/platform"));
		return application;
	}

}
