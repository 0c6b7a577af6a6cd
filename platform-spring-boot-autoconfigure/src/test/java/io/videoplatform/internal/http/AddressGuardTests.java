package io.videoplatform.internal.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which addresses a discovered URL may lead to.
 */
class AddressGuardTests {

	private static final String PUBLIC = "93.184.216.34";

	@ParameterizedTest
	@CsvSource({ "127.0.0.1,LOOPBACK", "127.8.9.10,LOOPBACK", "0.0.0.0,LOOPBACK", "0.1.2.3,LOOPBACK", "::1,LOOPBACK",
			"::,LOOPBACK", "::ffff:127.0.0.1,LOOPBACK", "::127.0.0.1,LOOPBACK", "64:ff9b::7f00:1,LOOPBACK",
			"2002:7f00:1::,LOOPBACK", "169.254.169.254,LINK_LOCAL", "::ffff:169.254.169.254,LINK_LOCAL",
			"64:ff9b::a9fe:a9fe,LINK_LOCAL", "fe80::1,LINK_LOCAL", "224.0.0.1,LINK_LOCAL", "ff02::1,LINK_LOCAL",
			"255.255.255.255,LINK_LOCAL", "240.0.0.1,LINK_LOCAL", "10.0.0.1,PRIVATE", "172.16.0.1,PRIVATE",
			"172.31.255.255,PRIVATE", "192.168.1.1,PRIVATE", "100.64.0.1,PRIVATE", "100.127.255.255,PRIVATE",
			"198.18.0.1,PRIVATE", "198.19.255.255,PRIVATE", "fd00:ec2::254,PRIVATE", "fc00::1,PRIVATE",
			"fec0::1,PRIVATE", "2002:a00:1::,PRIVATE", "93.184.216.34,PUBLIC", "172.32.0.1,PUBLIC",
			"100.128.0.1,PUBLIC", "100.63.255.255,PUBLIC", "198.20.0.1,PUBLIC", "2001:4860:4860::8888,PUBLIC",
			"64:ff9b::808:808,PUBLIC", "2002:808:808::1,PUBLIC", "64:ff9b:1::7f00:1,LOOPBACK",
			"64:ff9b:1::a9fe:a9fe,LINK_LOCAL", "64:ff9b:1:ffff:1:2:a00:1,PRIVATE", "64:ff9b:1::808:808,PUBLIC",
			"64:ff9b:1:7f00:0:100::,LOOPBACK", "64:ff9b:1:a9:fe:a9fe::,LINK_LOCAL", "64:ff9b:1:1234:a:0:100::,PRIVATE",
			"64:ff9b:1:808:8:800::,PUBLIC", "64:ff9b:1::,LOOPBACK", "64:ff9b:1:0:100::,LOOPBACK",
			"2001:0:808:808:0:0:80ff:fffe,LOOPBACK", "2001:0:808:808:0:0:5601:5601,LINK_LOCAL",
			"2001:0:808:808:0:0:f5ff:fffe,PRIVATE", "2001:0:7f00:1:0:0:f7f7:f7f7,LOOPBACK",
			"2001:0:a00:1:0:5efe:80ff:fffe,LOOPBACK", "2002:7f00:1::5efe:808:808,LOOPBACK",
			"2001:0:808:808:0:0:f7f7:f7f7,PUBLIC", "::ffff:0:127.0.0.1,LOOPBACK", "::ffff:0:8.8.8.8,PUBLIC",
			"2a00:1::5efe:10.0.0.1,PRIVATE", "2a00:1::200:5efe:127.0.0.1,LOOPBACK", "2a00:1::5efe:8.8.8.8,PUBLIC",
			"fe80::5efe:8.8.8.8,LINK_LOCAL" })
	void scopeWhenAddressThenHowFarItReaches(String address, AddressScope expected) throws UnknownHostException {
		assertThat(AddressScope.of(InetAddress.getByName(address))).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://127.0.0.1/", "https://localhost/", "https://localhost./", "https://x.localhost/",
			"https://169.254.169.254/", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://[fd00::1]/",
			"https://10.0.0.1/", "https://0.0.0.0/", "https://[::127.0.0.1]/" })
	void checkWhenRootIsPublicThenNearerAddressRefused(String url) {
		AddressGuard guard = new AddressGuard(PUBLIC, true);
		assertThatExceptionOfType(InvalidUrlException.class).isThrownBy(() -> guard.check(URI.create(url)))
			.withMessage("leads to an address nearer than the API host's");
		assertThatCode(() -> new AddressGuard(PUBLIC, false).check(URI.create(url))).doesNotThrowAnyException();
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://10.9.8.7/", "https://192.168.0.1/", "https://93.184.216.34/",
			"https://login.example.com/" })
	void checkWhenRootIsPrivateThenPrivateAllowed(String url) {
		assertThatCode(() -> new AddressGuard("10.0.0.1", true).check(URI.create(url))).doesNotThrowAnyException();
	}

	@Test
	void checkWhenRootIsPrivateThenMetadataServiceRefused() {
		assertThatExceptionOfType(InvalidUrlException.class)
			.isThrownBy(() -> new AddressGuard("10.0.0.1", true).check(URI.create("https://169.254.169.254/")));
	}

	@Test
	void checkWhenRootNotYetResolvedThenPrivateAllowedButNotLoopback() {
		AddressGuard guard = new AddressGuard("api.example.com", true);
		assertThatCode(() -> guard.check(URI.create("https://10.0.0.1/"))).doesNotThrowAnyException();
		assertThatExceptionOfType(InvalidUrlException.class)
			.isThrownBy(() -> guard.check(URI.create("https://127.0.0.1/")));
	}

	@Test
	void allowsWhenRootResolvedThenItsScopeIsTheMeasure() throws UnknownHostException {
		AddressGuard guard = new AddressGuard("API.example.com", true);
		assertThat(guard.allows(resolved("login.example.com", "10.0.0.9"))).isTrue();
		assertThat(guard.allows(resolved("api.example.com", PUBLIC))).isTrue();
		assertThat(guard.allows(resolved("login.example.com", "10.0.0.9"))).isFalse();
		assertThat(guard.allows(resolved("login.example.com", "127.0.0.1"))).isFalse();
		assertThat(guard.allows(resolved("login.example.com", PUBLIC))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "127.0.0.1", "169.254.169.254", "::1", "10.0.0.1" })
	void allowsWhenRootLaterResolvesToNearerAddressThenTheMeasureIsNotLowered(String nearer)
			throws UnknownHostException {
		AddressGuard guard = new AddressGuard("api.example.com", true);
		assertThat(guard.allows(resolved("api.example.com", PUBLIC))).isTrue();
		assertThat(guard.allows(resolved("api.example.com", nearer))).isEqualTo(nearer.equals("10.0.0.1"));
		assertThat(guard.allows(resolved("login.example.com", nearer))).isFalse();
		assertThatExceptionOfType(InvalidUrlException.class)
			.isThrownBy(() -> guard.check(URI.create("https://10.0.0.1/")));
	}

	@Test
	void allowsWhenNearerAddressComesFirstThenThePublicOneCounts() throws UnknownHostException {
		AddressGuard guard = new AddressGuard("api.example.com", true);
		assertThat(guard.allows(resolved("api.example.com", "127.0.0.1"))).isTrue();
		assertThat(guard.allows(resolved("api.example.com", PUBLIC))).isTrue();
		assertThat(guard.allows(resolved("login.example.com", "127.0.0.1"))).isFalse();
		assertThat(guard.allows(resolved("api.example.com", "127.0.0.1"))).isFalse();
	}

	@Test
	void allowsWhenRootIsOnPremisesThenPrivateAddressesWork() throws UnknownHostException {
		AddressGuard guard = new AddressGuard("api.corp.example", true);
		assertThat(guard.allows(resolved("api.corp.example", "10.0.0.1"))).isTrue();
		assertThat(guard.allows(resolved("login.corp.example", "192.168.0.9"))).isTrue();
		assertThat(guard.allows(resolved("api.corp.example", "fd00::1"))).isTrue();
		assertThat(guard.allows(resolved("login.corp.example", "10.0.0.9"))).isTrue();
		assertThat(guard.allows(resolved("login.corp.example", "169.254.169.254"))).isFalse();
	}

	@Test
	void allowsWhenNotRelativeOrUnresolvedThenAllowed() throws UnknownHostException {
		assertThat(new AddressGuard(PUBLIC, false).allows(resolved("x.example.com", "127.0.0.1"))).isTrue();
		assertThat(new AddressGuard(PUBLIC, true).allows(InetSocketAddress.createUnresolved("x.example.com", 1)))
			.isTrue();
	}

	@Test
	void createWhenInvalidLiteralThenRefused() {
		assertThatExceptionOfType(InvalidUrlException.class).isThrownBy(() -> new AddressGuard("[::zz]", true));
	}

	private static InetSocketAddress resolved(String host, String address) throws UnknownHostException {
		byte[] bytes = InetAddress.getByName(address).getAddress();
		return new InetSocketAddress(InetAddress.getByAddress(host, bytes), 443);
	}

}
