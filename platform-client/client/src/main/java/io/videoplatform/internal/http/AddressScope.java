package io.videoplatform.internal.http;

/**
 * How far an IP address reaches, from the machine itself to the internet. What IANA's
 * registries of special-purpose addresses (RFC 6890) do not call globally reachable is
 * not the internet.
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
	PUBLIC

}
