package io.videoplatform.internal.store;

import io.videoplatform.internal.store.engine.PostgresServer;

/**
 * A store in the oldest PostgreSQL that is supported.
 */
class PostgresRecordStoreTests extends AbstractJdbcRecordStoreTests {

	@Override
	String url() {
		return "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres".formatted(PostgresServer.shared().port());
	}

	@Override
	String schema() {
		return "schema-postgresql.sql";
	}

}
