package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.autoconfigure.PlatformProperties.GrantType;
import io.videoplatform.internal.engine.SecretNames;
import io.videoplatform.internal.http.PrintableText;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ClassUtils;

/**
 * Analyzes mistakes in the platform's properties, values that cannot be converted
 * included: names the property, its value and what to write instead. Precedes Boot's own
 * analyzer of values, which names no alternative.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PlatformFailureAnalyzer extends AbstractFailureAnalyzer<Exception> {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("platform");

	private static final ConfigurationPropertyName CLIENTS = ConfigurationPropertyName.of("platform.clients");

	private static final ConfigurationPropertyName ENCRYPTION = ConfigurationPropertyName
		.of("platform.store.encryption");

	private final Environment environment;

	PlatformFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, Exception cause) {
		BindException unbound = findCause(rootFailure, BindException.class);
		PlatformConfigurationException explained = (unbound != null) ? explain(unbound) : null;
		if (unbound != null && explained != null) {
			String variable = variable(unbound.getName());
			return (variable != null)
					? new FailureAnalysis("%s It is set by the environment variable '%s'."
						.formatted(explained.getDescription(), variable), actionFor(variable, explained), unbound)
					: new FailureAnalysis(explained.getDescription(), explained.getAction(), unbound);
		}
		PlatformConfigurationException mistake = findCause(rootFailure, PlatformConfigurationException.class);
		return (mistake != null) ? new FailureAnalysis(mistake.getDescription(), mistake.getAction(), mistake) : null;
	}

	/**
	 * Return the environment variable that a property comes from: its name looks
	 * different, and Kubernetes may have set it.
	 */
	private @Nullable String variable(ConfigurationPropertyName name) {
		return StreamSupport.stream(ConfigurationPropertySources.get(this.environment).spliterator(), false)
			.map((source) -> source.getConfigurationProperty(name))
			.filter(Objects::nonNull)
			.findFirst()
			.map(ConfigurationProperty::getOrigin)
			.filter(PropertySourceOrigin.class::isInstance)
			.map(PropertySourceOrigin.class::cast)
			.filter((origin) -> origin.getPropertySource() instanceof SystemEnvironmentPropertySource)
			.map(PropertySourceOrigin::getPropertyName)
			.orElse(null);
	}

	private static String actionFor(String variable, PlatformConfigurationException explained) {
		return !variable.endsWith("_PORT") ? explained.getAction() : "%s %s".formatted(explained.getAction(),
				"If Kubernetes has set the variable for a Service of that name, rename the Service or set 'enableServiceLinks: false'.");
	}

	private static @Nullable PlatformConfigurationException explain(BindException unbound) {
		ConfigurationPropertyName name = unbound.getName();
		Class<?> type = unbound.getTarget().getType().resolve();
		if (unbound.getCause() instanceof ConverterNotFoundException && PREFIX.isAncestorOf(name) && type != null
				&& (CLIENTS.equals(name) || type.isRecord())) {
			return explainGroup(name);
		}
		if (isSecret(name)) {
			return explainSecret(name);
		}
		if (unbound.getCause() instanceof UnboundConfigurationPropertiesException gap && PREFIX.isAncestorOf(name)) {
			return explainGap(gap);
		}
		ConfigurationProperty property = unbound.getProperty();
		PlatformConfigurationException explained = (property != null && type != null
				&& PREFIX.isAncestorOf(property.getName())) ? explain(property, type) : null;
		return (explained == null && holdsKeys(name)) ? explainKeys(name) : explained;
	}

	/**
	 * Characters that a client's name cannot have are missing in the name of the
	 * property.
	 */
	private static PlatformConfigurationException explainGroup(ConfigurationPropertyName name) {
		if (CLIENTS.equals(name) || CLIENTS.isParentOf(name)) {
			return new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, name.toString(), null,
					"has a value, but is not a property of a client",
					"Use lower-case letters, digits and '-', such as 'platform.clients.jobs', and one name for one client.");
		}
		return new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, name.toString(), null,
				"has a value, but is a group of properties", "Set a property of the group instead.");
	}

	private static PlatformConfigurationException explainGap(UnboundConfigurationPropertiesException gap) {
		ConfigurationPropertyName first = gap.getUnboundProperties().iterator().next().getName();
		return new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, first.toString(), null,
				"does not follow the elements before it",
				"Number the elements of a list from 0, without gaps, or write them in one value, with commas.");
	}

	/**
	 * Boot's own analysis would print the value.
	 */
	private static boolean isSecret(ConfigurationPropertyName name) {
		return !holdsKeys(name) && (SecretNames.isSecret(name.toString()) || SecretNames.isLocation(name.toString()));
	}

	private static PlatformConfigurationException explainSecret(ConfigurationPropertyName name) {
		return new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, name.toString(), null,
				"cannot be read",
				name.getLastElement(Form.UNIFORM).equals("parameters")
						? "Write each parameter as a property of its own, such as '%s.audience'.".formatted(name)
						: "Write one value.");
	}

	/**
	 * The same is true of all that is near the keys.
	 */
	private static boolean holdsKeys(ConfigurationPropertyName name) {
		return ENCRYPTION.equals(name) || ENCRYPTION.isAncestorOf(name);
	}

	private static PlatformConfigurationException explainKeys(ConfigurationPropertyName name) {
		return new PlatformConfigurationException(PlatformError.STORE_KEYS, name.toString(), null, "cannot be read",
				"Write the keys to 'platform.store.encryption.keys', as a list without gaps.");
	}

	private static @Nullable PlatformConfigurationException explain(ConfigurationProperty property, Class<?> type) {
		if (type == Duration.class) {
			return explain(property, "is no duration", "Write a number and a unit, such as '1m', '8h' or '24h'.");
		}
		if (ClassUtils.resolvePrimitiveIfNecessary(type) == Integer.class) {
			boolean port = property.getName().getLastElement(Form.UNIFORM).equals("port");
			return explain(property, "is no whole number",
					"Write a number such as '%s'.".formatted(port ? "3128" : "100000"));
		}
		if (ClassUtils.resolvePrimitiveIfNecessary(type) == Boolean.class) {
			return explain(property, "is neither true nor false", "Write 'true' or 'false'.");
		}
		if (type.isEnum()) {
			return explain(property, unknown(type, String.valueOf(property.getValue())),
					"Write %s.".formatted(choice(type)));
		}
		return null;
	}

	private static String unknown(Class<?> type, String value) {
		if (type != GrantType.class) {
			return "is none of the values that are known";
		}
		return value.trim().equalsIgnoreCase("implicit") ? "is a grant for browsers, not for a server"
				: "is no grant that is known";
	}

	private static String choice(Class<?> type) {
		String all = Arrays.stream(type.getEnumConstants())
			.map((constant) -> "'" + constant.toString().toLowerCase(Locale.ROOT) + "'")
			.collect(Collectors.joining(", "));
		return all.replaceFirst(", ([^,]+)$", " or $1");
	}

	private static PlatformConfigurationException explain(ConfigurationProperty property, String reason,
			String action) {
		return new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, property.getName().toString(),
				PrintableText.of(String.valueOf(property.getValue())), reason, action);
	}

}
