package io.videoplatform.it.login;

import java.net.URI;
import java.util.Map;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.Chain;
import io.videoplatform.it.login.application.Stack;
import io.videoplatform.it.login.browser.Browsers;
import io.videoplatform.it.login.browser.FetchAnswer;
import io.videoplatform.it.login.browser.LoginPage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of sessions that have ended at Keycloak while the application was not told: it
 * learns of it when it needs a token.
 */
@ParameterizedClass
@EnumSource
class EndedSessionIT {

	private static final Map<String, String> XHR = Map.of("X-Requested-With", "XMLHttpRequest");

	private static final Map<String, String> JSON = Map.of("Accept", "application/json");

	private static final Map<String, String> PAGE = Map.of("Accept", "text/html");

	@Order(1)
	@RegisterExtension
	static final Browsers browsers = new Browsers();

	@Order(2)
	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	@Parameter
	Stack stack;

	private Visitor visitor;

	@BeforeEach
	void logIn() {
		this.platform.issueShortRotatingTokens();
		this.visitor = new Visitor(browsers.open(), this.platform.start(this.stack, Chain.DEFAULT));
		this.visitor.logIn();
		this.platform.realm().accounts().logOut(Realm.USERNAME);
	}

	@Test
	void openWhenTokenHasExpiredThenNewLoginLeadsBack() {
		this.platform.clock().advance(Deployment.SHORT_LIFESPAN);
		assertThatNewLoginLeadsBack();
	}

	@Test
	void openWhenTokenIsRefusedThenNewLoginLeadsBack() {
		assertThatNewLoginLeadsBack();
		assertThat(this.platform.api().counts().withoutToken()).isZero();
	}

	@Test
	void fetchWhenScriptThenUnauthorizedWithProblemDocument() {
		this.platform.clock().advance(Deployment.SHORT_LIFESPAN);
		assertThatIsProblem(fetch(XHR));
		assertThatIsProblem(fetch(JSON));
		this.visitor.browser().screenshot(this.stack.picture("ended-session-script"));
		assertThat(this.visitor.isAtApplication()).isTrue();
	}

	@Test
	void fetchWhenPageIsWantedThenRedirect() {
		this.platform.clock().advance(Deployment.SHORT_LIFESPAN);
		assertThat(fetch(PAGE).status()).isZero();
	}

	private FetchAnswer fetch(Map<String, String> headers) {
		URI videos = this.visitor.application().page("/videos");
		return this.visitor.browser().fetch(videos, headers);
	}

	private void assertThatNewLoginLeadsBack() {
		assertThat(this.visitor.isAskedForPasswordAt("/videos")).isTrue();
		this.visitor.browser().screenshot(this.stack.picture("ended-session"));
		LoginPage.in(this.visitor.browser()).submit(Realm.USERNAME, Realm.PASSWORD);
		JsonNode answer = this.visitor.browser().json();
		assertThat(this.visitor.isAtApplication()).isTrue();
		assertThat(this.visitor.browser().address().getPath()).isEqualTo("/videos");
		assertThat(answer.path("username").asString()).isEqualTo(Realm.USERNAME);
	}

	private static void assertThatIsProblem(FetchAnswer answer) {
		assertThat(answer.status()).isEqualTo(401);
		assertThat(answer.contentType()).startsWith("application/problem+json");
		assertThat(answer.json().path("status").asInt()).isEqualTo(401);
	}

}
