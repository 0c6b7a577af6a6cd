package io.videoplatform.internal.transport;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

import io.videoplatform.internal.http.AddressFilter;

import org.springframework.boot.http.client.InetAddressFilter;

/**
 * The networks by which an IP address has its scope. What IANA's registries of
 * special-purpose addresses (RFC 6890) do not call globally reachable is not the
 * internet.
 */
public final class AddressNetworks {

	private static final InetAddressFilter NAT64 = InetAddressFilter.of("64:ff9b::/96");

	private static final InetAddressFilter MACHINE = InetAddressFilter.of("0.0.0.0/8", "127.0.0.0/8", "::/96");

	private static final InetAddressFilter ORGANISATION = InetAddressFilter.of("10.0.0.0/8", "100.64.0.0/10",
			"172.16.0.0/12", "192.168.0.0/16", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
			"2001:2::/48", "2001:db8::/32", "3fff::/20", "fc00::/7", "fec0::/10");

	/**
	 * Besides link-local addresses what is reserved or for protocols: of IPv6 only
	 * {@code 2000::/3} is assigned for the internet, and of that neither
	 * {@code 2001::/23} (RFC 2928) nor 6to4 (RFC 7526).
	 */
	private static final InetAddressFilter NO_INTERNET = InetAddressFilter.of("169.254.0.0/16", "192.0.0.0/24",
			"192.88.99.0/24", "224.0.0.0/3", "::/3", "2001::/23", "2002::/16", "4000::/2", "8000::/1");

	private AddressNetworks() {
	}

	/**
	 * Return how far an address reaches.
	 * @param address the address
	 * @return its scope
	 */
	public static AddressFilter.Scope scope(InetAddress address) {
		if (NAT64.matches(address)) {
			return scope(embedded(address));
		}
		if (MACHINE.matches(address)) {
			return AddressFilter.Scope.LOOPBACK;
		}
		if (ORGANISATION.matches(address)) {
			return AddressFilter.Scope.PRIVATE;
		}
		return NO_INTERNET.matches(address) ? AddressFilter.Scope.LINK_LOCAL : AddressFilter.Scope.PUBLIC;
	}

	/**
	 * Return the IPv4 address that NAT64 translates to (RFC 6052, section 2).
	 */
	private static InetAddress embedded(InetAddress address) {
		byte[] bytes = address.getAddress();
		try {
			return InetAddress.getByAddress(Arrays.copyOfRange(bytes, bytes.length - 4, bytes.length));
		}
		catch (UnknownHostException ex) {
			throw new IllegalStateException("four bytes are an IPv4 address", ex);
		}
	}

}
