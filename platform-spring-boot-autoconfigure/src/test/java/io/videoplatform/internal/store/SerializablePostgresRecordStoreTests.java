package io.videoplatform.internal.store;

import com.zaxxer.hikari.HikariDataSource;

/**
 * A store in PostgreSQL, on connections that are neither READ COMMITTED nor in
 * auto-commit mode.
 */
class SerializablePostgresRecordStoreTests extends PostgresRecordStoreTests {

	@Override
	void customize(HikariDataSource dataSource) {
		super.customize(dataSource);
		dataSource.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
		dataSource.setAutoCommit(false);
	}

}
