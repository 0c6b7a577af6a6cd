package io.videoplatform.internal.store;

import com.zaxxer.hikari.HikariDataSource;

/**
 * A store in H2, on connections that are neither READ COMMITTED nor in auto-commit mode.
 */
class SerializableH2RecordStoreTests extends H2RecordStoreTests {

	@Override
	void customize(HikariDataSource dataSource) {
		super.customize(dataSource);
		dataSource.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
		dataSource.setAutoCommit(false);
	}

}
