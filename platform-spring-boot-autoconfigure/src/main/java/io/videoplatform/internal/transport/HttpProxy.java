package io.videoplatform.internal.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.UrlValidator;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * An HTTP proxy that all connections with TLS lead through. Boot's settings know none, so
 * that it is set on each HTTP client in its own way.
 *
 * @param host its host
 * @param port its port
 * @param direct origins without TLS, which are reached directly: a proxy would see the
 * credentials
 */
public record HttpProxy(String host, int port, Set<Origin> direct) {

	private static final String HOST = "platform.proxy.host";

	private static final String PORT = "platform.proxy.port";

	/**
	 * A name or an IPv4 address, or an IPv6 address, which has two colons or more.
	 */
	private static final String HOST_NAME = "[\\p{L}\\p{N}._-]+|\\[?[0-9A-Fa-f]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*]?";

	private static final int HIGHEST_PORT = 65_535;

	/**
	 * Return the proxy that properties describe.
	 * @param name the value of {@code platform.proxy.host}
	 * @param port the value of {@code platform.proxy.port}
	 * @param direct origins without TLS, which are reached directly
	 * @return the proxy, or {@code null} if they describe none
	 * @throws PlatformConfigurationException if host or port is missing
	 */
	public static @Nullable HttpProxy of(@Nullable String name, @Nullable Integer port, Set<Origin> direct) {
		if (!StringUtils.hasText(name)) {
			if (port != null) {
				throw new PlatformConfigurationException(HOST, null, "is not set, but needed by '%s'".formatted(PORT),
						"Set it to the proxy's host, or remove '%s'.".formatted(PORT));
			}
			return null;
		}
		String host = name.trim();
		if (!host.matches(HOST_NAME)) {
			throw new PlatformConfigurationException(HOST, PrintableUrl.masked(host), "is no host name",
					"Write the host alone, such as 'proxy.example.com'.");
		}
		if (port == null || port < 1 || port > HIGHEST_PORT) {
			throw new PlatformConfigurationException(PORT, (port != null) ? port.toString() : null,
					"is not set to a port, but needed by '%s'".formatted(HOST),
					"Set it to the proxy's port, such as '3128'.");
		}
		return new HttpProxy(host, port, direct);
	}

	/**
	 * Plain HTTP is allowed to this machine because it does not leave it.
	 */
	ProxySelector selector() {
		return new DirectSelector(this, ProxySelector.of(InetSocketAddress.createUnresolved(this.host, this.port)));
	}

	/**
	 * Return whether a host is reached without the proxy.
	 * @param host the host in any form, an IPv6 address also without brackets
	 * @param port its port
	 */
	boolean isDirect(String host, int port) {
		String canonical = canonical(host);
		return UrlValidator.isLoopback(canonical) || this.direct.stream()
			.anyMatch((origin) -> origin.port() == port && canonical(origin.host()).equalsIgnoreCase(canonical));
	}

	/**
	 * Return one of the forms of an IPv6 address; other hosts have one only.
	 */
	private static String canonical(String host) {
		if (host.indexOf(':') == -1) {
			return host;
		}
		try {
			return "[" + InetAddress.getByName(host).getHostAddress() + "]";
		}
		catch (UnknownHostException ex) {
			return host;
		}
	}

	/**
	 * Return what to throw because a client is the application's own.
	 */
	PlatformConfigurationException inapplicable(Object builder) {
		return new PlatformConfigurationException(HOST, this.host,
				"cannot be applied to the application's own '%s'".formatted(builder.getClass().getSimpleName()),
				"Set the proxy in that bean, and remove '%s' and '%s'.".formatted(HOST, PORT));
	}

	/**
	 * Selects the proxy for all hosts but this machine and those without TLS.
	 */
	private static final class DirectSelector extends ProxySelector {

		private final HttpProxy proxy;

		private final ProxySelector proxied;

		DirectSelector(HttpProxy proxy, ProxySelector proxied) {
			this.proxy = proxy;
			this.proxied = proxied;
		}

		@Override
		public List<Proxy> select(URI uri) {
			return (uri.getHost() != null && this.proxy.isDirect(uri.getHost(), Origin.of(uri).port()))
					? List.of(Proxy.NO_PROXY) : this.proxied.select(uri);
		}

		@Override
		public void connectFailed(URI uri, SocketAddress address, IOException ex) {
			this.proxied.connectFailed(uri, address, ex);
		}

	}

}
