package io.videoplatform.internal.store.jdbc;

import java.sql.SQLException;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.CannotGetJdbcConnectionException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is said of a failure of a database.
 */
class JdbcExceptionTranslatorTests {

	private static final JdbcExceptionTranslator TRANSLATOR = new JdbcExceptionTranslator("record");

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					42703 | STORE_TABLE | false | The table record of the store does not exist or is not as the schema file creates it: SQLSTATE 42703
					42601 | STORE_TABLE | false | The table record of the store does not exist or is not as the schema file creates it: SQLSTATE 42601
					42S22 | STORE_TABLE | false | The table record of the store does not exist or is not as the schema file creates it: SQLSTATE 42S22
					42001 | STORE_TABLE | false | The table record of the store does not exist or is not as the schema file creates it: SQLSTATE 42001
					28P01 | STORE | false | The store in table record is not available: SQLSTATE 28P01
					42501 | STORE | true | The store in table record is not available: SQLSTATE 42501
					25006 | STORE | true | The store in table record is not available: SQLSTATE 25006
					42P01 | STORE_TABLE | false | The table record of the store does not exist or is not as the schema file creates it: SQLSTATE 42P01
					      | STORE | false | The store in table record is not available: SQLException""")
	void translateThenNamesTheStateAndNothingElse(String state, PlatformError error, boolean refusal, String message) {
		SQLException canary = new SQLException("canary", state);
		assertThat(TRANSLATOR.translate(new CannotGetJdbcConnectionException("canary", canary))).hasMessage(message)
			.returns(error, StoreUnavailableException::error)
			.returns(refusal, StoreUnavailableException::isRefusal);
	}

	@Test
	void translateWhenThereIsNoResponseThenSaysSo() {
		assertThat(TRANSLATOR.translate(new TimeoutException("canary")))
			.hasMessage("The store in table record did not respond in time");
	}

}
