package io.videoplatform.autoconfigure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.discovery.ClientProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Binds {@code platform.clients}. The name of an environment variable has no dashes, so
 * that Spring Boot would bind {@code PLATFORM_CLIENTS_MYJOBS_CLIENTSECRET} to a second
 * client beside {@code my-jobs} in a file. Here a variable belongs to the client that
 * another source names, whether it leaves dashes out or has underscores in their place;
 * its precedence stays that of a variable.
 */
final class ClientsBinder {

	private static final ConfigurationPropertyName CLIENTS = ConfigurationPropertyName.of("platform.clients");

	private static final int DEPTH = CLIENTS.getNumberOfElements();

	/**
	 * The properties of a client by their names without dashes.
	 */
	private final Map<String, String> properties = Arrays.stream(PlatformProperties.Client.class.getRecordComponents())
		.map((component) -> DataObjectPropertyName.toDashedForm(component.getName()))
		.collect(Collectors.toUnmodifiableMap(ClientsBinder::uniform, (name) -> name));

	/**
	 * The names that other sources than environment variables state, by the same without
	 * dashes. A name with capitals is not among them: its client is refused once it is
	 * bound.
	 */
	private final Map<String, String> stated = new HashMap<>();

	private final List<ConfigurationPropertySource> sources;

	private ClientsBinder(List<ConfigurationPropertySource> sources) {
		this.sources = sources;
		this.sources.stream()
			.filter(Predicate.not(ClientsBinder::hasVariables))
			.flatMap(ClientsBinder::names)
			.peek(this::checkDots)
			.map((name) -> name.getElement(DEPTH, Form.ORIGINAL))
			.filter(ConfigurationPropertyName::isValid)
			.forEach((name) -> this.stated.putIfAbsent(uniform(name), name));
	}

	/**
	 * What follows a dot in a client's name would be the name of a property, and ignored.
	 */
	private void checkDots(ConfigurationPropertyName name) {
		boolean known = isProperty(name, DEPTH + 1);
		for (int i = DEPTH + 2; i < name.getNumberOfElements() && !known; i++) {
			if (isProperty(name, i)) {
				throw new PlatformConfigurationException(PlatformError.CLIENT_NAME, name.chop(i).toString(), null,
						"has a name with a dot, which separates names of properties",
						PlatformError.CLIENT_NAME.getCure());
			}
		}
	}

	private boolean isProperty(ConfigurationPropertyName name, int index) {
		return index < name.getNumberOfElements() && this.properties.containsKey(name.getElement(index, Form.UNIFORM));
	}

	/**
	 * Return the clients by their names.
	 * @throws PlatformConfigurationException if two names differ by dashes only, or one
	 * has a dot
	 */
	static Map<String, PlatformProperties.Client> bind(Environment environment) {
		List<ConfigurationPropertySource> sources = new ArrayList<>();
		boolean described = false;
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			sources.add(source);
			described |= describesClients(source);
		}
		return described ? bind(new ClientsBinder(sources), environment) : Map.of();
	}

	private static boolean describesClients(ConfigurationPropertySource source) {
		return source.containsDescendantOf(CLIENTS) == ConfigurationPropertyState.PRESENT
				|| source.getConfigurationProperty(CLIENTS) != null;
	}

	private static Map<String, PlatformProperties.Client> bind(ClientsBinder clients, Environment environment) {
		Binder binder = new Binder(clients.sources.stream().flatMap(clients::adapt).toList(),
				new PropertySourcesPlaceholdersResolver(environment));
		Map<String, PlatformProperties.Client> bound = binder
			.bind(CLIENTS, Bindable.mapOf(String.class, PlatformProperties.Client.class))
			.orElseGet(Map::of);
		checkDistinct(bound);
		return bound;
	}

	private static void checkDistinct(Map<String, PlatformProperties.Client> clients) {
		Map<String, String> seen = new LinkedHashMap<>();
		for (String name : clients.keySet()) {
			String other = seen.putIfAbsent(uniform(name), name);
			if (other != null) {
				throw new PlatformConfigurationException(PlatformError.CLIENT_NAME, ClientProperties.prefixOf(name),
						null,
						"has a name that differs from '%s' by dashes or capitals only, which are the same to Spring Boot"
							.formatted(ClientProperties.prefixOf(other)),
						"Describe the client under one of the two names, or use names that differ in letters or digits.");
			}
		}
	}

	/**
	 * Move the values of variables to the names of the clients that they belong to.
	 */
	private Stream<ConfigurationPropertySource> adapt(ConfigurationPropertySource source) {
		if (!hasVariables(source)) {
			return Stream.of(source);
		}
		MapConfigurationPropertySource renamed = new MapConfigurationPropertySource();
		names(source).forEach((variable) -> {
			ConfigurationPropertyName name = renamed(variable);
			ConfigurationProperty property = source.getConfigurationProperty(variable);
			if (name != null && property != null) {
				renamed.put(name.toString(), property.getValue());
			}
		});
		return Stream.of(renamed, source.filter((name) -> !CLIENTS.isAncestorOf(name) || renamed(name) == null));
	}

	/**
	 * Return the name that a variable's value belongs to, or {@code null} if the variable
	 * belongs to no client that is named.
	 */
	private @Nullable ConfigurationPropertyName renamed(ConfigurationPropertyName variable) {
		StringBuilder client = new StringBuilder();
		for (int i = DEPTH; i < variable.getNumberOfElements(); i++) {
			client.append(variable.getElement(i, Form.UNIFORM));
			String name = this.stated.get(client.toString());
			ConfigurationPropertyName renamed = (name != null) ? property(CLIENTS.append(name), variable, i + 1) : null;
			if (renamed != null) {
				return renamed;
			}
		}
		return null;
	}

	/**
	 * Return the longest property that a variable names: {@code CLIENT_SECRET_LOCATION}
	 * is no part of {@code client-secret}.
	 */
	private @Nullable ConfigurationPropertyName property(ConfigurationPropertyName client,
			ConfigurationPropertyName variable, int start) {
		StringBuilder property = new StringBuilder();
		ConfigurationPropertyName longest = null;
		for (int i = start; i < variable.getNumberOfElements(); i++) {
			property.append(variable.getElement(i, Form.UNIFORM));
			String name = this.properties.get(property.toString());
			if (name != null) {
				longest = elements(client.append(name), variable, i + 1);
			}
		}
		return longest;
	}

	private static ConfigurationPropertyName elements(ConfigurationPropertyName property,
			ConfigurationPropertyName variable, int start) {
		ConfigurationPropertyName name = property;
		for (int i = start; i < variable.getNumberOfElements(); i++) {
			String element = variable.getElement(i, Form.ORIGINAL);
			name = name.append(variable.isNumericIndex(i) ? "[" + element + "]" : element);
		}
		return name;
	}

	private static boolean hasVariables(ConfigurationPropertySource source) {
		return source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
	}

	private static Stream<ConfigurationPropertyName> names(ConfigurationPropertySource source) {
		return (source instanceof IterableConfigurationPropertySource iterable)
				? iterable.stream().filter(CLIENTS::isAncestorOf) : Stream.empty();
	}

	private static String uniform(String name) {
		return name.replace("-", "").toLowerCase(Locale.ROOT);
	}

}
