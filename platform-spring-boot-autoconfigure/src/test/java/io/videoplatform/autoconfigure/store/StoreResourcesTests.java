package io.videoplatform.autoconfigure.store;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the stores read by its name is in the hints.
 */
class StoreResourcesTests {

	@ParameterizedTest
	@ValueSource(strings = { "internal/store/redis/read.lua", "internal/store/redis/replace.lua",
			"store/jdbc/schema-h2.sql", "store/jdbc/schema-postgresql.sql" })
	void registerWhenResourceIsReadByNameThenHint(String name) {
		assertThat(getClass().getClassLoader().getResource("io/videoplatform/" + name)).isNotNull();
		RuntimeHints hints = new RuntimeHints();
		new PlatformStoreAutoConfiguration.Resources().registerHints(hints, null);
		assertThat(RuntimeHintsPredicates.resource().forResource("io/videoplatform/" + name)).accepts(hints);
	}

}
