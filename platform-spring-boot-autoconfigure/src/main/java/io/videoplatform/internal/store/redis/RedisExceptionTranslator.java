package io.videoplatform.internal.store.redis;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

import io.lettuce.core.RedisCommandExecutionException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.store.StoreUnavailableException;

/**
 * Translates what Lettuce throws.
 *
 * @param engine the address of the engine, for messages
 */
record RedisExceptionTranslator(String engine) {

	/**
	 * Translate the failure of an operation.
	 * @param cause what was thrown
	 * @param deadline how long the operation might take
	 * @return the exception, without keys and values
	 */
	StoreUnavailableException translate(Throwable cause, Duration deadline) {
		String redis = "Redis at " + this.engine;
		if (cause instanceof TimeoutException) {
			return new StoreUnavailableException(
					"%s did not respond within %d ms".formatted(redis, deadline.toMillis()), null);
		}
		if (cause instanceof RejectedExecutionException) {
			return new StoreUnavailableException(redis + " is busy: too many operations wait for it",
					PlatformError.STORE_BUSY, cause);
		}
		if (cause instanceof RedisCommandExecutionException) {
			// The rest of the message may repeat the arguments of the command
			String code = String.valueOf(cause.getMessage()).split(" ", 2)[0];
			return new StoreUnavailableException("%s refused a command: %s".formatted(redis, code), null);
		}
		return new StoreUnavailableException(redis + " is not available", cause);
	}

}
