package io.videoplatform;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * What the build has found out about the properties, as editors see it.
 */
public record ConfigurationMetadata(List<Property> properties, List<Hint> hints) {

	private static final Path FILE = Path.of("target/classes/META-INF/spring-configuration-metadata.json");

	/**
	 * Read the properties of this module.
	 */
	public static ConfigurationMetadata ofThisModule() {
		JsonNode root = JsonMapper.shared().readTree(FILE);
		return new ConfigurationMetadata(root.required("properties")
			.valueStream()
			.map(Property::of)
			.sorted(Comparator.comparingInt(Property::depth).thenComparing(Property::name))
			.toList(), root.required("hints").valueStream().map(Hint::of).toList());
	}

	/**
	 * Return whether a property or a group of that name exists. Below a map each name may
	 * stand.
	 */
	boolean contains(String nameOrGroup) {
		return this.properties.stream()
			.anyMatch((property) -> property.name().equals(nameOrGroup) || property.name().startsWith(nameOrGroup + ".")
					|| (property.isMap() && nameOrGroup.startsWith(property.name() + ".")));
	}

	/**
	 * Return the property that a name belongs to, which may be that of an element of a
	 * list or of an entry of a map.
	 */
	Optional<Property> find(ConfigurationPropertyName name) {
		return this.properties.stream().filter((property) -> property.isSetBy(name)).findFirst();
	}

	/**
	 * A hint on the values of a property.
	 */
	public record Hint(String name, List<JsonNode> values) {

		private static Hint of(JsonNode node) {
			return new Hint(node.required("name").asString(), node.path("values").valueStream().toList());
		}

	}

	/**
	 * A property.
	 */
	public record Property(String name, String type, @Nullable String defaultValue, String description) {

		private static Property of(JsonNode node) {
			JsonNode defaultValue = node.path("defaultValue");
			return new Property(node.required("name").asString(), node.required("type").asString(),
					defaultValue.isMissingNode() ? null : defaultValue.asString(),
					node.path("description").asString(""));
		}

		private boolean isMap() {
			return this.type.startsWith(Map.class.getName() + "<");
		}

		private boolean isSetBy(ConfigurationPropertyName other) {
			ConfigurationPropertyName own = ConfigurationPropertyName.of(this.name);
			return own.equals(other) || (this.type.contains("<") && own.isAncestorOf(other));
		}

		private int depth() {
			return this.name.split("\\.").length;
		}

	}

}
