package io.videoplatform.it.login;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.Chain;
import io.videoplatform.it.login.application.Stack;
import io.videoplatform.it.webdriver.Browsers;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of calls for the user from methods that are {@code @Async}, which only WebMVC
 * knows.
 */
@Tag("full")
class AsyncCallIT {

	@Order(1)
	@RegisterExtension
	static final Browsers browsers = new Browsers();

	@Order(2)
	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	@Test
	void callWhenOnOtherThreadThenTokenOfUserAlsoAfterExpiry() {
		this.platform.issueShortRotatingTokens();
		Visitor visitor = new Visitor(browsers.open(), this.platform.start(Stack.WEBMVC, Chain.DEFAULT));
		visitor.logIn();
		assertThatCallSucceeds(visitor);
		this.platform.clock().advance(Deployment.SHORT_LIFESPAN);
		assertThatCallSucceeds(visitor);
		assertThat(this.platform.tokens().all()).extracting(SeenToken::subject)
			.containsOnly(this.platform.realm().accounts().subject(Realm.USERNAME));
		assertThat(this.platform.realm().events()).doesNotContain("REFRESH_TOKEN_ERROR");
		visitor.browser().screenshot(Stack.WEBMVC.picture("async-call"));
	}

	private static void assertThatCallSucceeds(Visitor visitor) {
		JsonNode response = visitor.read("/async-videos");
		assertThat(response.path("status").asInt()).isEqualTo(200);
		assertThat(response.path("username").asString()).isEqualTo(Realm.USERNAME);
	}

}
