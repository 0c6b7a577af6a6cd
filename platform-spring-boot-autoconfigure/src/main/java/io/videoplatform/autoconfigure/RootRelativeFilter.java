package io.videoplatform.autoconfigure;

import java.net.InetAddress;
import java.net.InetSocketAddress;

import io.videoplatform.internal.http.AddressGuard;

import org.springframework.boot.http.client.InetAddressFilter;

/**
 * Puts an {@link AddressGuard} where connections are opened.
 *
 * @param guard decides
 */
record RootRelativeFilter(AddressGuard guard) implements InetAddressFilter {

	@Override
	public boolean matches(InetSocketAddress address) {
		return this.guard.allows(address);
	}

	@Override
	public boolean matches(InetAddress address) {
		return this.guard.allows(new InetSocketAddress(address, 0));
	}

}
