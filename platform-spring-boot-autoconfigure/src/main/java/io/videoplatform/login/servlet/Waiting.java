package io.videoplatform.login.servlet;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformStep;
import io.videoplatform.login.LoginUnavailableException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The edge of the servlet stack: a request's thread waits here for what the engine does
 * without blocking. The engine has deadlines of its own; this bound is reached only if it
 * was shut down.
 */
final class Waiting {

	private static final Duration BOUND = Duration.ofSeconds(45);

	private Waiting() {
	}

	static <T> @Nullable T on(Mono<T> mono) {
		return on(mono.toFuture());
	}

	static <T> @Nullable T on(CompletableFuture<@Nullable T> future) {
		try {
			return future.get(BOUND.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			throw new IllegalStateException(ex.getCause());
		}
		catch (TimeoutException ex) {
			throw unavailable("took longer than %d s".formatted(BOUND.toSeconds()), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw unavailable("was interrupted", ex);
		}
	}

	private static LoginUnavailableException unavailable(String reason, Throwable cause) {
		return new LoginUnavailableException("The wait for the engine " + reason, PlatformStep.LOGIN, null, null,
				cause);
	}

}
