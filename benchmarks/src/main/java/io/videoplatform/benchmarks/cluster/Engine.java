package io.videoplatform.benchmarks.cluster;

import java.util.List;
import java.util.function.Supplier;

import io.videoplatform.internal.store.RecordStore;

/**
 * The engine that nodes share their logins in, as a process of its own.
 */
interface Engine extends AutoCloseable {

	/**
	 * Return the port that it listens on.
	 */
	int port();

	/**
	 * Return the properties of a node.
	 * @param port the port of the engine, or of a proxy before it
	 */
	List<String> properties(int port);

	/**
	 * Return a text that its response contains when a record is written.
	 */
	String writtenMark();

	void kill();

	void restart();

	void pause();

	void resume();

	/**
	 * Let it lose all that it holds, and nothing else.
	 */
	void empty();

	/**
	 * Keep a copy of what it holds.
	 */
	void save();

	/**
	 * Kill it, and start it with what it held when it was saved.
	 */
	void putBack();

	/**
	 * Return how many operations it has done for nodes.
	 */
	long operations();

	/**
	 * Return how many bytes it uses for what it holds.
	 */
	long bytes();

	/**
	 * Return how many entries it holds.
	 */
	long count();

	/**
	 * Return the store as a node uses it, which cleans up after some seconds.
	 */
	RecordStore store();

	/**
	 * Write entries in bulk, as the store would write each.
	 */
	void write(List<BulkStore.Entry> entries);

	@Override
	void close();

	/**
	 * The engines.
	 */
	enum Type {

		/**
		 * Redis, which writes each command to a file.
		 */
		REDIS(RedisEngine::new),

		/**
		 * PostgreSQL, which writes each transaction to a file.
		 */
		POSTGRES(PostgresEngine::new);

		private final Supplier<Engine> start;

		Type(Supplier<Engine> start) {
			this.start = start;
		}

		Engine start() {
			return this.start.get();
		}

	}

}
