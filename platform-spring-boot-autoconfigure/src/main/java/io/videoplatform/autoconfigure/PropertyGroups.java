package io.videoplatform.autoconfigure;

import java.util.Arrays;
import java.util.stream.Stream;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Refuses a value in place of a group of properties, such as {@code platform.store=redis}
 * for {@code platform.store.type=redis}. Spring Boot ignores it where the group has
 * defaults, and the application would run with these.
 */
final class PropertyGroups {

	/**
	 * By name, because what the record is made of may be absent.
	 */
	private static final Group JDBC = new Group("platform.store.jdbc", "table-name");

	private PropertyGroups() {
	}

	/**
	 * Check all groups. A group without properties, which has an empty value in YAML, is
	 * none too many.
	 * @throws PlatformConfigurationException if one of them has a value
	 */
	static void refuseValues(Environment environment) {
		Binder binder = Binder.get(environment);
		Stream
			.of(members("platform", PlatformProperties.class), group("platform.roots", RootsProperties.class),
					group("platform.store", StoreProperties.class), Stream.of(JDBC))
			.flatMap((groups) -> groups)
			.filter((group) -> StringUtils.hasText(binder.bind(group.name(), String.class).orElse("")))
			.findFirst()
			.ifPresent((group) -> {
				throw group.hasValue();
			});
	}

	private static Stream<Group> group(String name, Class<?> type) {
		return Stream.concat(Stream.of(Group.of(name, type)), members(name, type));
	}

	private static Stream<Group> members(String name, Class<?> type) {
		return Arrays.stream(type.getRecordComponents())
			.filter((member) -> member.getType().isRecord())
			.flatMap((member) -> group(name + "." + DataObjectPropertyName.toDashedForm(member.getName()),
					member.getType()));
	}

	/**
	 * Return what is wrong with a value in place of a group. The value may be a secret.
	 * @param name the name of the group
	 * @param type the record that it is bound to
	 */
	static PlatformConfigurationException hasValue(String name, Class<?> type) {
		return Group.of(name, type).hasValue();
	}

	/**
	 * A group of properties.
	 *
	 * @param name its name
	 * @param member the name of a property in it
	 */
	private record Group(String name, String member) {

		static Group of(String name, Class<?> type) {
			return new Group(name, DataObjectPropertyName.toDashedForm(type.getRecordComponents()[0].getName()));
		}

		PlatformConfigurationException hasValue() {
			return new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, this.name, null,
					"has a value, but is a group of properties",
					"Set a property of the group instead, such as '%s.%s'.".formatted(this.name, this.member));
		}

	}

}
