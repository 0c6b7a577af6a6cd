package io.videoplatform.internal.token;

import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.internal.token.endpoint.ProviderBinding;

import org.springframework.util.function.SingletonSupplier;

/**
 * The accounts of providers that the clients of an application log in to by the password
 * grant. An account is known for longer than its longest pause.
 */
public final class PasswordAccounts {

	private static final Duration KEPT = PasswordAttempts.SLOW_PROBE.multipliedBy(2);

	private final Clock clock;

	private final RandomGenerator random;

	private final Supplier<Cache<Account, PasswordAttempts>> attempts = SingletonSupplier
		.of(() -> Caffeine.newBuilder().expireAfterAccess(KEPT).executor(Runnable::run).build());

	/**
	 * Create a new instance.
	 * @param clock the clock of pauses
	 * @param random the source of their spread
	 */
	public PasswordAccounts(Clock clock, RandomGenerator random) {
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Return the password grants for an account.
	 * @param provider the provider
	 * @param account all that a client's token request depends on, secrets included
	 */
	PasswordAttempts attempts(ProviderBinding provider, String account) {
		return this.attempts.get()
			.get(new Account(provider, account), (key) -> new PasswordAttempts(this.clock, this.random));
	}

	/**
	 * An account, as clients of the same credentials use it.
	 *
	 * @param provider the provider
	 * @param credentials the credentials, as one text
	 */
	private record Account(ProviderBinding provider, String credentials) {

	}

}
