package io.videoplatform.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.videoplatform.internal.store.engine.PostgresServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/**
 * {@link JdbcRecordStore} beside the transactions and connections of an application.
 */
class JdbcRecordStoreTransactionTests {

	private final int port = PostgresServer.shared().port();

	@BeforeEach
	void emptyTable() {
		StoreNode.emptyTable();
	}

	static Stream<Arguments> dataSources() {
		UnaryOperator<DataSource> plain = (pool) -> pool;
		UnaryOperator<DataSource> aware = TransactionAwareDataSourceProxy::new;
		UnaryOperator<DataSource> lazy = LazyConnectionDataSourceProxy::new;
		return Stream.of(argumentSet("plain", plain), argumentSet("transaction-aware", aware),
				argumentSet("lazy", lazy));
	}

	@ParameterizedTest
	@MethodSource("dataSources")
	void replaceWhenTransactionOfTheCallerIsRolledBackThenStays(UnaryOperator<DataSource> wrapper) {
		try (StoreNode node = new StoreNode(this.port, StoreNode.patient(), wrapper)) {
			DataSource dataSource = wrapper.apply(node.pool());
			TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
			transaction.executeWithoutResult((status) -> {
				assertThat(node.replace("key", null, "stamp").stamp()).isEqualTo("stamp");
				status.setRollbackOnly();
			});
			assertThat(node.read("key").stamp()).isEqualTo("stamp");
		}
	}

	@Test
	void readThenConnectionGoesBackAsItCame() throws SQLException {
		Connection connection = PostgresServer.dataSource(this.port).getConnection();
		connection.setAutoCommit(false);
		connection.setNetworkTimeout(Runnable::run, 60_000);
		SingleConnectionDataSource dataSource = new SingleConnectionDataSource(connection, true);
		try (StoreNode node = new StoreNode(this.port, StoreNode.patient(), (pool) -> dataSource)) {
			assertThat(node.replace("key", null, "stamp").stamp()).isEqualTo("stamp");
			assertThat(connection.getAutoCommit()).isFalse();
			assertThat(connection.getNetworkTimeout()).isEqualTo(60_000);
		}
		finally {
			dataSource.destroy();
		}
	}

}
