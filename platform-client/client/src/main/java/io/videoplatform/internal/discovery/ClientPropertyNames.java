package io.videoplatform.internal.discovery;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.videoplatform.client.PlatformClients;

/**
 * The full names of the properties that set the values of a client: for what it inherits,
 * those of the default client.
 *
 * @param prefix what the names of its credentials' properties begin with
 * @param others the full names of the properties that do not begin with it
 */
public record ClientPropertyNames(String prefix, Map<String, String> others) implements UnaryOperator<String> {

	/**
	 * The default client.
	 */
	public static final ClientPropertyNames DEFAULT = of(PlatformClients.DEFAULT);

	public ClientPropertyNames {
		others = Map.copyOf(others);
	}

	/**
	 * Return what the names of the properties that describe a client begin with.
	 * @return {@code platform} for the default client, or
	 * <code>platform.clients.&lt;name&gt;</code>
	 */
	public static String prefixOf(String client) {
		return client.equals(PlatformClients.DEFAULT) ? client : PlatformClients.DEFAULT + ".clients." + client;
	}

	/**
	 * Return the properties of a client that inherits nothing.
	 */
	public static ClientPropertyNames of(String prefix) {
		return new ClientPropertyNames(prefix, Map.of());
	}

	/**
	 * Return the same properties but for one.
	 */
	public ClientPropertyNames with(String name, String property) {
		if (property.equals(apply(name))) {
			return this;
		}
		Map<String, String> changed = new HashMap<>(this.others);
		changed.put(name, property);
		return new ClientPropertyNames(this.prefix, changed);
	}

	/**
	 * Return the property of the issuer.
	 */
	public String issuer() {
		return apply("issuer");
	}

	@Override
	public String apply(String name) {
		return this.others.getOrDefault(name, this.prefix + "." + name);
	}

}
