package io.videoplatform.internal.login.servlet;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.PlatformStep;
import io.videoplatform.internal.login.oidc.BoundedWait;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The wait of a request's thread for a step of a login.
 */
final class Waiting {

	private static final BoundedWait WAIT = new BoundedWait(PlatformStep.LOGIN, Duration.ofSeconds(45));

	private Waiting() {
	}

	static <T> @Nullable T on(Mono<T> mono) {
		return WAIT.on(mono);
	}

	static <T> @Nullable T on(CompletableFuture<@Nullable T> future) {
		return WAIT.on(future);
	}

}
