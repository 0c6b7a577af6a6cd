package io.videoplatform.internal.store.redis;

import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Translates what Spring Data Redis throws.
 */
final class RedisExceptionTranslator {

	/**
	 * The code of an error, which within a script follows on that of the script.
	 */
	private static final Pattern CODE = Pattern.compile("^(?:ERR .*: -)?([A-Z]{2,20})\\b", Pattern.DOTALL);

	/**
	 * A part of the message by which Redis refuses a command within a script that the
	 * user may not run.
	 */
	private static final String NOT_PERMITTED = "The user executing the script can't ";

	private RedisExceptionTranslator() {
	}

	/**
	 * Translate the failure of an operation, without keys and values.
	 */
	static StoreUnavailableException translate(Throwable cause) {
		if (cause instanceof TimeoutException) {
			return new StoreUnavailableException("Redis did not respond in time", null);
		}
		String code = code(cause);
		if (code != null) {
			return StoreUnavailableException.refused("Redis refused a command", code, null);
		}
		boolean unknown = CauseChain.of(cause).anyMatch(UnknownHostException.class::isInstance);
		return new StoreUnavailableException("Redis is not available",
				unknown ? UnknownHostException.class.getSimpleName() : StoreUnavailableException.reason(cause), cause);
	}

	/**
	 * Return the code by which Redis refuses a command. The rest of its message may
	 * repeat arguments.
	 * @return the code, or {@code null} if Redis has not responded
	 */
	static @Nullable String code(Throwable cause) {
		if (CauseChain.of(cause).noneMatch(DataAccessException.class::isInstance)) {
			return null;
		}
		String message = String.valueOf(CauseChain.root(cause).getMessage());
		Matcher code = CODE.matcher(message.contains(NOT_PERMITTED) ? "NOPERM" : message);
		return code.find() ? code.group(1) : null;
	}

}
