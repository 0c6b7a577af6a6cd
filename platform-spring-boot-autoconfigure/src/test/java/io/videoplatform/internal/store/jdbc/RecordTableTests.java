package io.videoplatform.internal.store.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

import org.junit.jupiter.api.Test;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link RecordTable} in an H2 with many rows.
 */
class RecordTableTests {

	private static final String ROWS = """
			INSERT INTO platform_record SELECT CAST(? || X AS VARBINARY), X'00', 1, X'00', ?, 0
			FROM SYSTEM_RANGE(1, 100000)""";

	private final RecordTable table = new RecordTable(JdbcStoreSettings.DEFAULT_TABLE_NAME);

	@Test
	void deleteExpiredWhenManyHaveThenABatchTakesNoLongerForThat() throws SQLException {
		try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
			ScriptUtils.executeSqlScript(connection,
					new ClassPathResource("io/videoplatform/store/jdbc/schema-h2.sql"));
			JdbcTemplate template = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
			JdbcClient client = JdbcClient.create(template);
			client.sql(ROWS).params("expired-", 1000).update();
			client.sql(ROWS).params("held-", Long.MAX_VALUE).update();
			template.setQueryTimeout(5);
			assertThat(this.table.deleteExpired(client, 1000)).isEqualTo(1000);
			assertThat(client.sql("SELECT COUNT(*) FROM platform_record").query(Long.class).single())
				.isEqualTo(199_000);
		}
	}

}
