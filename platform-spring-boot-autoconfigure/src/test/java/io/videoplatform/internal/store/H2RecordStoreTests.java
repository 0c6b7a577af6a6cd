package io.videoplatform.internal.store;

import java.util.UUID;

/**
 * A store in H2, within this JVM.
 */
class H2RecordStoreTests extends AbstractJdbcRecordStoreTests {

	private final String url = "jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(UUID.randomUUID());

	@Override
	String url() {
		return this.url;
	}

	@Override
	String schema() {
		return "schema-h2.sql";
	}

}
