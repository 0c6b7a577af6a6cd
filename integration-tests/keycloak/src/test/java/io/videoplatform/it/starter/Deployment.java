package io.videoplatform.it.starter;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.videoplatform.it.api.ApiHost;
import io.videoplatform.it.api.TokenCheck;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.proxy.TokenEndpointProxy;
import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A customer's deployment for one test: the realm of the test class behind a proxy, an
 * API host on another domain, and the applications that call it.
 */
final class Deployment implements AfterEachCallback {

	/**
	 * No expectation: what takes so long hangs.
	 */
	static final Duration HANG_GUARD = Duration.ofMinutes(5);

	static final Duration ACCESS_TOKEN_LIFESPAN = Duration.ofMinutes(5);

	private final Realm realm;

	private final TokenEndpointProxy proxy;

	private final ApiHost api;

	/**
	 * Stands still. Keycloak's goes on in real time: a token whose refresh point has
	 * passed here is still good there.
	 */
	private final MovableClock clock = new MovableClock(Clock.fixed(Instant.now(), ZoneOffset.UTC));

	private final List<Application> applications = new ArrayList<>();

	Deployment(RealmExtension keycloak) {
		this.realm = keycloak.realm();
		this.proxy = TokenEndpointProxy.inFrontOf(keycloak.keycloak().uri());
		this.api = ApiHost.naming(this.realm, issuer());
	}

	ApiHost api() {
		return this.api;
	}

	TokenEndpointProxy proxy() {
		return this.proxy;
	}

	MovableClock clock() {
		return this.clock;
	}

	/**
	 * Returns the issuer that the API host names at first: the realm through the proxy.
	 */
	URI issuer() {
		return this.realm.issuer(this.proxy.uri());
	}

	/**
	 * Lets the API host check tokens without Keycloak, which may then be down.
	 */
	void checkSignaturesOnly() {
		this.api.tokenCheck(TokenCheck.bySignature(this.realm, issuer()));
	}

	/**
	 * Starts an application that knows the realm's account, on the movable clock.
	 */
	Application startWithAccount(String... properties) {
		return start(Stream.concat(account(), Stream.of(properties)));
	}

	/**
	 * Starts an application that knows the realm's account, in real time. No document
	 * becomes old meanwhile.
	 */
	Application startInRealTime() {
		Stream<String> documents = Stream.of("platform.discovery.min-lifetime=1h");
		return running(
				Application.start(null, Stream.of(root(), account(), documents).flatMap((part) -> part).toList()));
	}

	/**
	 * Starts an application that is a service of its own, on the movable clock.
	 */
	Application startService(String secret) {
		return start(Stream.of("platform.grant-type=client_credentials", "platform.client-id=platform-service",
				"platform.client-secret=" + secret));
	}

	/**
	 * Starts an application on the movable clock.
	 */
	Application start(Stream<String> properties) {
		return running(Application.start(this.clock, Stream.concat(root(), properties).toList()));
	}

	@Override
	public void afterEach(ExtensionContext context) {
		this.applications.forEach(Application::close);
		this.api.close();
		this.proxy.close();
		this.realm.keycloak().start();
		this.realm.endAllSessions();
		this.realm.keepRefreshTokens();
		this.realm.accessTokenLifespan(ACCESS_TOKEN_LIFESPAN);
		this.realm.clearEvents();
	}

	private Application running(Application application) {
		this.applications.add(application);
		return application;
	}

	private Stream<String> root() {
		return Stream.of("platform.root-url=" + this.api.rootUrl());
	}

	private static Stream<String> account() {
		return Stream.of("platform.username=" + Realm.USERNAME, "platform.password=" + Realm.PASSWORD);
	}

}
