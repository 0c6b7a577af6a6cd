package io.videoplatform.it.login;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.videoplatform.it.api.ApiHost;
import io.videoplatform.it.api.TokenCheck;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.Chain;
import io.videoplatform.it.login.application.LoginApplication;
import io.videoplatform.it.login.application.Stack;
import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A customer's deployment for one test: the realm of the test class, an API host, and the
 * applications that log users in.
 */
final class Deployment implements AfterEachCallback {

	static final Duration SHORT_LIFESPAN = Duration.ofSeconds(12);

	private static final Duration LIFESPAN = Duration.ofMinutes(5);

	private final Realm realm;

	private final ApiHost api;

	private final SeenTokens tokens;

	private final MovableClock clock = new MovableClock(Clock.systemUTC());

	private final List<LoginApplication> applications = new ArrayList<>();

	Deployment(RealmExtension keycloak) {
		this.realm = keycloak.realm();
		this.api = ApiHost.naming(this.realm, this.realm.issuer());
		this.tokens = new SeenTokens(TokenCheck.byIntrospection(this.realm, this.realm.issuer()));
		this.api.tokenCheck(this.tokens);
	}

	Realm realm() {
		return this.realm;
	}

	ApiHost api() {
		return this.api;
	}

	/**
	 * Returns the tokens that the API host has found good.
	 */
	SeenTokens tokens() {
		return this.tokens;
	}

	/**
	 * Returns the clock of the applications, which runs with the real one. Tokens run out
	 * here before they do at Keycloak, which accepts a refresh at any time, and never
	 * after.
	 */
	MovableClock clock() {
		return this.clock;
	}

	/**
	 * Lets access tokens live for {@link #SHORT_LIFESPAN} and refresh tokens be used
	 * once.
	 */
	void issueShortRotatingTokens() {
		this.realm.accessTokenLifespan(SHORT_LIFESPAN);
		this.realm.rotateRefreshTokens(0);
	}

	/**
	 * Starts an application.
	 */
	LoginApplication start(Stack stack, Chain chain, String... properties) {
		List<String> all = Stream.concat(login(), Stream.of(properties)).toList();
		LoginApplication application = LoginApplication.start(stack, chain, this.clock, all);
		this.applications.add(application);
		return application;
	}

	/*
	 * A Keycloak that is down is left down: the tests of one outage share it.
	 */
	@Override
	public void afterEach(ExtensionContext context) {
		this.applications.forEach(LoginApplication::close);
		this.api.close();
		if (this.realm.keycloak().isRunning()) {
			restoreRealm();
		}
	}

	private void restoreRealm() {
		this.realm.endAllSessions();
		this.realm.keepRefreshTokens();
		this.realm.accessTokenLifespan(LIFESPAN);
		this.realm.clearEvents();
	}

	private Stream<String> login() {
		return Stream.of("platform.root-url=" + this.api.rootUrl(), "platform.client-id=platform-web",
				"platform.client-secret=platform-web-secret", "platform.grant-type=authorization_code");
	}

}
