package io.videoplatform.test;

import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.token.login.LoginKey;
import io.videoplatform.testing.TestPlatform;

import org.springframework.util.Assert;

/**
 * The clients, accounts and users that a {@link MockPlatform} knows, with secrets that no
 * other one has.
 */
final class MockAccounts {

	static final String USERNAME = "account";

	/**
	 * OpenID Connect Core 1.0, sections 2 and 3.1.3.6, and Back-Channel Logout 1.0,
	 * section 2.1.
	 */
	private static final Set<String> PROTOCOL_CLAIMS = Set.of("iss", "sub", "aud", "azp", "exp", "iat", "nbf", "jti",
			"nonce", "at_hash", "c_hash", "sid");

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
	 * Set who logs in from now on.
	 */
	void user(String subject, Map<String, ?> claims) {
		checkSubject(subject);
		claims.forEach((claim, value) -> {
			Assert.isTrue(claim != null && value != null,
					() -> "The claim '%s' of a user has no name or no value".formatted(claim));
			Assert.isTrue(!PROTOCOL_CLAIMS.contains(claim),
					() -> "The claim '%s' is set by the mock platform and cannot be set for a user".formatted(claim));
		});
		this.platform.logins().user(subject, claims);
	}

	private static void checkSubject(String subject) {
		Assert.hasLength(subject, "A user has an identifier, which is not empty");
	}

	/**
	 * Return a logout token for the session in which a user has logged in last, and end
	 * that.
	 */
	String logoutToken(String subject) {
		checkSubject(subject);
		Map<String, String> login = this.platform.logins().latest(subject);
		Assert.state(login != null,
				() -> "User '%s' has not logged in at the mock platform since the last reset".formatted(subject));
		String session = login.getOrDefault("sid", "");
		this.platform.issued().endSession(session);
		return this.platform.idTokens().logoutToken(session, (claims) -> claims.putAll(login));
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
