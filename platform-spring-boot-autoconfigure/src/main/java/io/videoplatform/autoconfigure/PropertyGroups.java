package io.videoplatform.autoconfigure;

import java.util.Arrays;
import java.util.Map;
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

	private static final Map<String, Class<?>> GROUPS = Map.of("platform.roots", RootsProperties.class,
			"platform.store", StoreProperties.class, "platform.store.jdbc", JdbcStoreProperties.class);

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
			.concat(members("platform", PlatformProperties.class),
					GROUPS.entrySet().stream().flatMap((group) -> group(group.getKey(), group.getValue())))
			.filter((group) -> StringUtils.hasText(binder.bind(group.getKey(), String.class).orElse("")))
			.findFirst()
			.ifPresent((group) -> {
				throw hasValue(group.getKey(), group.getValue());
			});
	}

	private static Stream<Map.Entry<String, Class<?>>> group(String name, Class<?> type) {
		return Stream.concat(Stream.of(Map.entry(name, type)), members(name, type));
	}

	private static Stream<Map.Entry<String, Class<?>>> members(String name, Class<?> type) {
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
		String member = DataObjectPropertyName.toDashedForm(type.getRecordComponents()[0].getName());
		return new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, name, null,
				"has a value, but is a group of properties",
				"Set a property of the group instead, such as '%s.%s'.".formatted(name, member));
	}

}
