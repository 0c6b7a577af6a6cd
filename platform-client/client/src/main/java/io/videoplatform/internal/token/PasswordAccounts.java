package io.videoplatform.internal.token;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import org.jspecify.annotations.Nullable;

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

	public PasswordAccounts(Clock clock, RandomGenerator random) {
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Return the password grants for an account.
	 */
	PasswordAttempts attempts(ProviderBinding provider, List<@Nullable String> credentials) {
		return this.attempts.get()
			.get(new Account(provider, credentials), (key) -> new PasswordAttempts(this.clock, this.random));
	}

	/**
	 * An account, which clients may share. Its {@code toString()} shows none of them.
	 */
	private record Account(ProviderBinding provider, List<@Nullable String> credentials) {

		@Override
		public String toString() {
			return "Account[" + this.provider.issuer() + "]";
		}

	}

}
