package io.videoplatform.internal.login.oidc;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The wait of a servlet request's thread for the result of the core, which does not
 * block. The core has deadlines of its own, so that this one is reached only if the
 * engine was shut down or an error kept a publisher from completing.
 *
 * @param step the step whose result is awaited
 * @param bound the longest wait
 */
public record BoundedWait(PlatformStep step, Duration bound) {

	private static final Duration SLACK = Duration.ofSeconds(1);

	static BoundedWait forExchanges(PlatformStep step, int exchanges, Duration deadline) {
		return new BoundedWait(step, deadline.multipliedBy(exchanges).plus(SLACK));
	}

	/**
	 * Wait for a publisher, which is cancelled if it does not complete.
	 * @param <T> the type of the result
	 * @param mono the publisher
	 * @return its value, or {@code null} if it is empty
	 * @throws OidcProviderUnavailableException if it does not complete within the bound,
	 * or the thread is interrupted
	 */
	public <T> @Nullable T on(Mono<T> mono) {
		CompletableFuture<@Nullable T> future = mono.toFuture();
		try {
			return on(future);
		}
		finally {
			future.cancel(true);
		}
	}

	/**
	 * Wait for a future, which is not cancelled: other callers may wait for it.
	 * @param <T> the type of the result
	 * @param future the future
	 * @return its value
	 * @throws OidcProviderUnavailableException if it does not complete within the bound,
	 * or the thread is interrupted
	 */
	public <T> @Nullable T on(CompletableFuture<@Nullable T> future) {
		try {
			return future.get(this.bound.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			throw new IllegalStateException(ex.getCause());
		}
		catch (TimeoutException ex) {
			throw unavailable("did not end within %d ms".formatted(this.bound.toMillis()), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw unavailable("was interrupted", ex);
		}
	}

	/**
	 * Wait for a publisher that must not be empty.
	 */
	<T> T require(Mono<T> mono) {
		T value = on(mono);
		if (value == null) {
			throw unavailable("ended without a result", null);
		}
		return value;
	}

	private OidcProviderUnavailableException unavailable(String reason, @Nullable Throwable cause) {
		return new OidcProviderUnavailableException("%s: the wait %s.".formatted(this.step, reason), this.step, null,
				null, cause);
	}

}
