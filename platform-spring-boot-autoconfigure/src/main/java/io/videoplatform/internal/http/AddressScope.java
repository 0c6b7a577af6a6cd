package io.videoplatform.internal.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * How far an IP address reaches, from the machine itself to the internet: its scope (RFC
 * 4007, section 4) and beyond. What IANA's registries of special-purpose addresses (RFC
 * 6890) do not call globally reachable is not the internet.
 */
public enum AddressScope {

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
	 * An organisation: RFC 1918, RFC 6598, unique local addresses (RFC 4193), benchmark
	 * networks (RFC 2544, RFC 5180) and those of documentation (RFC 5737, RFC 3849, RFC
	 * 9637).
	 */
	PRIVATE,

	/**
	 * The internet.
	 */
	PUBLIC;

	static AddressScope of(InetAddress address) {
		byte[] bytes = address.getAddress();
		return (address instanceof Inet6Address) ? ofIpv6(address, bytes) : ofIpv4(address, bytes);
	}

	private static AddressScope ofIpv4(InetAddress address, byte[] bytes) {
		int first = bytes[0] & 0xff;
		int second = bytes[1] & 0xff;
		if (first == 0) {
			return LOOPBACK;
		}
		// Of the protocols (RFC 6890), and the relays of 6to4 (RFC 7526)
		boolean protocols = startsWith(bytes, 3, 192, 0, 0) || startsWith(bytes, 3, 192, 88, 99);
		if (protocols || first >= 240) {
			return LINK_LOCAL;
		}
		boolean shared = first == 100 && (second & 0xc0) == 64;
		boolean benchmark = first == 198 && (second & 0xfe) == 18;
		boolean documentation = startsWith(bytes, 3, 192, 0, 2) || startsWith(bytes, 3, 198, 51, 100)
				|| startsWith(bytes, 3, 203, 0, 113);
		return common(address, shared || benchmark || documentation);
	}

	/**
	 * An address that leads to IPv4 addresses by translation is as near as the nearest of
	 * these.
	 */
	private static AddressScope ofIpv6(InetAddress address, byte[] bytes) {
		List<byte[]> embedded = embedded(bytes);
		AddressScope own = (isIsatap(bytes) || embedded.isEmpty()) ? ownOfIpv6(address, bytes) : PUBLIC;
		return embedded.stream()
			.map(AddressScope::ofEmbedded)
			.reduce(own, BinaryOperator.minBy(Comparator.naturalOrder()));
	}

	/**
	 * Only {@code 2000::/3} is assigned for the internet, and of that {@code 2001::/23}
	 * to protocols (RFC 2928).
	 */
	private static AddressScope ownOfIpv6(InetAddress address, byte[] bytes) {
		boolean benchmark = startsWith(bytes, 6, 0x20, 0x01, 0x00, 0x02);
		boolean documentation = startsWith(bytes, 4, 0x20, 0x01, 0x0d, 0xb8)
				|| (startsWith(bytes, 2, 0x3f, 0xff) && (bytes[2] & 0xf0) == 0);
		AddressScope common = common(address, isUnique(bytes) || benchmark || documentation);
		boolean protocols = startsWith(bytes, 2, 0x20, 0x01) && (bytes[2] & 0xfe) == 0;
		boolean assigned = (bytes[0] & 0xe0) == 0x20 && !protocols;
		return (common == PUBLIC && !assigned) ? LINK_LOCAL : common;
	}

	private static AddressScope ofEmbedded(byte[] bytes) {
		try {
			return of(InetAddress.getByAddress(bytes));
		}
		catch (UnknownHostException ex) {
			throw new IllegalStateException("four bytes are an IPv4 address", ex);
		}
	}

	private static AddressScope common(InetAddress address, boolean organisation) {
		if (address.isLoopbackAddress() || address.isAnyLocalAddress()) {
			return LOOPBACK;
		}
		if (address.isLinkLocalAddress() || address.isMulticastAddress()) {
			return LINK_LOCAL;
		}
		return (organisation || address.isSiteLocalAddress()) ? PRIVATE : PUBLIC;
	}

