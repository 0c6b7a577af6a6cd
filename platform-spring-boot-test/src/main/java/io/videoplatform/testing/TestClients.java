package io.videoplatform.testing;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * The clients and the accounts that a {@link TestPlatform} knows. As long as no client is
 * registered the platform takes any credentials; from then on it is strict.
 */
public final class TestClients {

	private static final String BASIC = "Basic ";

	private final Map<String, String> secrets = new ConcurrentHashMap<>();

	private final Map<String, String> passwords = new ConcurrentHashMap<>();

	TestClients() {
	}

	/**
	 * Register a client, which is to authenticate from now on (RFC 6749, section 2.3.1).
	 */
	public TestClients register(String id, String secret) {
		this.secrets.put(id, secret);
		return this;
	}

	/**
	 * Register an account, for the password grant.
	 */
	public TestClients account(String username, String password) {
		this.passwords.put(username, password);
		return this;
	}

	boolean areStrict() {
		return !this.secrets.isEmpty();
	}

	boolean contains(String id) {
		return !areStrict() || this.secrets.containsKey(id);
	}

	boolean isAccount(RecordedRequest request) {
		return !areStrict() || request.parameter("password").equals(this.passwords.get(request.parameter("username")));
	}

	/**
	 * Return the client that a request authenticates, or {@code null} if it is refused.
	 */
	@Nullable String authenticate(RecordedRequest request) {
		String[] credentials = credentials(request);
		boolean accepted = !areStrict() || credentials[1].equals(this.secrets.get(credentials[0]));
		return accepted ? credentials[0] : null;
	}

	/**
	 * Return the client that a request names, whether it is accepted or not.
	 */
	public static String client(RecordedRequest request) {
		return credentials(request)[0];
	}

	private static String[] credentials(RecordedRequest request) {
		String authorization = request.authorization();
		if (authorization == null || !authorization.startsWith(BASIC)) {
			return new String[] { request.parameter("client_id"), request.parameter("client_secret") };
		}
		String[] parts = decoded(authorization.substring(BASIC.length())).split(":", 2);
		return new String[] { RecordedRequest.decode(parts[0]),
				(parts.length > 1) ? RecordedRequest.decode(parts[1]) : "" };
	}

	/**
	 * Decode credentials. What cannot be decoded names no client.
	 */
	private static String decoded(String credentials) {
		try {
			return new String(Base64.getDecoder().decode(credentials), StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			return "";
		}
	}

}
