package io.videoplatform.autoconfigure.httpservice;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.discovery.ClientProperties;
import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.security.oauth2.client.web.ClientAttributes;
import org.springframework.security.oauth2.client.web.client.ClientRegistrationIdProcessor;
import org.springframework.web.service.invoker.HttpRequestValues;
import org.springframework.web.service.registry.HttpServiceGroup;

/**
 * The groups of HTTP interfaces that belong to the platform: {@code platform}, and
 * <code>platform-&lt;name&gt;</code> for each named client. A group is named like the
 * client's registration with Spring Security.
 */
final class HttpServiceGroups {

	private static final String PREFIX = PlatformClients.DEFAULT + "-";

	private final Map<String, ClientSettings> clients = new LinkedHashMap<>();

	HttpServiceGroups(PlatformSettings settings) {
		settings.clients()
			.forEach((name, client) -> this.clients.put(ClientCredentials.registrationIdOf(name), client));
	}

	/**
	 * Return whether a group is the platform's, also if there is no client for it.
	 */
	static boolean contains(HttpServiceGroup group) {
		return isPlatform(group.name());
	}

	/**
	 * Return whether a registration id names a client of the platform.
	 */
	static boolean isPlatform(String registrationId) {
		return registrationId.equals(PlatformClients.DEFAULT) || registrationId.startsWith(PREFIX);
	}

	/**
	 * Return a group's client.
	 * @throws PlatformConfigurationException if there is no such client, or none for an
	 * identifier that one of its methods is annotated with
	 */
	ClientSettings client(HttpServiceGroup group) {
		ClientSettings client = required(group.name(), () -> "HTTP interfaces of group '%s'".formatted(group.name()));
		methods(group).forEach((method, id) -> {
			if (isPlatform(id)) {
				required(id, () -> "@ClientRegistrationId at '%s'".formatted(method));
			}
		});
		return client;
	}

	/**
	 * Return the client that a registration id stands for, or {@code null}.
	 */
	@Nullable ClientSettings find(String registrationId) {
		return this.clients.get(registrationId);
	}

	Collection<ClientSettings> clients() {
		return this.clients.values();
	}

	private ClientSettings required(String id, Supplier<String> user) {
		ClientSettings client = this.clients.get(id);
		if (client == null) {
			String known = this.clients.keySet().stream().collect(Collectors.joining("', '", "'", "'"));
			String properties = ClientProperties.prefixOf(id.substring(PREFIX.length()));
			throw new PlatformConfigurationException(PlatformError.UNKNOWN_CLIENT, properties, null,
					"is not set, but needed by %s: there is %s".formatted(user.get(), known),
					"Describe the client by properties that begin with '%s', or name one that there is."
						.formatted(properties));
		}
		return client;
	}

	/**
	 * Return the methods of a group that are annotated with a registration id, in
	 * themselves or by their type.
	 */
	static Map<Method, String> methods(HttpServiceGroup group) {
		return group.httpServiceTypes()
			.stream()
			.map(Class::getMethods)
			.flatMap(Arrays::stream)
			.distinct()
			.filter((method) -> registrationId(method) != null)
			.collect(Collectors.toMap((method) -> method, (method) -> Objects.requireNonNull(registrationId(method))));
	}

	private static @Nullable String registrationId(Method method) {
		HttpRequestValues.Builder values = HttpRequestValues.builder();
		ClientRegistrationIdProcessor.DEFAULT_INSTANCE.process(method, new MethodParameter[0], new Object[0], values);
		return ClientAttributes.resolveClientRegistrationId(values.build().getAttributes());
	}

}
