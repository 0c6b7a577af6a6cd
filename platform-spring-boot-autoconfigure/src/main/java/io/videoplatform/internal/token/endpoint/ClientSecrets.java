package io.videoplatform.internal.token.endpoint;

import java.time.Duration;
import java.util.function.Supplier;

import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

/**
 * The secrets of a client as they are now: those of the configuration, or what files
 * hold. Its {@code toString()} shows none.
 */
public final class ClientSecrets {

	private static final Duration CHECK = Duration.ofSeconds(1);

	private final Supplier<? extends @Nullable String> clientSecret;

	private final Supplier<? extends @Nullable String> password;

	private final boolean fixed;

	private @Nullable Values known;

	private volatile long version;

	private volatile long checkedAt = System.nanoTime();

	private ClientSecrets(Supplier<? extends @Nullable String> clientSecret,
			Supplier<? extends @Nullable String> password, boolean fixed) {
		this.clientSecret = clientSecret;
		this.password = password;
		this.fixed = fixed;
	}

	/**
	 * Return the secrets that a client was configured with.
	 * @param credentials the client
	 * @return secrets that do not change
	 */
	public static ClientSecrets of(ClientCredentials credentials) {
		return of(credentials, null, null);
	}

	/**
	 * Return the secrets of a client of which some are read from files.
	 * @param credentials the client
	 * @param clientSecret the file that holds its secret, or {@code null} if it is
	 * configured
	 * @param password the file that holds the password of its account, or {@code null} if
	 * that is configured
	 * @return secrets that change with the files
	 */
	public static ClientSecrets of(ClientCredentials credentials, @Nullable SecretFile clientSecret,
			@Nullable SecretFile password) {
		Supplier<? extends @Nullable String> first = (clientSecret != null) ? clientSecret : credentials::clientSecret;
		Supplier<? extends @Nullable String> second = (password != null) ? password : credentials::password;
		return new ClientSecrets(first, second, clientSecret == null && password == null);
	}

	/**
	 * Return whether the secrets never change.
	 */
	boolean isFixed() {
		return this.fixed;
	}

	/**
	 * Return the secrets for a request.
	 * @throws CredentialsUnavailableException if one cannot be read
	 */
	Values current() {
		Values now = new Values(this.clientSecret.get(), this.password.get());
		note(now);
		return now;
	}

	private synchronized void note(Values now) {
		Values before = this.known;
		if (before != null && !before.equals(now)) {
			this.version++;
		}
		this.known = now;
	}

	/**
	 * Return a number that grows when a secret has changed. Files are looked at once in a
	 * second at most.
	 * @return the number
	 */
	public long version() {
		long now = System.nanoTime();
		if (this.fixed || now - this.checkedAt < CHECK.toNanos()) {
			return this.version;
		}
		this.checkedAt = now;
		try {
			current();
		}
		catch (CredentialsUnavailableException ex) {
			// Reported by the request that needs them
			return this.version;
		}
		return this.version;
	}

	@Override
	public String toString() {
		return "ClientSecrets[fixed=%s, version=%d]".formatted(this.fixed, this.version);
	}

	/**
	 * The secrets at one moment.
	 *
	 * @param clientSecret the client's secret
	 * @param password the account's password
	 */
	record Values(@Nullable String clientSecret, @Nullable String password) {

		@Override
		public String toString() {
			return "Values[]";
		}

	}

}
