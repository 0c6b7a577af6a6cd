package io.videoplatform;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import org.springframework.util.ClassUtils;

/**
 * The page that lists all properties, made from their metadata.
 */
final class PropertiesPage {

	private static final String HEAD = """
			# Properties

			Generated from the Javadoc of the properties; a test keeps it up to date. An editor that knows Spring Boot
			shows the same texts.

			| property | type | default | description |
			|---|---|---|---|
			""";

	private PropertiesPage() {
	}

	static String of(ConfigurationMetadata metadata) {
		return metadata.properties().stream().map(PropertiesPage::row).collect(Collectors.joining("", HEAD, ""));
	}

	private static String row(ConfigurationMetadata.Property property) {
		String defaultValue = (property.defaultValue() != null) ? code(property.defaultValue()) : "";
		return "| %s | %s | %s | %s |\n".formatted(code(property.name()), type(property.type()), defaultValue,
				property.description().replace("|", "\\|"));
	}

	private static String type(String name) {
		Class<?> type = name.contains("<") ? null : ClassUtils.resolveClassName(name, null);
		return (type != null && type.isEnum()) ? constants(type) : code(name.replaceAll("[\\w.]+[.$]", ""));
	}

	private static String constants(Class<?> type) {
		return Arrays.stream(type.getEnumConstants())
			.map((constant) -> code(constant.toString().toLowerCase(Locale.ROOT)))
			.collect(Collectors.joining(" or "));
	}

	private static String code(String text) {
		return "`" + text + "`";
	}

}
