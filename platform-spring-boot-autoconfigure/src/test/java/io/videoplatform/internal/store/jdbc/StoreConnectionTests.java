package io.videoplatform.internal.store.jdbc;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * {@link StoreConnection} of drivers and pools that have ways of their own.
 */
class StoreConnectionTests {

	private static final String QUERY_TIMEOUT = "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS"
			+ " WHERE SETTING_NAME = 'QUERY_TIMEOUT'";

	static Stream<Throwable> failures() {
		return Stream.of(new SQLFeatureNotSupportedException(), new UnsupportedOperationException(),
				new AbstractMethodError());
	}

	@ParameterizedTest
	@MethodSource("failures")
	void openWhenTheConnectionCannotBeUsedThenGoesBack(Throwable failure) throws SQLException {
		try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
			Connection broken = (Connection) Proxy.newProxyInstance(getClass().getClassLoader(),
					new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
						if (method.getName().equals("getNetworkTimeout")) {
							throw failure;
						}
						return method.invoke(connection, arguments);
					});
			assertThat(catchThrowable(() -> StoreConnection.open(new SingleConnectionDataSource(broken, false))))
				.isSameAs(failure);
			assertThat(connection.isClosed()).isTrue();
		}
	}

	@Test
	void closeThenStatementsOfTheApplicationMayTakeAsLongAsBefore() throws SQLException {
		try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
			JdbcClient application = JdbcClient.create(new SingleConnectionDataSource(connection, true));
			application.sql("SET QUERY_TIMEOUT 60000").update();
			try (StoreConnection used = StoreConnection.open(new SingleConnectionDataSource(connection, true))) {
				assertThat(used.client(Duration.ofMillis(250)).sql(QUERY_TIMEOUT).query(Long.class).single())
					.isEqualTo(1000);
			}
			assertThat(application.sql(QUERY_TIMEOUT).query(Long.class).single()).isEqualTo(60_000);
		}
	}

}
