package io.videoplatform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Binds the properties that stand as code in the pages of the repository to the types
 * that the metadata of the properties state.
 */
class PropertySnippetTests {

	private static final Map<String, PropertySourceLoader> LOADERS = Map.of("properties",
			new PropertiesPropertySourceLoader(), "yaml", new YamlPropertySourceLoader());

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("platform");

	private final ConfigurationMetadata metadata = ConfigurationMetadata.ofThisModule();

	@TestFactory
	Stream<DynamicTest> snippetWhenBoundThenEachPropertyIsKnown() throws IOException {
		List<DynamicTest> tests = new ArrayList<>();
		for (MarkdownPage page : MarkdownPage.all()) {
			LOADERS.forEach((language, loader) -> page.code(language)
				.forEach((snippet) -> tests.add(DynamicTest.dynamicTest(page + ": " + snippet.lines().limit(2).toList(),
						() -> bind(loader, snippet)))));
		}
		assertThat(tests).hasSizeGreaterThan(20);
		return tests.stream();
	}

	private void bind(PropertySourceLoader loader, String snippet) throws IOException {
		List<PropertySource<?>> loaded = loader.load("snippet",
				new ByteArrayResource(snippet.getBytes(StandardCharsets.UTF_8)));
		List<ConfigurationPropertySource> sources = new ArrayList<>();
		ConfigurationPropertySources.from(loaded).forEach(sources::add);
		List<ConfigurationPropertyName> names = sources.stream()
			.flatMap((source) -> ((IterableConfigurationPropertySource) source).stream())
			.filter(PREFIX::isAncestorOf)
			.toList();
		for (ConfigurationPropertyName name : names) {
			ConfigurationMetadata.Property property = this.metadata.find(name)
				.orElseThrow(() -> new AssertionError("There is no property '%s'".formatted(name)));
			new Binder(sources).bind(property.name(), Bindable.of(type(property.type())),
					new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
		}
	}

	private static ResolvableType type(String name) {
		int arguments = name.indexOf('<');
		if (arguments < 0) {
			return ResolvableType.forClass(ClassUtils.resolveClassName(name, null));
		}
		return ResolvableType.forClassWithGenerics(ClassUtils.resolveClassName(name.substring(0, arguments), null),
				Stream.of(name.substring(arguments + 1, name.length() - 1).split(",", 2))
					.map(PropertySnippetTests::type)
					.toArray(ResolvableType[]::new));
	}

}
