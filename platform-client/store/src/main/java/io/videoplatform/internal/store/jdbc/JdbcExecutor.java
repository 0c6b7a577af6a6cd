package io.videoplatform.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Function;

import javax.sql.DataSource;

import io.videoplatform.internal.store.RecordStore.Change;
import io.videoplatform.internal.store.StoreThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Uses the database on threads of the store, and so outside of any caller's transaction.
 */
final class JdbcExecutor implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(JdbcExecutor.class);

	private static final int THREADS = 4;

	private static final int MAX_TRIES = 50;

	private static final Duration GRACE = Duration.ofSeconds(1);

	private final DataSource dataSource;

	private final StoreThreads threads;

	JdbcExecutor(DataSource dataSource, String tableName, Scheduler scheduler) {
		this.dataSource = dataSource;
		this.threads = new StoreThreads("platform-store", THREADS, scheduler,
				new JdbcExceptionTranslator(tableName)::translate);
	}

	Scheduler scheduler() {
		return this.threads.scheduler();
	}

	/**
	 * Return hints that go on until the store is closed.
	 */
	Flux<Change> changes(Flux<Change> hints) {
		return this.threads.changes(hints);
	}

	/**
	 * Return a signal that completes when the store is closed.
	 */
	Mono<Void> end() {
		return this.threads.end();
	}

	/**
	 * Use the database.
	 * @param work what to do; it may be done more than once
	 */
	<T> Mono<T> call(Duration deadline, Function<JdbcClient, T> work) {
		return this.threads.call(deadline, () -> {
			try (Connection connection = this.dataSource.getConnection()) {
				return use(connection, deadline, work);
			}
		});
	}

	/**
	 * Use a connection, whose statements are committed at once, and which goes back as it
	 * came. If the network is silent, the driver gives it up.
	 */
	private static <T> T use(Connection connection, Duration limit, Function<JdbcClient, T> work) throws SQLException {
		boolean autoCommit = connection.getAutoCommit();
		int networkTimeout = connection.getNetworkTimeout();
		try {
			connection.setNetworkTimeout(Runnable::run, (int) limit.plus(GRACE).toMillis());
			connection.setAutoCommit(true);
			return untilNotRefused(JdbcClient.create(new SingleConnectionDataSource(connection, true)), work);
		}
		finally {
			restore(connection, autoCommit, networkTimeout);
		}
	}

	private static void restore(Connection connection, boolean autoCommit, int networkTimeout) {
		try {
			connection.setAutoCommit(autoCommit);
			connection.setNetworkTimeout(Runnable::run, networkTimeout);
		}
		catch (SQLException ex) {
			logger.debug("A connection was lost", ex);
		}
	}

	/**
	 * At a stricter isolation level than READ COMMITTED, an engine refuses a statement
	 * that another one was faster than. Done again, it finds what the other has written.
	 */
	private static <T> T untilNotRefused(JdbcClient client, Function<JdbcClient, T> work) {
		for (int tries = 1; tries < MAX_TRIES; tries++) {
			try {
				return work.apply(client);
			}
			catch (ConcurrencyFailureException ex) {
				logger.debug("The database refused a statement because of a concurrent one", ex);
			}
		}
		return work.apply(client);
	}

	@Override
	public void close() {
		this.threads.close();
	}

}
