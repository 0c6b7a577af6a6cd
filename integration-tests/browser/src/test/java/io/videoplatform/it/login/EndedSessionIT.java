package io.videoplatform.it.login;

import java.net.URI;
import java.util.Map;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.Chain;
import io.videoplatform.it.login.application.Stack;
import io.videoplatform.it.webdriver.Browsers;
import io.videoplatform.it.webdriver.FetchResponse;
import io.videoplatform.it.webdriver.LoginPage;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of sessions that have ended at Keycloak without a back-channel logout: the
 * application notices it when it needs a token.
 */
@Tag("full")
class EndedSessionIT {

	private static final Map<String, String> XHR = Map.of("X-Requested-With", "XMLHttpRequest");

	private static final Map<String, String> JSON = Map.of("Accept", "application/json");

	private static final Map<String, String> PAGE = Map.of("Accept", "text/html,*/*;q=0.8");

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
	void openWhenTokenHasExpiredThenNewLoginLeadsBack(Stack stack) {
		Visitor visitor = whoseSessionHasEnded(stack);
		this.platform.clock().advance(Deployment.SHORT_LIFESPAN);
		assertThat(visitor.requiresPasswordAt("/videos")).isTrue();
		visitor.browser().screenshot(stack.picture("ended-session"));
		assertThatNewLoginLeadsBack(visitor);
	}

	@ParameterizedTest
	@EnumSource
	void openWhenTokenIsRefusedThenNewLoginLeadsBack(Stack stack) {
		Visitor visitor = whoseSessionHasEnded(stack);
		assertThat(visitor.requiresPasswordAt("/videos")).isTrue();
		assertThatNewLoginLeadsBack(visitor);
		assertThat(this.platform.api().counts().withoutToken()).isZero();
	}

	@ParameterizedTest
	@EnumSource
	void fetchWhenScriptThenUnauthorizedWithProblemDocument(Stack stack) {
		Visitor visitor = whoseSessionHasEnded(stack);
		this.platform.clock().advance(Deployment.SHORT_LIFESPAN);
		assertThatIsProblem(fetch(visitor, XHR));
		assertThatIsProblem(fetch(visitor, JSON));
		visitor.browser().screenshot(stack.picture("ended-session-script"));
		assertThat(visitor.isAtApplication()).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void fetchWhenPageIsWantedThenUnauthorizedBecauseAScriptCannotFollow(Stack stack) {
		Visitor visitor = whoseSessionHasEnded(stack);
		this.platform.clock().advance(Deployment.SHORT_LIFESPAN);
		assertThatIsProblem(fetch(visitor, PAGE));
	}

	private Visitor whoseSessionHasEnded(Stack stack) {
		this.platform.issueShortRotatingTokens();
		Visitor visitor = new Visitor(browsers.open(), this.platform.start(stack, Chain.DEFAULT));
		visitor.logIn();
		this.platform.realm().accounts().logOut(Realm.USERNAME);
		return visitor;
	}

	private static FetchResponse fetch(Visitor visitor, Map<String, String> headers) {
		URI videos = visitor.application().page("/videos");
		return visitor.browser().fetch(videos, headers);
	}

	private static void assertThatNewLoginLeadsBack(Visitor visitor) {
		LoginPage.in(visitor.browser()).submit(Realm.USERNAME, Realm.PASSWORD);
		JsonNode response = visitor.browser().json();
		assertThat(visitor.isAtApplication()).isTrue();
		assertThat(visitor.browser().address().getPath()).isEqualTo("/videos");
		assertThat(response.path("username").asString()).isEqualTo(Realm.USERNAME);
	}

	private static void assertThatIsProblem(FetchResponse response) {
		assertThat(response.status()).isEqualTo(401);
		assertThat(response.contentType()).startsWith("application/problem+json");
		assertThat(response.json().path("status").asInt()).isEqualTo(401);
	}

}
