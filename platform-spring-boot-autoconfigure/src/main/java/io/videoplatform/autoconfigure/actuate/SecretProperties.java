package io.videoplatform.autoconfigure.actuate;

import java.util.Arrays;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.engine.SecretLocation;
import io.videoplatform.internal.engine.SecretNames;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;

/**
 * The secrets among the properties of this starter, however the source of a property
 * spells its name, and wherever else their values are: in a variable that a property
 * refers to, or on the command line. The values are read when they are asked for, and
 * kept nowhere.
 */
final class SecretProperties {

	/**
	 * What properties may be in, in a form that differs from their values.
	 */
	private static final Set<String> CONTAINERS = Set.of("springapplicationjson", "sunjavacommand", "javatooloptions",
			"jdkjavaoptions", "javaoptions", "javaopts");

	/**
	 * Parameters that name the API, as other properties do (RFC 8707).
	 */
	private static final Set<String> PUBLIC_PARAMETERS = Set.of("resource", "audience");

	/**
	 * A shorter value would be found by chance.
	 */
	private static final int MIN_LENGTH = 6;

	private final ConfigurableEnvironment environment;

	private final Supplier<@Nullable PlatformSettings> settings;

	private SecretProperties(ConfigurableEnvironment environment, Supplier<@Nullable PlatformSettings> settings) {
		this.environment = environment;
		this.settings = settings;
	}

	/**
	 * Return what hides their values in endpoints that show values.
	 * @param settings gives the settings, whose secrets need not be properties
	 */
	static SanitizingFunction sanitizer(ConfigurableEnvironment environment,
			Supplier<@Nullable PlatformSettings> settings) {
		SecretProperties secrets = new SecretProperties(environment, settings);
		return SanitizingFunction.sanitizeValue()
			.ifMatches((data) -> data.getValue() != null
					&& (isSecret(data.getKey(), data.getValue()) || secrets.isIn(data.getValue().toString())));
	}

	private static boolean isSecret(String key, Object value) {
		return SecretNames.isSecret(key)
				|| (SecretNames.isLocation(key) && !SecretLocation.isShowable(value.toString()))
				|| (CONTAINERS.contains(SecretNames.normalized(key)) && SecretNames.isIn(value.toString()));
	}

	private boolean isIn(String text) {
		return text.length() >= MIN_LENGTH && Stream.concat(properties(), credentials())
			.map(String::strip)
			.anyMatch((secret) -> secret.length() >= MIN_LENGTH && text.contains(secret));
	}

	private Stream<String> properties() {
		return this.environment.getPropertySources()
			.stream()
			.flatMap(
					(source) -> (source instanceof EnumerablePropertySource<?> all) ? properties(all) : Stream.empty());
	}

	private Stream<String> properties(EnumerablePropertySource<?> source) {
		return Arrays.stream(source.getPropertyNames())
			.filter((name) -> name.regionMatches(true, 0, "platform", 0, "platform".length()))
			.flatMap((name) -> values(name, source.getProperty(name)));
	}

	private Stream<String> values(String name, @Nullable Object value) {
		String text = (value != null) ? this.environment.resolvePlaceholders(value.toString()) : "";
		String normalized = SecretNames.normalized(name);
		if (!isSecret(name, text) || PUBLIC_PARAMETERS.stream().anyMatch(normalized::endsWith)) {
			return Stream.empty();
		}
		return normalized.contains("encryptionkeys") ? Arrays.stream(text.split(",")) : Stream.of(text);
	}

	private Stream<String> credentials() {
		return Stream.ofNullable(this.settings.get())
			.flatMap((known) -> known.all().stream())
			.map(ClientSettings::credentials)
			.flatMap(Stream::ofNullable)
			.flatMap(SecretProperties::secrets);
	}

	private static Stream<String> secrets(ClientCredentials credentials) {
		return Stream.of(credentials.password(), credentials.clientSecret()).flatMap(Stream::ofNullable);
	}

}
