package io.videoplatform.internal.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.videoplatform.internal.http.DaemonThread;
import io.videoplatform.internal.store.StartedFuture;
import io.videoplatform.internal.store.StoreUnavailableException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The few threads that wait for the database. An operation fails at its deadline, whether
 * its thread is still waiting or not; if all threads wait and the queue is full, it fails
 * at once. Neither says anything of the database if it did respond, and the operation had
 * no thread in time or its result no other one. Results arrive on another scheduler, so
 * that no caller uses up these threads.
 */
final class JdbcThreads {

	private static final Log logger = LogFactory.getLog(JdbcThreads.class);

	private static final int THREADS = 4;

	private static final int QUEUE = 5_000;

	// Or an engine that is a standby for good would have a new connection for each write
	private static final Duration PROBATION = Duration.ofSeconds(1);

	private final DataSource dataSource;

	private final JdbcExceptionTranslator exceptions;

	private final Scheduler scheduler;

	private final ThreadPoolExecutor pool;

	private final AtomicLong lastAborted = new AtomicLong(System.nanoTime() - PROBATION.toNanos());

	private volatile long lastResponse = System.nanoTime();

	private final Sinks.Empty<Void> end = Sinks.empty();

	/**
	 * Create a new instance.
	 * @param dataSource where connections are from
	 * @param tableName the name of the table, for messages
	 * @param scheduler where results arrive and deadlines are measured
	 */
	JdbcThreads(DataSource dataSource, String tableName, Scheduler scheduler) {
		this(dataSource, tableName, scheduler, DaemonThread.factory("platform-store"));
	}

	JdbcThreads(DataSource dataSource, String tableName, Scheduler scheduler, ThreadFactory threadFactory) {
		this.dataSource = dataSource;
		this.exceptions = new JdbcExceptionTranslator(tableName);
		this.scheduler = scheduler;
		this.pool = new ThreadPoolExecutor(THREADS, THREADS, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE),
				threadFactory);
		this.pool.allowCoreThreadTimeOut(true);
	}

	Scheduler scheduler() {
		return this.scheduler;
	}

	/**
	 * Return a signal that completes when the store is closed.
	 */
	Mono<Void> end() {
		return this.end.asMono();
	}

	void close() {
		this.pool.shutdown();
		this.end.tryEmitEmpty();
	}

	/**
	 * Use the database.
	 * @param deadline after which time it fails
	 * @param work what to do; it may be done more than once
	 * @return the result; fails with a {@link StoreUnavailableException}
	 */
	<T> Mono<T> call(Duration deadline, Function<JdbcClient, T> work) {
		return Mono.defer(() -> this.pool.isShutdown() ? Mono.error(this.exceptions.closed()) : begin(deadline, work))
			.onErrorMap((ex) -> this.exceptions.translate(ex, deadline))
			.takeUntilOther(end())
			.switchIfEmpty(Mono.error(this.exceptions::closed));
	}

	/**
	 * The deadline is the last operator, so that it holds also if the result cannot be
	 * passed on.
	 */
	private <T> Mono<T> begin(Duration deadline, Function<JdbcClient, T> work) {
		Operation<T> operation = new Operation<>(deadline, work);
		return Mono.fromCompletionStage(() -> StartedFuture.of(() -> submit(operation)))
			.flatMap(Function.identity())
			.publishOn(this.scheduler)
			.timeout(deadline, this.scheduler)
			.onErrorMap(operation::isHeldUpHere, (ex) -> new RejectedExecutionException("No thread was free", ex));
	}

	/**
	 * Not by a scheduler, which would print that the queue is full, nor with a future
	 * that interrupts: H2 closes a file whose reader is interrupted.
	 */
	private <T> CompletableFuture<T> submit(Supplier<T> task) {
		return CompletableFuture.supplyAsync(task, this.pool);
	}

	private boolean mayAbort() {
		long last = this.lastAborted.get();
		long now = System.nanoTime();
		return now - last >= PROBATION.toNanos() && this.lastAborted.compareAndSet(last, now);
	}

	/**
	 * An operation and how far it is.
	 */
	private final class Operation<T> implements Supplier<Mono<T>> {

		private final long start = System.nanoTime();

		private final Duration deadline;

		private final Function<JdbcClient, T> work;

		private volatile boolean atDatabase;

		Operation(Duration deadline, Function<JdbcClient, T> work) {
			this.deadline = deadline;
			this.work = work;
		}

		private boolean isWithin(Duration time) {
			return System.nanoTime() - this.start < time.toNanos();
		}

		/**
		 * Return whether it is this node that was too slow: the database has responded
		 * meanwhile, and had less than half of the time for this operation, or is done
		 * with it.
		 */
		boolean isHeldUpHere(Throwable failure) {
			return (failure instanceof TimeoutException || failure instanceof QueryTimeoutException) && !this.atDatabase
					&& JdbcThreads.this.lastResponse - this.start > 0;
		}

		/**
		 * A failure is returned: thrown after the deadline, it would be logged as an
		 * error.
		 */
		@Override
		public Mono<T> get() {
			this.atDatabase = isWithin(this.deadline.dividedBy(2));
			try (StoreConnection connection = StoreConnection.open(JdbcThreads.this.dataSource)) {
				T result = result(connection);
				JdbcThreads.this.lastResponse = System.nanoTime();
				this.atDatabase = false;
				return Mono.just(result);
			}
			catch (SQLException | RuntimeException ex) {
				return Mono.error(ex);
			}
		}

		/**
		 * A pool keeps a connection to an engine that became a standby.
		 */
		private T result(StoreConnection connection) throws SQLException {
			JdbcClient client = connection.client(this.deadline);
			try {
				return untilNotRefused(client);
			}
			catch (DataAccessException ex) {
				if (JdbcExceptionTranslator.isReadOnly(ex) && mayAbort()) {
					connection.abort();
				}
				throw ex;
			}
		}

		/**
		 * At a stricter isolation level than READ COMMITTED, an engine refuses a
		 * statement that another one was faster than. Done again, it finds what the other
		 * has written.
		 */
		private T untilNotRefused(JdbcClient client) {
			while (isWithin(this.deadline)) {
				try {
					return this.work.apply(client);
				}
				catch (ConcurrencyFailureException ex) {
					logger.debug("The database refused a statement because of a concurrent one", ex);
				}
			}
			throw new QueryTimeoutException("The deadline has passed");
		}

	}

}
