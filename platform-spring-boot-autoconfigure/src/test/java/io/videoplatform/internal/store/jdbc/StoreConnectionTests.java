package io.videoplatform.internal.store.jdbc;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * {@link StoreConnection} of drivers and pools that have ways of their own.
 */
class StoreConnectionTests {

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

}
