package io.videoplatform;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What editors propose for the values of properties.
 */
class ConfigurationHintsTests {

	private static final Path ADDITIONAL = Path
		.of("src/main/resources/META-INF/additional-spring-configuration-metadata.json");

	private final ConfigurationMetadata metadata = ConfigurationMetadata.ofThisModule();

	@Test
	void hintsWhenBuiltThenPartOfTheMetadata() {
		List<String> additional = JsonMapper.shared()
			.readTree(ADDITIONAL)
			.required("hints")
			.valueStream()
			.map((hint) -> hint.required("name").asString())
			.toList();
		assertThat(additional).isNotEmpty();
		assertThat(this.metadata.hints()).extracting(ConfigurationMetadata.Hint::name).containsAll(additional);
	}

	@Test
	void hintsWhenReadThenTheirPropertiesExist() {
		assertThat(this.metadata.hints()).isNotEmpty()
			.allSatisfy((hint) -> assertThat(this.metadata.contains(hint.name())).as(hint.name()).isTrue());
	}

	@Test
	void hintsWhenReadThenEachValueHasADescription() {
		assertThat(this.metadata.hints()).flatExtracting(ConfigurationMetadata.Hint::values)
			.extracting((value) -> value.path("description").asString(""))
			.allMatch((description) -> description.matches("(The|An?) .*\\."));
	}

	@Test
	void hintsWhenPropertyHasADefaultThenItIsProposed() {
		for (ConfigurationMetadata.Property property : this.metadata.properties()) {
			String defaultValue = property.defaultValue();
			this.metadata.hints()
				.stream()
				.filter((hint) -> defaultValue != null && hint.name().equals(property.name()))
				.forEach((hint) -> assertThat(hint.values()).as(hint.name())
					.extracting((value) -> value.path("value").asString(""))
					.contains(defaultValue));
		}
	}

}
