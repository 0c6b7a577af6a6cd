package io.videoplatform.internal.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.store.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Translates what drivers, pools of connections and threads throw.
 *
 * @param table the name of the table, for messages
 */
record JdbcExceptionTranslator(String table) {

	/**
	 * The SQLSTATE of a write that a standby refuses: "read-only SQL-transaction".
	 */
	private static final String READ_ONLY = "25006";

	/**
	 * The SQLSTATEs of a statement that the user may not execute: of PostgreSQL, and of
	 * H2.
	 */
	private static final Set<String> DENIED = Set.of("42501", "90096");

	/**
	 * The SQLSTATEs of a table or its schema that does not exist: of PostgreSQL, and of
	 * H2 without and with tables of similar names, in an empty database, and without the
	 * schema.
	 */
	private static final Set<String> NO_TABLE = Set.of("42P01", "42S02", "42S03", "42S04", "90079");

	/**
	 * The SQLSTATEs of a column that does not exist: of PostgreSQL, and of H2.
	 */
	private static final Set<String> NO_COLUMN = Set.of("42703", "42S22");

	/**
	 * The SQLSTATEs of a statement that cannot be parsed, of which only the name of the
	 * table is not always the same: of PostgreSQL, and of H2 in two places.
	 */
	private static final Set<String> NO_NAME = Set.of("42601", "42000", "42001");

	/**
	 * Translate the failure of an operation.
	 * @param cause what was thrown
	 * @param deadline how long the operation might take
	 * @return the exception
	 */
	StoreUnavailableException translate(Throwable cause, Duration deadline) {
		if (cause instanceof TimeoutException) {
			return unavailable("did not respond within %d ms".formatted(deadline.toMillis()), cause);
		}
		if (cause instanceof RejectedExecutionException) {
			return new StoreUnavailableException(message("is busy: too many operations wait for it"),
					PlatformError.STORE_BUSY, cause);
		}
		String state = state(cause);
		if (state != null && NO_TABLE.contains(state)) {
			return unusable("The table %s of the store does not exist in the database", cause);
		}
		if (state != null && NO_COLUMN.contains(state)) {
			return unusable("The table %s in the database lacks a column of the store", cause);
		}
		if (state != null && NO_NAME.contains(state)) {
			return unusable("The database does not accept %s as the name of the store's table", cause);
		}
		return new StoreUnavailableException(message("is not available"),
				(state != null) ? "SQLSTATE " + state : StoreUnavailableException.reason(cause), cause);
	}

	/**
	 * Return the exception of operations after the end.
	 * @return the exception
	 */
	StoreUnavailableException closed() {
		return unavailable("is closed", null);
	}

	private StoreUnavailableException unavailable(String reason, @Nullable Throwable cause) {
		return new StoreUnavailableException(message(reason), cause);
	}

	private StoreUnavailableException unusable(String message, Throwable cause) {
		return new StoreUnavailableException(message.formatted(this.table), PlatformError.STORE_TABLE, cause);
	}

	private String message(String reason) {
		return "The store in table %s %s".formatted(this.table, reason);
	}

	/**
	 * Return whether a standby has refused a write.
	 */
	static boolean isReadOnly(DataAccessException ex) {
		return READ_ONLY.equals(state(ex));
	}

	/**
	 * Return whether the user may not execute a statement.
	 */
	static boolean isDenied(Throwable ex) {
		String state = state(ex);
		return state != null && DENIED.contains(state);
	}

	private static @Nullable String state(Throwable failure) {
		return (CauseChain.root(failure) instanceof SQLException cause) ? cause.getSQLState() : null;
	}

}
