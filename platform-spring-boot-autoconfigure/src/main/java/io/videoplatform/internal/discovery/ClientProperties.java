package io.videoplatform.internal.discovery;

import java.util.function.UnaryOperator;

/**
 * The full names of the properties that set the values of a client: for what it inherits,
 * those of the default client.
 *
 * @param credentials what the names of its credentials' properties begin with
 * @param rootUrl the property of its root URL
 * @param issuer the property of its issuer
 * @param sslBundle the property of the SSL bundle of its connections
 */
public record ClientProperties(String credentials, String rootUrl, String issuer,
		String sslBundle) implements UnaryOperator<String> {

	/**
	 * The default client.
	 */
	public static final ClientProperties DEFAULT = of("platform");

	/**
	 * Return the properties of a client that inherits nothing.
	 * @param prefix what their names begin with
	 * @return the properties
	 */
	public static ClientProperties of(String prefix) {
		return new ClientProperties(prefix, prefix + ".root-url", prefix + ".issuer", prefix + ".ssl.bundle");
	}

	@Override
	public String apply(String name) {
		return switch (name) {
			case "root-url" -> this.rootUrl;
			case "issuer" -> this.issuer;
			case "ssl.bundle" -> this.sslBundle;
			default -> this.credentials + "." + name;
		};
	}

}
