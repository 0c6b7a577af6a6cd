package io.videoplatform.internal.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Keeps discovered URLs from leading to addresses nearer than the API host's own: a
 * platform on a public address cannot send the client to loopback, to a cloud's metadata
 * service or into a private network, while a platform on a private address works. The
 * scope of the API host is learned from the addresses that its name resolves to, and the
 * widest counts: later responses of its DNS server cannot lower the measure.
 */
public final class AddressFilter {

	/**
	 * No other host of a URI has this form, whose parser checks the numbers.
	 */
	private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}");

	private static final Pattern NUMBER = Pattern.compile("\\d+|0[xX][0-9a-fA-F]*");

	/**
	 * What no host can be named.
	 */
	private static final String NO_HOST = "/";

	/**
	 * Compares no addresses.
	 */
	public static final AddressFilter OFF = new AddressFilter(NO_HOST, (address) -> Scope.PUBLIC, Scope.LOOPBACK);

	private final String rootHost;

	private final Function<InetAddress, Scope> scopes;

	private final AtomicReference<@Nullable Scope> rootScope;

	public AddressFilter(String rootHost, Function<InetAddress, Scope> scopes) {
		this(rootHost.toLowerCase(Locale.ROOT), scopes, null);
	}

	private AddressFilter(String rootHost, Function<InetAddress, Scope> scopes, @Nullable Scope rootScope) {
		this.rootHost = rootHost;
		this.scopes = scopes;
		this.rootScope = new AtomicReference<>(rootScope);
	}

	/**
	 * Return a filter for API hosts that are foreign input. Whatever they resolve to is
	 * no measure: it holds for them as for what is discovered.
	 */
	public static AddressFilter ofForeignHosts(Scope nearest, Function<InetAddress, Scope> scopes) {
		return new AddressFilter(NO_HOST, scopes, nearest);
	}

	/**
	 * Return whether every address may be reached, so that no check is needed.
	 */
	public boolean allowsAll() {
		return this.rootHost.equals(NO_HOST) && this.rootScope.get() == Scope.LOOPBACK;
	}

	/**
	 * Return whether a connection may be opened. Resolved addresses of the API host set
	 * the measure for all others. It may have private addresses beside public ones, but
	 * none on the machine or its network segment.
	 */
	public boolean allows(InetSocketAddress address) {
		if (address.getAddress() == null) {
			return true;
		}
		Scope scope = this.scopes.apply(address.getAddress());
		if (this.rootHost.equalsIgnoreCase(address.getHostString())) {
			Scope widest = learn(scope);
			return widest != Scope.PUBLIC || scope.compareTo(Scope.PRIVATE) >= 0;
		}
		Scope root = rootScope();
		return root == null || scope.compareTo(root) >= 0;
	}

	/**
	 * Check the host of a URL as it is written, before any name is resolved.
	 * @throws InvalidUrlException if the host is a number in disguise (decimal, octal,
	 * hexadecimal), or an address nearer than the API host's
	 */
	public void check(URI url) {
		String host = url.getHost();
		if (isDisguisedNumber(host)) {
			throw new InvalidUrlException("has a host that is an IP address in an unusual form");
		}
		Scope scope = scope(host, this.scopes);
		Scope nearest = Objects.requireNonNullElse(rootScope(), Scope.PRIVATE);
		if (scope != null && scope.compareTo(nearest) < 0) {
			throw new InvalidUrlException("leads to an address nearer than the API host's");
		}
	}

	/**
	 * The scope of an address is known before a connection.
	 */
	private @Nullable Scope rootScope() {
		Scope known = this.rootScope.get();
		return (known != null) ? known : scope(this.rootHost, this.scopes);
	}

	private Scope learn(Scope scope) {
		return Objects.requireNonNull(this.rootScope.accumulateAndGet(scope,
				(known, seen) -> (known == null || (seen != null && seen.compareTo(known) > 0)) ? seen : known));
	}

	private static boolean isDisguisedNumber(String host) {
		String name = withoutDot(host);
		return !isLiteral(name) && NUMBER.matcher(name.substring(name.lastIndexOf('.') + 1)).matches();
	}

	private static String withoutDot(String host) {
		return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
	}

	private static boolean isLiteral(String name) {
		return name.startsWith("[") || IPV4.matcher(name).matches();
	}

	private static @Nullable Scope scope(String host, Function<InetAddress, Scope> scopes) {
		String name = withoutDot(host.toLowerCase(Locale.ROOT));
		if (name.equals("localhost") || name.endsWith(".localhost")) {
			return scopes.apply(InetAddress.getLoopbackAddress());
		}
		try {
			return isLiteral(name) ? scopes.apply(InetAddress.getByName(name)) : null;
		}
		catch (UnknownHostException ex) {
			throw new InvalidUrlException("has a host that is no valid IP address");
		}
	}

	/**
	 * How far an IP address reaches, from the machine itself to the internet. What IANA's
	 * registries of special-purpose addresses (RFC 6890) do not call globally reachable
	 * is not the internet.
	 */
	public enum Scope {

		/**
		 * The machine itself: loopback and unspecified addresses.
		 */
		LOOPBACK,

		/**
		 * One network segment: link-local addresses, cloud metadata services among them,
		 * multicast, broadcast and what is reserved.
		 */
		LINK_LOCAL,

		/**
		 * An organisation: RFC 1918, RFC 6598, unique local addresses (RFC 4193),
		 * benchmark networks (RFC 2544, RFC 5180) and those of documentation (RFC 5737,
		 * RFC 3849, RFC 9637).
		 */
		PRIVATE,

		/**
		 * The internet.
		 */
		PUBLIC

	}

}
