package io.videoplatform.internal.store.jdbc;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * {@link JdbcStoreSettings}.
 */
class JdbcStoreSettingsTests {

	@ParameterizedTest
	@ValueSource(strings = { "platform_record", "tokens.Platform_Record2", "_t",
			"a2345678901234567890123456789012345678901234567890_2",
			"s23456789012345678901234567890123456789012345678901234567890123.record" })
	void createWhenNameOfTableThenAccepted(String name) {
		assertThat(JdbcStoreSettings.of(name).tableName()).isEqualTo(name);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a b", "a;DROP TABLE b", "a--", "\"a\"", "a.b.c", ".a", "a.", "1a", "a\n", "ä",
			"a%s", "a2345678901234567890123456789012345678901234567890_23",
			"s234567890123456789012345678901234567890123456789012345678901234.record" })
	void createWhenAnythingElseThenRefused(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> JdbcStoreSettings.of(name))
			.withMessage("'%s' is not the name of a table".formatted(name));
	}

}
