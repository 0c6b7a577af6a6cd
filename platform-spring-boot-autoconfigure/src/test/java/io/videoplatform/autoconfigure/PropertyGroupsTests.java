package io.videoplatform.autoconfigure;

import java.util.stream.Stream;

import io.videoplatform.ConfigurationMetadata;
import io.videoplatform.ConfigurationMetadata.Property;
import io.videoplatform.PlatformConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The groups of properties that may have no value.
 */
class PropertyGroupsTests {

	static Stream<String> groups() {
		return ConfigurationMetadata.ofThisModule()
			.properties()
			.stream()
			.map(Property::name)
			.map((name) -> name.substring(0, name.lastIndexOf('.')))
			.filter((group) -> group.startsWith("platform."))
			.distinct();
	}

	@ParameterizedTest
	@MethodSource("groups")
	void refuseValuesWhenGroupHasAValueThenNamesIt(String group) {
		MockEnvironment environment = new MockEnvironment().withProperty(group, "value");
		assertThatExceptionOfType(PlatformConfigurationException.class)
			.isThrownBy(() -> PropertyGroups.refuseValues(environment))
			.withMessageContaining(group);
	}

}
