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

	private static final Pattern DOTTED_QUAD = Pattern
		.compile("(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}");

	private static final Pattern NUMBER = Pattern.compile("\\d+|0[xX][0-9a-fA-F]*");

	/**
	 * What no host can be named.
	 */
	private static final String NO_HOST = "/";

	private final String rootHost;

	private final @Nullable Function<InetAddress, AddressScope> scopes;

	private final AtomicReference<@Nullable AddressScope> rootScope;

	/**
	 * Create a new instance that compares no addresses.
	 */
	public AddressFilter(String rootHost) {
		this(rootHost, null, null);
		literal(rootHost);
	}

	public AddressFilter(String rootHost, Function<InetAddress, AddressScope> scopes) {
		this(rootHost.toLowerCase(Locale.ROOT), scopes, scope(rootHost, scopes));
	}

	private AddressFilter(String rootHost, @Nullable Function<InetAddress, AddressScope> scopes,
			@Nullable AddressScope rootScope) {
		this.rootHost = rootHost;
		this.scopes = scopes;
		this.rootScope = new AtomicReference<>(rootScope);
	}

	/**
	 * Return a filter for API hosts that are foreign input. Whatever they resolve to is
	 * no measure: it holds for them as for what is discovered.
	 */
	public static AddressFilter ofForeignHosts(AddressScope nearest, Function<InetAddress, AddressScope> scopes) {
		return new AddressFilter(NO_HOST, scopes, nearest);
	}

	/**
	 * Return whether every address may be reached, so that no check is needed.
	 */
	public boolean allowsAll() {
		return this.scopes == null || (this.rootHost.equals(NO_HOST) && this.rootScope.get() == AddressScope.LOOPBACK);
	}

	/**
	 * Return whether a connection may be opened. Resolved addresses of the API host set
	 * the measure for all others. It may have private addresses beside public ones, but
	 * none on the machine or its network segment.
	 */
	public boolean allows(InetSocketAddress address) {
		if (address.getAddress() == null || this.scopes == null) {
			return true;
		}
		AddressScope scope = this.scopes.apply(address.getAddress());
		if (this.rootHost.equalsIgnoreCase(address.getHostString())) {
			AddressScope widest = learn(scope);
			return widest != AddressScope.PUBLIC || scope.compareTo(AddressScope.PRIVATE) >= 0;
		}
		AddressScope root = this.rootScope.get();
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
		AddressScope scope = (this.scopes != null) ? scope(host, this.scopes) : null;
		if (scope == null) {
			return;
		}
		AddressScope root = this.rootScope.get();
		AddressScope nearest = (root != null) ? root : AddressScope.PRIVATE;
		if (scope.compareTo(nearest) < 0) {
			throw new InvalidUrlException("leads to an address nearer than the API host's");
		}
	}

	private AddressScope learn(AddressScope scope) {
		return Objects.requireNonNull(this.rootScope.accumulateAndGet(scope,
				(known, seen) -> (known == null || (seen != null && seen.compareTo(known) > 0)) ? seen : known));
	}

	private static boolean isDisguisedNumber(String host) {
		if (host.startsWith("[") || DOTTED_QUAD.matcher(host).matches()) {
			return false;
		}
		String trimmed = withoutDot(host);
		return NUMBER.matcher(trimmed.substring(trimmed.lastIndexOf('.') + 1)).matches();
	}

	private static String withoutDot(String host) {
		return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
	}

	private static @Nullable AddressScope scope(String host, Function<InetAddress, AddressScope> scopes) {
		String name = withoutDot(host.toLowerCase(Locale.ROOT));
		if (name.equals("localhost") || name.endsWith(".localhost")) {
			return AddressScope.LOOPBACK;
		}
		InetAddress address = literal(name);
		return (address != null) ? scopes.apply(address) : null;
	}

	private static @Nullable InetAddress literal(String host) {
		String name = withoutDot(host);
		if (!name.startsWith("[") && !DOTTED_QUAD.matcher(name).matches()) {
			return null;
		}
		try {
			return InetAddress.getByName(name);
		}
		catch (UnknownHostException ex) {
			throw new InvalidUrlException("has a host that is no valid IP address");
		}
	}

}
