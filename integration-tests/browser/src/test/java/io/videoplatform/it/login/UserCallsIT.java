package io.videoplatform.it.login;

import java.text.ParseException;

import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.Chain;
import io.videoplatform.it.login.application.LoginApplication;
import io.videoplatform.it.login.application.Stack;
import io.videoplatform.it.webdriver.Browsers;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of calls of the platform for the user who is logged in.
 */
class UserCallsIT {

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
	void callWhenLoggedInThenTokenOfUser(Stack stack) {
		Visitor visitor = visitor(stack);
		visitor.logIn();
		assertThatCallSucceeds(visitor, Realm.USERNAME);
		assertThat(this.platform.tokens().last().subject()).isEqualTo(this.realm.accounts().subject(Realm.USERNAME));
		visitor.browser().screenshot(stack.picture("call"));
	}

	@ParameterizedTest
	@EnumSource
	@Tag("full")
	void callWhenJobsClientThenTokensOfUserAndOfApplicationAreApart(Stack stack) {
		Visitor visitor = visitor(stack, "platform.clients.jobs.grant-type=client_credentials",
				"platform.clients.jobs.client-id=platform-service",
				"platform.clients.jobs.client-secret=platform-service-secret");
		visitor.logIn();
		JsonNode job = visitor.read("/jobs");
		assertThat(job.path("status").asInt()).isEqualTo(200);
		assertThat(job.path("username").asString()).isEqualTo("service-account-platform-service");
		assertThatCallSucceeds(visitor, Realm.USERNAME);
		assertThat(this.platform.tokens().all()).extracting(SeenToken::subject).doesNotHaveDuplicates();
		assertThat(this.realm.countEvents("CLIENT_LOGIN")).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource
	void callWhenTokenExpiresAgainAndAgainThenRefreshedEachTime(Stack stack) {
		this.platform.issueShortRotatingTokens();
		Visitor visitor = visitor(stack);
		visitor.logIn();
		assertThatCallSucceeds(visitor, Realm.USERNAME);
		for (int expiry = 1; expiry <= 4; expiry++) {
			this.platform.clock().advance(Deployment.SHORT_LIFESPAN);
			assertThatCallSucceeds(visitor, Realm.USERNAME);
			assertThat(this.realm.countEvents("REFRESH_TOKEN", Realm.USERNAME)).isGreaterThanOrEqualTo(expiry);
		}
		assertThat(this.realm.events()).doesNotContain("REFRESH_TOKEN_ERROR");
		assertThat(this.platform.tokens().all()).extracting(SeenToken::id).hasSize(5).doesNotHaveDuplicates();
		assertThat(this.platform.tokens().all()).extracting(SeenToken::session).containsOnly(session());
		assertThat(this.realm.countEvents("LOGIN")).isEqualTo(1);
		visitor.browser().screenshot(stack.picture("refresh"));
	}

	@ParameterizedTest
	@EnumSource
	@Tag("full")
	void readWhenControllerTakesAuthorizedClientThenTokenThatCallsCarry(Stack stack) throws ParseException {
		this.platform.issueShortRotatingTokens();
		Visitor visitor = visitor(stack);
		visitor.logIn();
		String first = tokenOfController(visitor);
		assertThatCallSucceeds(visitor, Realm.USERNAME);
		assertThat(this.platform.tokens().last().id()).isEqualTo(first);
		this.platform.clock().advance(Deployment.SHORT_LIFESPAN);
		String second = tokenOfController(visitor);
		assertThatCallSucceeds(visitor, Realm.USERNAME);
		assertThat(this.platform.tokens().last().id()).isEqualTo(second).isNotEqualTo(first);
		assertThat(this.realm.countEvents("REFRESH_TOKEN", Realm.USERNAME)).isEqualTo(1);
		visitor.browser().screenshot(stack.picture("call-after-controller"));
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
	@Tag("full")
	void callWhenTwoBrowsersOfOneUserThenTwoLogins(Stack stack) {
		this.platform.issueShortRotatingTokens();
		LoginApplication application = this.platform.start(stack, Chain.DEFAULT);
		Visitor first = new Visitor(browsers.open(), application);
		Visitor second = new Visitor(browsers.open(), application);
		first.logIn();
		assertThatCallSucceeds(first, Realm.USERNAME);
		String firstSession = session();
		second.logIn();
		assertThatCallSucceeds(second, Realm.USERNAME);
		String secondSession = session();
		assertThat(secondSession).isNotEqualTo(firstSession);
		assertThat(first.read("/me").path("session")).isNotEqualTo(second.read("/me").path("session"));
		this.platform.clock().advance(Deployment.SHORT_LIFESPAN);
		assertThatCallSucceeds(first, Realm.USERNAME);
		assertThat(session()).isEqualTo(firstSession);
		assertThatCallSucceeds(second, Realm.USERNAME);
		assertThat(session()).isEqualTo(secondSession);
		assertThat(this.realm.events()).doesNotContain("REFRESH_TOKEN_ERROR");
	}

	private Visitor visitor(Stack stack, String... properties) {
		return new Visitor(browsers.open(), this.platform.start(stack, Chain.DEFAULT, properties));
	}

	private String session() {
		return this.platform.tokens().last().session();
	}

	private static String tokenOfController(Visitor visitor) throws ParseException {
		return SignedJWT.parse(visitor.read("/tokens").path("accessToken").asString()).getJWTClaimsSet().getJWTID();
	}

	private static void assertThatCallSucceeds(Visitor visitor, String username) {
		JsonNode response = visitor.read("/videos");
		assertThat(response.path("status").asInt()).isEqualTo(200);
		assertThat(response.path("username").asString()).isEqualTo(username);
	}

}
