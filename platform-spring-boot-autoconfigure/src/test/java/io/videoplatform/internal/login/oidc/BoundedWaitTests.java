package io.videoplatform.internal.login.oidc;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.BoundedWait;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Waits of a servlet's thread: each ends, whatever becomes of what is waited for.
 */
class BoundedWaitTests {

	private final BoundedWait wait = new BoundedWait(Duration.ofMillis(200),
			LoginUnavailableException.waitForLogin().failure());

	@Test
	void requireWhenEmptyThenUnavailable() {
		assertThat(this.wait.<String>on(Mono.empty())).isNull();
		assertThatExceptionOfType(LoginUnavailableException.class).isThrownBy(() -> this.wait.require(Mono.empty()))
			.withMessage(PlatformError.TIMEOUT.explain(PlatformStep.LOGIN + ": the wait ended without a result"));
	}

	@Test
	void onWhenPublisherNeverCompletesThenUnavailableAndCancelled() {
		AtomicBoolean cancelled = new AtomicBoolean();
		assertThatExceptionOfType(LoginUnavailableException.class)
			.isThrownBy(() -> this.wait.on(Mono.never().doOnCancel(() -> cancelled.set(true))))
			.withMessageContaining("did not end within 200 ms");
		assertThat(cancelled).isTrue();
	}

	/**
	 * Reactor throws such an error on where it happens: the publisher never completes.
	 */
	@Test
	void onWhenErrorIsThrownOnAnotherThreadThenUnavailable() {
		Mono<String> broken = Mono.fromCallable(() -> {
			throw new StackOverflowError();
		});
		assertThatExceptionOfType(LoginUnavailableException.class)
			.isThrownBy(() -> this.wait.on(broken.subscribeOn(Schedulers.boundedElastic())));
	}

	@Test
	void onWhenFutureIsSharedThenItGoesOnForOthers() {
		CompletableFuture<String> shared = new CompletableFuture<>();
		assertThatExceptionOfType(LoginUnavailableException.class).isThrownBy(() -> this.wait.on(shared));
		assertThat(shared).isNotDone();
	}

	@Test
	void onWhenThreadIsOfForkJoinPoolThenItRunsNoOtherTaskMeanwhile() {
		ForkJoinPool pool = new ForkJoinPool(1);
		try {
			CompletableFuture<String> waitedFor = new CompletableFuture<>() {

				@Override
				public Executor defaultExecutor() {
					return pool;
				}

			};
			AtomicReference<Thread> other = new AtomicReference<>();
			pool.submit(() -> {
				CompletableFuture.runAsync(() -> other.set(Thread.currentThread()), pool);
				assertThatExceptionOfType(LoginUnavailableException.class).isThrownBy(() -> this.wait.on(waitedFor));
				assertThat(other).hasValue(null);
			}).join();
		}
		finally {
			pool.shutdown();
		}
	}

	@Test
	void onWhenInterruptedThenUnavailableAndStillInterrupted() {
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(LoginUnavailableException.class).isThrownBy(() -> this.wait.on(Mono.never()))
			.withMessageContaining("was interrupted");
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void onWhenFailedThenThatFailure() {
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> this.wait.on(Mono.error(new IllegalArgumentException("a"))));
		assertThatIllegalStateException().isThrownBy(() -> this.wait.on(Mono.error(new AssertionError("a"))))
			.withCauseInstanceOf(AssertionError.class);
	}

}
