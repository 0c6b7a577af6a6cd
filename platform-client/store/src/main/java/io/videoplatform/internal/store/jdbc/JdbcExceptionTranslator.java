package io.videoplatform.internal.store.jdbc;

import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Translates what drivers and pools of connections throw.
 *
 * @param table the name of the table, for messages
 */
record JdbcExceptionTranslator(String table) {

	/**
	 * The SQLSTATEs of a table, its schema or a column that does not exist, and of a name
	 * that cannot be parsed: of PostgreSQL, and of H2 in its places.
	 */
	private static final Set<String> NO_TABLE = Set.of("42P01", "42703", "42601", "42S02", "42S03", "42S04", "42S22",
			"42000", "42001", "90079");

	/**
	 * What the SQLSTATEs begin with of a server that takes no writes, has too little
	 * memory or space, or does not permit them.
	 */
	private static final Set<String> REFUSED = Set.of("25", "53", "42");

	/**
	 * Translate the failure of an operation.
	 */
	StoreUnavailableException translate(Throwable cause) {
		if (cause instanceof TimeoutException) {
			return new StoreUnavailableException(message("did not respond in time"), cause);
		}
		String state = state(cause);
		if (state != null && NO_TABLE.contains(state)) {
			return new StoreUnavailableException(
					"The table %s of the store does not exist or is not as the schema file creates it: SQLSTATE %s"
						.formatted(this.table, state),
					PlatformError.STORE_TABLE, cause);
		}
		if (state != null && REFUSED.stream().anyMatch(state::startsWith)) {
			return StoreUnavailableException.refused(message("is not available"), "SQLSTATE " + state, cause);
		}
		return new StoreUnavailableException(message("is not available"),
				(state != null) ? "SQLSTATE " + state : StoreUnavailableException.reason(cause), cause);
	}

	private String message(String reason) {
		return "The store in table %s %s".formatted(this.table, reason);
	}

	private static @Nullable String state(Throwable failure) {
		return (CauseChain.root(failure) instanceof SQLException cause) ? cause.getSQLState() : null;
	}

}
