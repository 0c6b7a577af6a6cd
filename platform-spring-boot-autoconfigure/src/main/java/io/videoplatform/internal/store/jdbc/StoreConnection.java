package io.videoplatform.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * A connection that serves one operation and then goes back as it came. Each statement is
 * committed at once. The engine is asked to cancel a statement that takes too long; if it
 * does not respond to that either, the driver gives the connection up.
 */
final class StoreConnection implements AutoCloseable {

	private static final Duration GRACE = Duration.ofSeconds(1);

	private final Connection connection;

	private final boolean autoCommit;

	private final int networkTimeout;

	private final int queryTimeout;

	private StoreConnection(Connection connection) throws SQLException {
		this.connection = connection;
		this.autoCommit = connection.getAutoCommit();
		this.networkTimeout = connection.getNetworkTimeout();
		try (Statement statement = connection.createStatement()) {
			this.queryTimeout = statement.getQueryTimeout();
		}
	}

	/**
	 * Take a connection of its own, whatever transaction the caller may be in. It goes
	 * back also if the driver, or what a pool wraps around it, fails in its own way.
	 */
	static StoreConnection open(DataSource dataSource) throws SQLException {
		Connection connection = dataSource.getConnection();
		try {
			return new StoreConnection(connection);
		}
		catch (SQLException | RuntimeException | Error ex) {
			try (connection) {
				throw ex;
			}
		}
	}

	/**
	 * Return a client for the connection.
	 * @param limit how long a statement may take; drivers count in seconds
	 */
	JdbcClient client(Duration limit) throws SQLException {
		int seconds = Math.toIntExact(limit.plusSeconds(1).minusNanos(1).toSeconds());
		this.connection.setNetworkTimeout(Runnable::run, (int) GRACE.plusSeconds(seconds).toMillis());
		this.connection.setAutoCommit(true);
		JdbcTemplate template = new JdbcTemplate(new SingleConnectionDataSource(this.connection, true));
		template.setQueryTimeout(seconds);
		return JdbcClient.create(template);
	}

	/**
	 * Give the connection up: a pool finds out that it is broken when it goes back.
	 */
	void abort() throws SQLException {
		this.connection.abort(Runnable::run);
	}

	@Override
	public void close() throws SQLException {
		try (this.connection) {
			restoreQueryTimeout();
			this.connection.setAutoCommit(this.autoCommit);
			this.connection.setNetworkTimeout(Runnable::run, this.networkTimeout);
		}
	}

	/**
	 * In H2 the limit of a statement is that of all statements of its connection.
	 */
	private void restoreQueryTimeout() throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			statement.setQueryTimeout(this.queryTimeout);
		}
	}

}
