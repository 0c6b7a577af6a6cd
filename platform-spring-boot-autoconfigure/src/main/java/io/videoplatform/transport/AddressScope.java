package io.videoplatform.transport;

import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * How far an IP address reaches, from the machine itself to the world.
 */
enum AddressScope {

	/**
	 * The machine itself: loopback and unspecified addresses.
	 */
	LOOPBACK,

	/**
	 * One network segment: link-local addresses, cloud metadata services among them, and
	 * multicast.
	 */
	LINK_LOCAL,

	/**
	 * An organisation: RFC 1918, RFC 6598 and unique local addresses (RFC 4193).
	 */
	PRIVATE,

	/**
	 * The world.
	 */
	PUBLIC;

	static AddressScope of(InetAddress address) {
		if (address.isLoopbackAddress() || address.isAnyLocalAddress()) {
			return LOOPBACK;
		}
		if (address.isLinkLocalAddress() || address.isMulticastAddress()) {
			return LINK_LOCAL;
		}
		byte[] bytes = address.getAddress();
		boolean uniqueLocal = address instanceof Inet6Address && (bytes[0] & 0xfe) == 0xfc;
		boolean shared = bytes.length == 4 && (bytes[0] & 0xff) == 100 && (bytes[1] & 0xc0) == 64;
		return (address.isSiteLocalAddress() || uniqueLocal || shared) ? PRIVATE : PUBLIC;
	}

}
