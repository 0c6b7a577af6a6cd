package io.videoplatform.internal.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;

import io.videoplatform.internal.transport.AddressNetworks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Which addresses a discovered URL may lead to.
 */
class AddressFilterTests {

	private static final String PUBLIC = "93.184.216.34";

	/**
	 * IANA's registries of special-purpose addresses, each block with its first and its
	 * last address, and the neighbours of those that begin or end amid the internet.
	 */
	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			this network            | 0.0.0.0         | 0.255.255.255        | LOOPBACK
			private use             | 10.0.0.0        | 10.255.255.255       | PRIVATE
			shared                  | 100.64.0.0      | 100.127.255.255      | PRIVATE
			loopback                | 127.0.0.0       | 127.255.255.255      | LOOPBACK
			link local              | 169.254.0.0     | 169.254.255.255      | LINK_LOCAL
			private use             | 172.16.0.0      | 172.31.255.255       | PRIVATE
			protocols               | 192.0.0.0       | 192.0.0.255          | LINK_LOCAL
			documentation           | 192.0.2.0       | 192.0.2.255          | PRIVATE
			relays of 6to4          | 192.88.99.0     | 192.88.99.255        | LINK_LOCAL
			private use             | 192.168.0.0     | 192.168.255.255      | PRIVATE
			benchmark               | 198.18.0.0      | 198.19.255.255       | PRIVATE
			documentation           | 198.51.100.0    | 198.51.100.255       | PRIVATE
			documentation           | 203.0.113.0     | 203.0.113.255        | PRIVATE
			multicast               | 224.0.0.0       | 239.255.255.255      | LINK_LOCAL
			reserved and broadcast  | 240.0.0.0       | 255.255.255.255      | LINK_LOCAL
			loopback                | ::              | ::1                  | LOOPBACK
			mapped                  | ::ffff:10.0.0.0 | ::ffff:10.255.255.255 | PRIVATE
			NAT64                   | 64:ff9b::       | 64:ff9b::0.255.255.255 | LOOPBACK
			NAT64 of a metadata service | 64:ff9b::a9fe:a9fe | 64:ff9b::a9fe:a9fe | LINK_LOCAL
			NAT64 of the internet   | 64:ff9b::808:808 | 64:ff9b::808:808    | PUBLIC
			local NAT64             | 64:ff9b:1::     | 64:ff9b:1:ffff:ffff:ffff:ffff:ffff | LINK_LOCAL
			discard                 | 100::           | 100::ffff:ffff:ffff:ffff | LINK_LOCAL
			Teredo                  | 2001::          | 2001:0:ffff:ffff:ffff:ffff:ffff:ffff | LINK_LOCAL
			benchmark               | 2001:2::        | 2001:2:0:ffff:ffff:ffff:ffff:ffff | PRIVATE
			rest of protocols       | 2001:40::       | 2001:1ff:ffff::      | LINK_LOCAL
			documentation           | 2001:db8::      | 2001:db8:ffff::      | PRIVATE
			6to4                    | 2002::          | 2002:ffff:ffff::     | LINK_LOCAL
			documentation           | 3fff::          | 3fff:fff:ffff::      | PRIVATE
			after documentation     | 3fff:1000::     | 3fff:ffff::          | PUBLIC
			unassigned              | 5f01::          | fbff:ffff::          | LINK_LOCAL
			unique local            | fc00::          | fdff:ffff::          | PRIVATE
			link local              | fe80::          | febf:ffff::          | LINK_LOCAL
			site local              | fec0::          | feff:ffff::          | PRIVATE
			multicast               | ff00::          | ffff:ffff::          | LINK_LOCAL
			""")
	void scopeWhenSpecialPurposeThenNotTheInternet(String block, String first, String last,
			AddressFilter.Scope expected) throws UnknownHostException {
		assertThat(AddressNetworks.scope(InetAddress.getByName(first))).as(block).isEqualTo(expected);
		assertThat(AddressNetworks.scope(InetAddress.getByName(last))).as(block).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://127.0.0.1/", "https://localhost/", "https://localhost./", "https://x.localhost/",
			"https://169.254.169.254/", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://[fd00::1]/",
			"https://10.0.0.1/", "https://0.0.0.0/", "https://[::127.0.0.1]/" })
	void checkWhenRootIsPublicThenNearerAddressRefused(String url) {
		AddressFilter filter = new AddressFilter(PUBLIC, AddressNetworks::scope);
		assertThatExceptionOfType(InvalidUrlException.class).isThrownBy(() -> filter.check(URI.create(url)))
			.withMessage("leads to an address nearer than the API host's");
		assertThatCode(() -> AddressFilter.OFF.check(URI.create(url))).doesNotThrowAnyException();
	}

	@ParameterizedTest
	@CsvSource({ "10.0.0.1, https://10.9.8.7/, true", "10.0.0.1, https://192.168.0.1/, true",
			"10.0.0.1, https://login.example.com/, true", "10.0.0.1, https://169.254.169.254/, false",
			"api.example.com, https://10.0.0.1/, true", "api.example.com, https://127.0.0.1/, false" })
	void checkWhenRootIsPrivateOrNotYetResolvedThenPrivateAllowed(String root, URI url, boolean allowed) {
		assertThat(catchThrowable(() -> new AddressFilter(root, AddressNetworks::scope).check(url)) == null)
			.isEqualTo(allowed);
	}

	/**
	 * Connections in their order, each a host, the address that it resolves to, and
	 * whether it is opened.
	 */
	@ParameterizedTest
	@ValueSource(strings = {
			"login 10.0.0.9 true, api 93.184.216.34 true, login 10.0.0.9 false, login 127.0.0.1 false, login 93.184.216.34 true",
			"api 93.184.216.34 true, api 127.0.0.1 false, login 127.0.0.1 false",
			"api 93.184.216.34 true, api 169.254.169.254 false, login 169.254.169.254 false",
			"api 93.184.216.34 true, api ::1 false, login ::1 false",
			"api 93.184.216.34 true, api 10.0.0.1 true, login 10.0.0.1 false",
			"api 127.0.0.1 true, api 93.184.216.34 true, login 127.0.0.1 false, api 127.0.0.1 false",
			"api 10.0.0.1 true, login 192.168.0.9 true, api fd00::1 true, login 10.0.0.9 true, login 169.254.169.254 false" })
	void allowsWhenRootIsResolvedThenItsWidestScopeIsTheMeasure(String connections) throws UnknownHostException {
		AddressFilter filter = new AddressFilter("API.example.com", AddressNetworks::scope);
		for (String connection : connections.split(", ")) {
			String[] parts = connection.split(" ");
			assertThat(filter.allows(resolved(parts[0] + ".example.com", parts[1]))).as(connection)
				.isEqualTo(Boolean.valueOf(parts[2]));
		}
	}

	@Test
	void allowsWhenNotRelativeOrUnresolvedThenAllowed() throws UnknownHostException {
		assertThat(AddressFilter.OFF.allows(resolved("x.example.com", "127.0.0.1"))).isTrue();
		assertThat(new AddressFilter(PUBLIC, AddressNetworks::scope)
			.allows(InetSocketAddress.createUnresolved("x.example.com", 1))).isTrue();
	}

	@Test
	void checkWhenRootIsInvalidLiteralThenRefused() {
		AddressFilter filter = new AddressFilter("[::zz]", AddressNetworks::scope);
		assertThatExceptionOfType(InvalidUrlException.class)
			.isThrownBy(() -> filter.check(URI.create("https://login.example.com/")));
	}

	private static InetSocketAddress resolved(String host, String address) throws UnknownHostException {
		byte[] bytes = InetAddress.getByName(address).getAddress();
		return new InetSocketAddress(InetAddress.getByAddress(host, bytes), 443);
	}

}
