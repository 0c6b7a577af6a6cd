package io.videoplatform.it.login;

import java.util.List;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.keycloak.TokenResponse;
import io.videoplatform.it.login.application.Chain;
import io.videoplatform.it.login.application.LoginApplication;
import io.videoplatform.it.login.application.Stack;
import io.videoplatform.it.webdriver.Browsers;
import io.videoplatform.it.webdriver.Exchange;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of logouts that the user requests at the application.
 */
class LogoutIT {

	private static final String AT_PROVIDER = "platform.login.rp-initiated-logout=true";

	private static final String WITHOUT_REVOCATION = "platform.login.revoke-at-logout=false";

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
	void logOutThenRefreshTokenIsRevoked(Stack stack) {
		Visitor visitor = visitor(stack, Chain.DEFAULT);
		visitor.logIn();
		String refreshToken = refreshToken(visitor);
		visitor.logOut();
		visitor.browser().screenshot(stack.picture("logout"));
		assertThat(refresh(refreshToken).error()).isEqualTo("invalid_grant");
		assertThat(this.realm.countEvents("REVOKE_GRANT", Realm.USERNAME)).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource
	@Tag("full")
	void logOutWhenNoRevocationThenSessionAtProviderGoesOn(Stack stack) {
		Visitor visitor = visitor(stack, Chain.OWN, WITHOUT_REVOCATION);
		visitor.logIn();
		String refreshToken = refreshToken(visitor);
		visitor.logOut();
		visitor.open("/me");
		assertThat(visitor.browser().address().getPath()).isEqualTo("/login");
		assertThat(refresh(refreshToken).status()).isEqualTo(200);
		assertThat(visitor.requiresPasswordAt(Visitor.LOGIN)).isFalse();
	}

	@ParameterizedTest
	@EnumSource
	void logOutWhenAtProviderTooThenBackAtApplicationAndPasswordIsRequired(Stack stack) {
		Visitor visitor = visitor(stack, Chain.OWN, AT_PROVIDER, WITHOUT_REVOCATION);
		visitor.logIn();
		visitor.browser().takeExchanges();
		visitor.logOut();
		assertThatIsBackAtApplication(visitor);
		visitor.browser().screenshot(stack.picture("logout-at-provider"));
		assertThat(this.realm.countEvents("LOGOUT", Realm.USERNAME)).isEqualTo(1);
		assertThat(this.realm.accounts().countSessions(Realm.USERNAME)).isZero();
		assertThat(visitor.requiresPasswordAt(Visitor.LOGIN)).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	@Tag("full")
	void logOutWhenAtProviderTooAfterRevocationThenBackAtApplication(Stack stack) {
		Visitor visitor = visitor(stack, Chain.OWN, AT_PROVIDER);
		visitor.logIn();
		String refreshToken = refreshToken(visitor);
		visitor.browser().takeExchanges();
		visitor.logOut();
		assertThatIsBackAtApplication(visitor);
		assertThat(refresh(refreshToken).error()).isEqualTo("invalid_grant");
		assertThat(visitor.requiresPasswordAt(Visitor.LOGIN)).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	@Tag("full")
	void logOutWhenTwoBrowsersThenOtherStaysLoggedInAlsoAfterExpiry(Stack stack) {
		this.platform.issueShortRotatingTokens();
		LoginApplication application = this.platform.start(stack, Chain.DEFAULT, AT_PROVIDER);
		Visitor leaving = new Visitor(browsers.open(), application);
		Visitor staying = new Visitor(browsers.open(), application);
		leaving.logIn();
		staying.logIn();
		leaving.logOut();
		assertThat(leaving.requiresPasswordAt("/me")).isTrue();
		assertThat(staying.read("/videos").path("username").asString()).isEqualTo(Realm.USERNAME);
		this.platform.clock().advance(Deployment.SHORT_LIFESPAN);
		assertThat(staying.read("/videos").path("username").asString()).isEqualTo(Realm.USERNAME);
		assertThat(this.realm.accounts().countSessions(Realm.USERNAME)).isEqualTo(1);
		staying.browser().screenshot(stack.picture("logout-other-browser-stays"));
	}

	@ParameterizedTest
	@EnumSource
	@Tag("full")
	void logInAgainInTheSameBrowserThenNothingIsRevokedAndLoginGoesOn(Stack stack) {
		this.platform.issueShortRotatingTokens();
		Visitor visitor = visitor(stack, Chain.DEFAULT);
		visitor.logIn();
		String first = refreshToken(visitor);
		visitor.open(Visitor.LOGIN);
		assertThat(visitor.isAtApplication()).isTrue();
		assertThat(refreshToken(visitor)).isNotEqualTo(first);
		this.platform.clock().advance(Deployment.SHORT_LIFESPAN);
		assertThat(visitor.read("/videos").path("username").asString()).isEqualTo(Realm.USERNAME);
		assertThat(this.realm.countEvents("REVOKE_GRANT", Realm.USERNAME)).isZero();
		assertThat(this.realm.accounts().countSessions(Realm.USERNAME)).isEqualTo(1);
	}

	private Visitor visitor(Stack stack, Chain chain, String... properties) {
		return new Visitor(browsers.open(), this.platform.start(stack, chain, properties));
	}

	private TokenResponse refresh(String refreshToken) {
		return this.realm.tokens().refresh("platform-web", "platform-web-secret", refreshToken);
	}

	private static String refreshToken(Visitor visitor) {
		return visitor.read("/tokens").path("refreshToken").asString();
	}

	private static void assertThatIsBackAtApplication(Visitor visitor) {
		List<Exchange> exchanges = visitor.browser().takeExchanges();
		assertThat(exchanges).anySatisfy((exchange) -> {
			assertThat(exchange.url().getPath()).endsWith("/protocol/openid-connect/logout");
			assertThat(exchange.status()).isEqualTo(302);
		});
		assertThat(exchanges.get(exchanges.size() - 1).status()).isEqualTo(200);
		assertThat(visitor.isAtApplication()).isTrue();
	}

}
