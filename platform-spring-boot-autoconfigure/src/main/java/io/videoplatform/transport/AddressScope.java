package io.videoplatform.transport;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * How far an IP address reaches, from the machine itself to the world.
 */
enum AddressScope {

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
	 * An organisation: RFC 1918, RFC 6598, unique local addresses (RFC 4193) and
	 * benchmark networks (RFC 2544).
	 */
	PRIVATE,

	/**
	 * The world.
	 */
	PUBLIC;

	static AddressScope of(InetAddress address) {
		byte[] bytes = address.getAddress();
		if (address instanceof Inet6Address) {
			InetAddress embedded = embedded(bytes);
			return (embedded != null) ? of(embedded) : common(address, isUnique(bytes));
		}
		int first = bytes[0] & 0xff;
		int second = bytes[1] & 0xff;
		if (first == 0) {
			return LOOPBACK;
		}
		if (first >= 240) {
			return LINK_LOCAL;
		}
		boolean shared = first == 100 && (second & 0xc0) == 64;
		boolean benchmark = first == 198 && (second & 0xfe) == 18;
		return common(address, shared || benchmark);
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

	// An IPv6 address leads to an IPv4 address by translation if it is compatible (RFC
	// 4291), of NAT64 (RFC 6052) or of 6to4 (RFC 3056).
	private static @Nullable InetAddress embedded(byte[] bytes) {
		boolean compatible = startsWith(bytes, 12) && (bytes[12] != 0 || bytes[13] != 0);
		boolean nat64 = startsWith(bytes, 12, 0x00, 0x64, 0xff, 0x9b);
		boolean sixToFour = startsWith(bytes, 2, 0x20, 0x02);
		if (!compatible && !nat64 && !sixToFour) {
			return null;
		}
		int offset = sixToFour ? 2 : 12;
		try {
			return InetAddress.getByAddress(Arrays.copyOfRange(bytes, offset, offset + 4));
		}
		catch (UnknownHostException ex) {
			throw new IllegalStateException("four bytes are an IPv4 address", ex);
		}
	}

	private static boolean startsWith(byte[] bytes, int length, int... prefix) {
		byte[] expected = new byte[length];
		for (int i = 0; i < prefix.length; i++) {
			expected[i] = (byte) prefix[i];
		}
		return Arrays.equals(bytes, 0, length, expected, 0, length);
	}

}
