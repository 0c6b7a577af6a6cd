package io.videoplatform.login.servlet;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.videoplatform.autoconfigure.HeldLogins;
import io.videoplatform.login.testing.Browser;
import io.videoplatform.login.testing.LoginProvider;
import io.videoplatform.testing.MovableClock;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A servlet application on a free port with a provider of its own, and the clock of both.
 */
final class LoginApplication implements AutoCloseable {

	private static final Duration PAUSE = Duration.ofSeconds(6);

	private final MovableClock clock = new MovableClock();

	private final LoginProvider provider = new LoginProvider(this.clock);

	private final ConfigurableApplicationContext context;

	LoginApplication(Class<?> source, String... properties) {
		List<String> arguments = new ArrayList<>();
		List.of("server.port=0", "server.address=127.0.0.1").forEach((property) -> arguments.add("--" + property));
		List.of(this.provider.properties()).forEach((property) -> arguments.add("--" + property));
		List.of(properties).forEach((property) -> arguments.add("--" + property));
		this.context = new SpringApplicationBuilder(source).web(WebApplicationType.SERVLET)
			.registerShutdownHook(false)
			.initializers((starting) -> starting.getBeanFactory().registerSingleton("clock", (Clock) this.clock))
			.run(arguments.toArray(String[]::new));
	}

	@Override
	public void close() {
		this.context.close();
		this.provider.close();
	}

	/**
	 * Undo what a test has done to the provider, and let pauses and confirmations pass.
	 */
	void reset() {
		this.provider.repair().user("ann").expiresIn(300).maxAge(3600).callback((url) -> url).metadata((document) -> {
		}).idToken((claims) -> {
		}).signedIdToken((idToken) -> idToken).userInfo((claims) -> {
		});
		this.clock.advance(PAUSE);
	}

	/**
	 * Let the pause after an outage pass.
	 */
	void pass() {
		this.clock.advance(PAUSE);
	}

	String root() {
		return "http://127.0.0.1:" + this.context.getEnvironment().getProperty("local.server.port");
	}

	Browser browser() {
		return new Browser(root());
	}

	/**
	 * Return a browser whose user has logged in.
	 */
	Browser loggedIn() {
		Browser browser = browser();
		browser.open("/videos");
		return browser;
	}

	LoginProvider provider() {
		return this.provider;
	}

	MovableClock clock() {
		return this.clock;
	}

	ConfigurableApplicationContext context() {
		return this.context;
	}

	/**
	 * Return how many logins are held.
	 */
	long logins() {
		return HeldLogins.of(this.context).count();
	}

	/**
	 * Return how many codes were sent to the provider.
	 */
	long codes() {
		return this.provider.requests("/token")
			.stream()
			.filter((request) -> request.parameter("grant_type").equals("authorization_code"))
			.count();
	}

	/**
	 * Return how many refresh tokens were sent to the provider.
	 */
	long refreshes() {
		return this.provider.requests("/token")
			.stream()
			.filter((request) -> request.parameter("grant_type").equals("refresh_token"))
			.count();
	}

}
