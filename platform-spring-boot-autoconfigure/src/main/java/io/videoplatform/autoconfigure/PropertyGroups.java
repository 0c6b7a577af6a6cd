package io.videoplatform.autoconfigure;

import java.util.List;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Refuses a value in place of a group of properties, such as {@code platform.store=redis}
 * for {@code platform.store.type=redis}. Spring Boot ignores it where the group has
 * defaults, and the application would run with these.
 */
final class PropertyGroups {

	private static final String PREFIX = "platform.";

	/**
	 * Listed, because some of the records that groups are bound to may be absent, and a
	 * native image does not know the components of a record.
	 */
	private static final List<Group> GROUPS = List.of(new Group("client-key", "bundle"),
			new Group("token-request", "parameters"), new Group("ssl", "bundle"), new Group("proxy", "host"),
			new Group("discovery", "min-lifetime"), new Group("login", "rp-initiated-logout"),
			new Group("browser", "enabled"), new Group("roots", "max-size"), new Group("store", "type"),
			new Group("store.encryption", "enabled"), new Group("store.redis", "namespace"),
			new Group("store.jdbc", "table-name"));

	private PropertyGroups() {
	}

	/**
	 * Check all groups. A group without properties, which has an empty value in YAML, is
	 * none too many.
	 * @throws PlatformConfigurationException if one of them has a value
	 */
	static void refuseValues(Environment environment) {
		Binder binder = Binder.get(environment);
		GROUPS.stream()
			.map((group) -> PREFIX + group.name())
			.filter((name) -> StringUtils.hasText(binder.bind(name, String.class).orElse("")))
			.findFirst()
			.ifPresent((name) -> {
				throw hasValue(name);
			});
	}

	/**
	 * Return what is wrong with a value in place of a group. The value may be a secret.
	 * @param name the name of the group, which may be one of a named client
	 */
	static PlatformConfigurationException hasValue(String name) {
		String example = GROUPS.stream()
			.filter((group) -> name.endsWith("." + group.name()))
			.findFirst()
			.map((group) -> ", such as '%s.%s'".formatted(name, group.member()))
			.orElse("");
		return new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, name, null,
				"has a value, but is a group of properties",
				"Set a property of the group instead%s.".formatted(example));
	}

	/**
	 * A group of properties.
	 *
	 * @param name its name
	 * @param member the name of a property in it
	 */
	private record Group(String name, String member) {

	}

}