	private static boolean isUnique(byte[] bytes) {
		return (bytes[0] & 0xfe) == 0xfc;
	}

	/**
	 * Return the IPv4 addresses in one that is compatible (RFC 4291), translated (RFC
	 * 2765), of NAT64 (RFC 6052 and RFC 8215), of 6to4 (RFC 3056), of Teredo (RFC 4380:
	 * the server and the inverted client) or of ISATAP (RFC 5214).
	 */
	private static List<byte[]> embedded(byte[] bytes) {
		boolean compatible = startsWith(bytes, 12) && (bytes[12] != 0 || bytes[13] != 0);
		boolean translated = startsWith(bytes, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff);
		boolean nat64 = startsWith(bytes, 12, 0x00, 0x64, 0xff, 0x9b);
		List<byte[]> readings = new ArrayList<>();
		if (compatible || translated || nat64 || isIsatap(bytes)) {
			readings.add(ipv4(bytes, 12, 13, 14, 15));
		}
		if (startsWith(bytes, 6, 0x00, 0x64, 0xff, 0x9b, 0x00, 0x01)) {
			readings.addAll(localNat64(bytes));
		}
		if (startsWith(bytes, 2, 0x20, 0x02)) {
			readings.add(ipv4(bytes, 2, 3, 4, 5));
		}
		if (startsWith(bytes, 4, 0x20, 0x01)) {
			readings.add(ipv4(bytes, 4, 5, 6, 7));
			readings.add(inverted(ipv4(bytes, 12, 13, 14, 15)));
		}
		return readings;
	}

	/**
	 * The prefix of a local NAT64 has any length from 48 on (RFC 6052, section 2.2), so
	 * every reading counts that is well-formed.
	 */
	private static List<byte[]> localNat64(byte[] bytes) {
		List<byte[]> readings = new ArrayList<>();
		if (!isZeroFrom(bytes, 12) || bytes[8] != 0) {
			readings.add(ipv4(bytes, 12, 13, 14, 15));
		}
		if (bytes[8] == 0 && isZeroFrom(bytes, 11)) {
			readings.add(ipv4(bytes, 6, 7, 9, 10));
		}
		if (bytes[8] == 0 && isZeroFrom(bytes, 12)) {
			readings.add(ipv4(bytes, 7, 9, 10, 11));
		}
		if (bytes[8] == 0 && isZeroFrom(bytes, 13)) {
			readings.add(ipv4(bytes, 9, 10, 11, 12));
		}
		return readings;
	}

	private static boolean isIsatap(byte[] bytes) {
		return (bytes[8] & 0xfd) == 0 && bytes[9] == 0 && bytes[10] == 0x5e && (bytes[11] & 0xff) == 0xfe;
	}

	private static boolean isZeroFrom(byte[] bytes, int start) {
		for (int i = start; i < bytes.length; i++) {
			if (bytes[i] != 0) {
				return false;
			}
		}
		return true;
	}

	private static byte[] ipv4(byte[] bytes, int... positions) {
		byte[] address = new byte[positions.length];
		for (int i = 0; i < positions.length; i++) {
			address[i] = bytes[positions[i]];
		}
		return address;
	}

	private static byte[] inverted(byte[] bytes) {
		byte[] inverted = new byte[bytes.length];
		for (int i = 0; i < bytes.length; i++) {
			inverted[i] = (byte) ~bytes[i];
		}
		return inverted;
	}

	private static boolean startsWith(byte[] bytes, int length, int... prefix) {
		byte[] expected = new byte[length];
		for (int i = 0; i < prefix.length; i++) {
			expected[i] = (byte) prefix[i];
		}
		return Arrays.equals(bytes, 0, length, expected, 0, length);
	}

}
