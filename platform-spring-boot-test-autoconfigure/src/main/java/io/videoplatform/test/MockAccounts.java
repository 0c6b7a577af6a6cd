package io.videoplatform.test;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.token.login.LoginKey;
import io.videoplatform.testing.TestPlatform;

/**
 * The clients, accounts and users that a {@link MockPlatform} knows, with secrets that no
 * other one has.
 */
final class MockAccounts {

	static final String USERNAME = "account";

	private final TestPlatform platform;

	private final String secret = UUID.randomUUID().toString();

	private final Map<String, LoginKey> testUsers = new ConcurrentHashMap<>();

	MockAccounts(TestPlatform platform) {
		this.platform = platform;
		platform.clients().account(USERNAME, password());
		register(PlatformClients.DEFAULT);
	}

	/**
	 * Register a client and return its secret.
	 */
	String register(String client) {
		String clientSecret = client + "-" + this.secret;
		this.platform.clients().register(client, clientSecret);
		return clientSecret;
	}

	/**
	 * Return the properties of an application that uses the account.
	 */
	String[] properties() {
		return new String[] { "platform.root-url=" + this.platform.rootUrl(),
				"platform.client-id=" + PlatformClients.DEFAULT,
				"platform.client-secret=" + register(PlatformClients.DEFAULT), "platform.grant-type=password",
				"platform.username=" + USERNAME, "platform.password=" + password() };
	}

	String password() {
		return USERNAME + "-" + this.secret;
	}

	/**
	 * Whether an ID token was issued here.
	 */
	boolean issued(String idToken) {
		return this.platform.idTokens().wasIssued(idToken);
	}

	/**
	 * Issue tokens for a user who has not logged in here. The key is there when they are
	 * refreshed, as after a login.
	 */
	Map<String, Object> issue(String subject, String client) {
		this.platform.idTokens().keyId();
		return this.platform.issued().issue(subject, client);
	}

	/**
	 * Return the login of a user of Spring Security's test support.
	 */
	LoginKey testUser(String id, Function<String, LoginKey> opening) {
		return this.testUsers.computeIfAbsent(id, opening);
	}

	void reset() {
		this.testUsers.clear();
	}

}
