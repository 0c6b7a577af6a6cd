package io.videoplatform.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import javax.sql.DataSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * A connection that serves one operation, whose statements are committed at once, and
 * goes back as it came. If the network is silent, the driver gives it up.
 */
final class StoreConnection implements AutoCloseable {

	private static final Duration GRACE = Duration.ofSeconds(1);

	private final Connection connection;

	private final boolean autoCommit;

	private final int networkTimeout;

	private StoreConnection(Connection connection) throws SQLException {
		this.connection = connection;
		this.autoCommit = connection.getAutoCommit();
		this.networkTimeout = connection.getNetworkTimeout();
	}

	/**
	 * Take a connection, which goes back also if it cannot be used.
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
	 * @param limit how long the network may be silent
	 */
	JdbcClient client(Duration limit) throws SQLException {
		this.connection.setNetworkTimeout(Runnable::run, (int) limit.plus(GRACE).toMillis());
		this.connection.setAutoCommit(true);
		return JdbcClient.create(new SingleConnectionDataSource(this.connection, true));
	}

	@Override
	public void close() throws SQLException {
		try (this.connection) {
			this.connection.setAutoCommit(this.autoCommit);
			this.connection.setNetworkTimeout(Runnable::run, this.networkTimeout);
		}
	}

}
