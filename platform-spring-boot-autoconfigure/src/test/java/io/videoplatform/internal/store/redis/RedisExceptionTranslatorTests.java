package io.videoplatform.internal.store.redis;

import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletionException;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is said of a failure of Redis.
 */
class RedisExceptionTranslatorTests {

	private @Nullable Throwable reconnectFailure;

	private final RedisExceptionTranslator exceptions = new RedisExceptionTranslator("redis.example.com:6379",
			() -> this.reconnectFailure);

	@Test
	void translateWhenHostIsUnknownThenSaysSo() {
		Throwable unknown = new UnknownHostException("canary").initCause(new IllegalStateException("canary"));
		assertThat(this.exceptions.translate(new RedisConnectionException("canary", unknown), Duration.ofSeconds(1)))
			.hasMessage("Redis at redis.example.com:6379 is not available: UnknownHostException");
	}

	@Test
	void translateWhenPasswordIsRefusedThenNamesTheCode() {
		Throwable refused = new RedisCommandExecutionException("WRONGPASS canary");
		assertThat(this.exceptions.translate(new RedisConnectionException("canary", refused), Duration.ofSeconds(1)))
			.hasMessage("Redis at redis.example.com:6379 is not available: WRONGPASS");
	}

	@Test
	void translateWhenRejectedWhileConnectingThenNamesWhatKeepsItFromIt() {
		RedisException rejected = new RedisException("canary");
		assertThat(this.exceptions.translate(rejected, Duration.ofSeconds(1)))
			.hasMessage("Redis at redis.example.com:6379 is not available: RedisException");
		this.reconnectFailure = new CompletionException(new RedisCommandExecutionException("NOAUTH canary"));
		assertThat(this.exceptions.translate(rejected, Duration.ofSeconds(1)))
			.hasMessage("Redis at redis.example.com:6379 is not available: NOAUTH");
		assertThat(this.exceptions.translate(new RedisConnectionException("canary"), Duration.ofSeconds(1)))
			.hasMessage("Redis at redis.example.com:6379 is not available: RedisConnectionException");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			OOM command not allowed | OOM
			ERR Error running script (call to f_1): @user_script: 11: -OOM command not allowed | OOM
			ERR The user executing the script can't run this command or subcommand script: canary | NOPERM
			ERR The user executing the script can't access at least one of the keys script: canary | NOPERM
			ERR unknown command 'canary' | ERR
			canary | RedisCommandExecutionException""")
	void translateWhenACommandIsRefusedThenNamesTheCode(String message, String code) {
		assertThat(this.exceptions.translate(new RedisCommandExecutionException(message), Duration.ofSeconds(1)))
			.hasMessage("Redis at redis.example.com:6379 refused a command: " + code);
	}

}
