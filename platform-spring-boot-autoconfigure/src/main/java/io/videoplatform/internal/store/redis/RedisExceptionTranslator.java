package io.videoplatform.internal.store.redis;

import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.store.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Translates what Lettuce throws.
 *
 * @param engine the address of the engine, for messages
 * @param reconnectFailure returns why a connection could not be opened again, or
 * {@code null}
 */
record RedisExceptionTranslator(String engine, Supplier<@Nullable Throwable> reconnectFailure) {

	/**
	 * The code of an error, which within a script follows on that of the script.
	 */
	private static final Pattern CODE = Pattern.compile("^(?:ERR .*: -)?([A-Z]{1,20})\\b", Pattern.DOTALL);

	/**
	 * How the message begins by which Redis 7 refuses a command within a script that the
	 * user may not run.
	 */
	private static final String NOT_PERMITTED = "ERR The user executing the script can't ";

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
			return new StoreUnavailableException(redis + " refused a command", reason(cause), null);
		}
		Throwable known = known(cause);
		boolean unknown = CauseChain.of(known).anyMatch(UnknownHostException.class::isInstance);
		return new StoreUnavailableException(redis + " is not available",
				unknown ? UnknownHostException.class.getSimpleName() : reason(known), cause);
	}

	/**
	 * While Lettuce connects again, it rejects commands by an exception that does not say
	 * why it takes long.
	 */
	private Throwable known(Throwable cause) {
		Throwable failure = (CauseChain.root(cause).getClass() == RedisException.class) ? this.reconnectFailure.get()
				: null;
		return (failure != null) ? failure : cause;
	}

	/**
	 * The rest of the message may repeat the arguments of the command.
	 */
	private static String reason(Throwable failure) {
		Throwable root = CauseChain.root(failure);
		String message = (root instanceof RedisCommandExecutionException) ? String.valueOf(root.getMessage()) : "";
		if (message.startsWith(NOT_PERMITTED)) {
			return "NOPERM";
		}
		Matcher code = CODE.matcher(message);
		return code.find() ? code.group(1) : StoreUnavailableException.reason(failure);
	}

}
