package io.videoplatform.internal.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import io.lettuce.core.api.StatefulConnection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link ConnectionOpener}, {@link SharedConnection} and what they do when they cannot
 * begin.
 */
class ConnectionOpenerTests {

	private static final Duration SOON = Duration.ofSeconds(10);

	static List<Error> errors() {
		return List.of(new InternalError("simulated"), new StackOverflowError(),
				new NoClassDefFoundError("com/example/Missing"), new AssertionError("simulated"));
	}

	private static LettuceConnectionProvider failing(Error thrown) {
		return new LettuceConnectionProvider() {

			@Override
			public <T extends StatefulConnection<?, ?>> CompletionStage<T> getConnectionAsync(Class<T> type) {
				throw thrown;
			}

		};
	}

	private static void assertFails(Mono<?> operation, Error thrown) {
		assertThat(operation.toFuture()).failsWithin(SOON).withThrowableThat().withCause(thrown);
	}

	@ParameterizedTest
	@MethodSource("errors")
	void openWhenProviderThrowsThenFails(Error thrown) {
		ConnectionOpener opener = new ConnectionOpener(failing(thrown), Runnable::run);
		assertFails(opener.open(StatefulConnection.class), thrown);
	}

	@ParameterizedTest
	@MethodSource("errors")
	void openWhenThreadCannotBeCreatedThenFails(Error thrown) {
		Executor thread = (task) -> {
			throw thrown;
		};
		ConnectionOpener opener = new ConnectionOpener(failing(new AssertionError("not reached")), thread);
		assertFails(opener.open(StatefulConnection.class), thrown);
	}

	@ParameterizedTest
	@MethodSource("errors")
	void executeWhenConnectingThrowsThenFailsAndNextConnects(Error thrown) {
		SharedConnection connection = new SharedConnection(
				new ConnectionOpener(failing(thrown), Runnable::run).open(StatefulConnection.class));
		for (int i = 0; i < 2; i++) {
			assertFails(connection.execute((commands) -> CompletableFuture.completedFuture(1), SOON), thrown);
		}
	}

	@ParameterizedTest
	@MethodSource("errors")
	void executeWhenItCannotBeginThenFails(Error thrown) {
		SharedConnection connection = new SharedConnection(Mono.defer(() -> {
			throw thrown;
		}));
		assertThat(connection.execute((commands) -> CompletableFuture.completedFuture(1), SOON).toFuture())
			.failsWithin(SOON);
	}

}
