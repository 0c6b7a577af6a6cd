package io.videoplatform.login.oidc;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The servlet side's edge: its thread waits here for what the core does without blocking.
 * The exchanges have deadlines of their own, so that the bound is never reached unless
 * the engine was shut down.
 *
 * @param step what is waited for
 * @param bound how long at most
 */
record BoundedWait(PlatformStep step, Duration bound) {

	private static final Duration SLACK = Duration.ofSeconds(1);

	static BoundedWait forExchanges(PlatformStep step, int exchanges, Duration deadline) {
		return new BoundedWait(step, deadline.multipliedBy(exchanges).plus(SLACK));
	}

	<T> T on(Mono<T> mono) {
		CompletableFuture<T> future = mono.toFuture();
		try {
			return Objects.requireNonNull(future.get(this.bound.toMillis(), TimeUnit.MILLISECONDS));
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			throw new IllegalStateException(ex.getCause());
		}
		catch (TimeoutException ex) {
			future.cancel(true);
			throw unavailable("did not end within %d ms".formatted(this.bound.toMillis()), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			future.cancel(true);
			throw unavailable("was interrupted", ex);
		}
	}

	private OidcProviderUnavailableException unavailable(String reason, @Nullable Throwable cause) {
		return new OidcProviderUnavailableException("%s: the wait %s.".formatted(this.step, reason), this.step, null,
				null, cause);
	}

}
