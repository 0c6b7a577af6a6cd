package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.videoplatform.internal.token.shared.RefreshRequest;
import io.videoplatform.internal.token.shared.StoredTokens;
import io.videoplatform.internal.token.shared.TokenRecord;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A provider of one login whose refresh tokens are good for one use, seen through the
 * requests of nodes.
 */
final class RotatingTestProvider {

	static final Duration LIFETIME = Duration.ofMinutes(5);

	static final Duration PAUSE = Duration.ofSeconds(10);

	private static final Duration LIFE = Duration.ofHours(1);

	private final List<String> presented = new CopyOnWriteArrayList<>();

	private final LongSupplier clock;

	private int issued = 1;

	RotatingTestProvider(LongSupplier clock) {
		this.clock = clock;
	}

	/**
	 * Return the tokens of the login.
	 */
	StoredTokens login() {
		return tokens(1, this.clock.getAsLong());
	}

	/**
	 * The refresh tokens that were presented, in their order.
	 */
	List<String> presented() {
		return this.presented;
	}

	/**
	 * Return a request that the provider answers at once.
	 */
	RefreshRequest request() {
		return new Request(Mono::just);
	}

	/**
	 * Return a request that is never answered, and that the provider has processed.
	 */
	RefreshRequest unanswered() {
		return new Request((tokens) -> Mono.never());
	}

	/**
	 * Return a request that is answered when a gate opens.
	 */
	RefreshRequest heldBack(Sinks.Empty<Void> gate) {
		return new Request((tokens) -> gate.asMono().thenReturn(tokens));
	}

	/**
	 * Return a request whose response is lost.
	 */
	RefreshRequest lost() {
		return new Request((tokens) -> Mono.error(new Failure(RefreshRequest.Outcome.UNKNOWN)));
	}

	/**
	 * Return a request that does not reach the provider.
	 */
	RefreshRequest unreachable() {
		return new Request(null);
	}

	/**
	 * Return a request whose implementation fails before it returns.
	 */
	RefreshRequest broken() {
		return new Request((tokens) -> {
			throw new IllegalStateException("broken");
		});
	}

	private synchronized Mono<StoredTokens> process(String refreshToken, long now) {
		this.presented.add(refreshToken);
		if (!refreshToken.equals("refresh-" + this.issued)) {
			return Mono.error(new Failure(RefreshRequest.Outcome.REFUSED));
		}
		this.issued++;
		return Mono.just(tokens(this.issued, now));
	}

	private static StoredTokens tokens(int number, long now) {
		return new StoredTokens("access-" + number, Set.of("openid"), "https://id.example.com", now,
				LIFETIME.toMillis(), "refresh-" + number, now + LIFE.toMillis());
	}

	/**
	 * Why a request failed.
	 */
	static final class Failure extends RuntimeException {

		private static final long serialVersionUID = 1L;

		private final RefreshRequest.Outcome outcome;

		Failure(RefreshRequest.Outcome outcome) {
			super(outcome.name());
			this.outcome = outcome;
		}

	}

	private final class Request implements RefreshRequest {

		private final @Nullable Function<StoredTokens, Mono<StoredTokens>> response;

		private Request(@Nullable Function<StoredTokens, Mono<StoredTokens>> response) {
			this.response = response;
		}

		@Override
		public Mono<StoredTokens> send(TokenRecord record) {
			if (this.response == null) {
				return Mono.error(new Failure(Outcome.NOT_PROCESSED));
			}
			String refreshToken = Objects.requireNonNull(record.tokens()).refreshToken();
			return process(Objects.requireNonNull(refreshToken), RotatingTestProvider.this.clock.getAsLong())
				.flatMap(this.response);
		}

		@Override
		public Failed failed(Throwable ex, TokenRecord record) {
			return new Failed((ex instanceof Failure failure) ? failure.outcome : Outcome.UNKNOWN, PAUSE);
		}

	}

}
