package io.videoplatform.internal.token.login;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A logout while a refresh is under way: nothing brings the login back, whichever comes
 * first.
 */
class LogoutRaceTests {

	private static final int RACES = 1_000;

	private final LoginPlatform platform = new LoginPlatform();

	private final LoginTokens tokens = this.platform.tokens;

	@AfterEach
	void close() {
		this.platform.close();
	}

	private void assertThatNothingIsLeft(List<TokenSource> ended) {
		LoginPlatform.until(() -> ended.stream().noneMatch((source) -> source.status().inFlight()));
		LoginPlatform.until(() -> this.platform.provider.issued().validRefreshTokens().isEmpty());
		assertThat(ended).allSatisfy((source) -> {
			assertThat(source.current()).isNull();
			assertThat(source.currentUnlessStale()).isNull();
			assertThat(source.held()).isNull();
		});
		assertThat(this.tokens.count()).isZero();
	}

	/**
	 * One round for each step that can be seen from outside, until a refresh is over
	 * before the logout comes.
	 */
	@ParameterizedTest
	@EnumSource
	void endWhenAtAnyStepOfARefreshThenNothingComesBack(Refresh refresh) {
		int step = 0;
		Step logout;
		do {
			LoginKey ann = this.platform.login("ann");
			TokenSource source = this.platform.source(ann);
			logout = new Step(++step, () -> this.tokens.end(ann));
			refresh.prepare.accept(this.platform);
			this.platform.step = logout;
			refresh.run(source);
			LoginPlatform.until(() -> !source.status().inFlight());
			this.platform.step = () -> {
			};
			this.platform.provider.repair();
			if (!logout.isDone()) {
				this.tokens.end(ann);
			}
			assertThatNothingIsLeft(List.of(source));
		}
		while (logout.isDone());
		assertThat(step).as("steps seen").isGreaterThan(8);
	}

	/**
	 * The ways in which a refresh goes.
	 */
	enum Refresh {

		/**
		 * Callers wait for it.
		 */
		EXPIRED(301, (platform) -> {
		}),

		/**
		 * It runs behind.
		 */
		STALE(270, (platform) -> {
		}),

		/**
		 * The first response is lost, and the refresh token sent once more.
		 */
		LOST(301, (platform) -> platform.provider.tokenEndpoint().next(TestResponse.status(504))),

		/**
		 * The provider cannot process it.
		 */
		REFUSED(301, (platform) -> platform.provider.tokenEndpoint().next(TestResponse.status(503)));

		private final Consumer<LoginPlatform> prepare;

		Refresh(int age, Consumer<LoginPlatform> responses) {
			this.prepare = (platform) -> {
				responses.accept(platform);
				platform.clock.advance(Duration.ofSeconds(age));
			};
		}

		/**
		 * Refresh, and do not mind what the caller gets.
		 */
		void run(TokenSource source) {
			Mono.justOrEmpty(source.current())
				.switchIfEmpty(source.await(Context.empty()))
				.onErrorResume(PlatformAuthorizationException.class, (ex) -> Mono.empty())
				.onErrorResume(ClientAuthorizationRequiredException.class, (ex) -> Mono.empty())
				.block(LoginPlatform.PATIENCE);
		}

	}

	/**
	 * Does something at one step and lets the others pass.
	 */
	private static final class Step implements Runnable {

		private final int at;

		private final Runnable action;

		private final AtomicInteger steps = new AtomicInteger();

		private volatile boolean done;

		Step(int at, Runnable action) {
			this.at = at;
			this.action = action;
		}

		@Override
		public void run() {
			if (this.steps.incrementAndGet() == this.at) {
				this.action.run();
				this.done = true;
			}
		}

		boolean isDone() {
			return this.done;
		}

	}

}
